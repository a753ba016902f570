import type { Connection } from '#client/send-request.ts';
import { sleep } from '#client/sleep.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { copyExport, type ExportCopy } from './mirror/export-files.ts';
import { findMismatches } from './mirror/find-mismatches.ts';
import { ListingCopies } from './mirror/listing-copies.ts';
import { isFileName, type MirrorFolder, openMirror } from './mirror/mirror-folder.ts';
import { RollbackError } from './mirror/reject-older.ts';
import { type MirrorTimes, sync } from './mirror/sync.ts';
import { withRegistry } from './registry.ts';

/** Mirrors a registry to a folder. With `--every`, updates it at an interval. */
export async function mirror(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const minutes = input.value('every');
  if (minutes !== undefined && !/^[1-9]\d{0,4}$/.test(minutes))
    return failCommand('Invalid value for --every. Use a whole number of minutes, at least 1.', terminal);
  const [dir = ''] = input.operands;
  for (;;) {
    const status = await withRegistry(input, terminal, async (_, registry) => {
      const folder = await openMirror(dir, registry);
      return folder.ok ? runOnce(folder.value, registry, input, terminal) : failCommand(folder.error, terminal);
    });
    if (minutes === undefined) return status;
    await sleep(Number(minutes) * 60_000, terminal.signal);
  }
}

async function runOnce(folder: MirrorFolder, registry: string, input: Input, terminal: Terminal): Promise<ExitStatus> {
  const connection: Connection = { base: registry, fetch, pause: sleep };
  const { signal } = terminal;
  const acceptOlder = input.has('accept-older');
  const faults: string[] = [];
  const copies = new ListingCopies(connection, folder, signal);
  let { generated_at } = folder.state;
  let copy: ExportCopy | undefined;
  try {
    const onProgress = (done: number, total: number) => terminal.progress(`${done} of ${total} listings`);
    const times = await sync({ connection, folder, copies, signal, acceptOlder, onProgress });
    generated_at = times.generated_at;
    copy = await copyExport({ connection, folder, signal, acceptOlder });
    if (copy) faults.push(...copy.errors, ...(await matchExport(copy, folder, copies, times)));
  } catch (error) {
    if (!(error instanceof RollbackError)) throw error;
    faults.push(error.message);
  }
  const { ids, written, removed } = copies;
  const counts = { listings: ids.size, written, removed, generated_at };
  const result = { registry, ...counts, export_files: copy ? copy.files.length : null, faults };
  terminal.error('');
  terminal.out(input.has('json') ? `${JSON.stringify(result)}\n` : formatResult(result));
  return faults.length === 0 ? EXIT.passed : EXIT.failed;
}

/**
 * Fetches the listings that differ from the export again: an update of the registry's software or URLs changes their
 * documents without a newer time of change.
 * @returns an error message for each listing that still differs
 */
async function matchExport(
  copy: ExportCopy,
  folder: MirrorFolder,
  copies: ListingCopies,
  times: MirrorTimes,
): Promise<readonly string[]> {
  let found = await findMismatches(copy, folder, times.generated_at);
  const ids = new Set(found.map(({ id }) => id).filter(isFileName));
  if (ids.size > 0) {
    await copies.fetchAgain(ids);
    await folder.save({ ...folder.state, ...times, etags: copies.etags });
    found = await findMismatches(copy, folder, times.generated_at);
  }
  return found.map(({ error }) => error);
}

interface MirrorResult {
  readonly registry: string;
  /** The number of listings in the mirror. */
  readonly listings: number;
  /** The number of fetched listings. */
  readonly written: number;
  readonly removed: number;
  /** The time of the newest data. */
  readonly generated_at: string | null;
  /** Null if the registry has no export. */
  readonly export_files: number | null;
  readonly faults: readonly string[];
}

function formatResult({
  registry,
  listings,
  written,
  removed,
  generated_at,
  export_files,
  faults,
}: MirrorResult): string {
  const files = export_files === null ? '' : `; ${export_files} export files match their digests`;
  return [
    `${listings} listings of ${registry} as of ${generated_at ?? 'now'}: ${written} written, ${removed} removed${files}.`,
    ...faults.map(error => `! ${sanitizeLine(error)}`),
    '',
  ].join('\n');
}
