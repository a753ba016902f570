import type { Connection } from '#client/send-request.ts';
import { sleep } from '#client/sleep.ts';
import type { Input } from '../input.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { copyExport, type ExportCopy } from './mirror/export-files.ts';
import { findMismatches } from './mirror/find-mismatches.ts';
import { type MirrorFolder, openMirror } from './mirror/mirror-folder.ts';
import { RollbackError } from './mirror/reject-older.ts';
import { type SyncResult, sync } from './mirror/sync.ts';
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
  let synced: SyncResult = {
    listings: folder.ids.size,
    written: 0,
    removed: 0,
    generated_at: folder.state.generated_at,
  };
  let copy: ExportCopy | undefined;
  try {
    const onProgress = (done: number, total: number) => terminal.progress(`${done} of ${total} listings`);
    synced = await sync({ connection, folder, signal, acceptOlder, onProgress });
    copy = await copyExport({ connection, folder, signal, acceptOlder });
    if (copy) faults.push(...copy.errors, ...(await findMismatches(copy, folder, synced.generated_at)));
  } catch (error) {
    if (!(error instanceof RollbackError)) throw error;
    faults.push(error.message);
  }
  const result = { registry, ...synced, export_files: copy ? copy.files.length : null, faults };
  terminal.error('');
  terminal.out(input.has('json') ? `${JSON.stringify(result)}\n` : formatResult(result));
  return faults.length === 0 ? EXIT.passed : EXIT.failed;
}

interface MirrorResult extends SyncResult {
  readonly registry: string;
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
