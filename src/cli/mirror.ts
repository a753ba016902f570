import type { Connection } from '#client/exchange.ts';
import { pause } from '#client/pause.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { impossible } from './impossible.ts';
import type { Input } from './input.ts';
import { differingListings } from './mirror/export-check.ts';
import { copyExport } from './mirror/export-files.ts';
import { type MirrorFolder, openMirror } from './mirror/mirror-folder.ts';
import { type Synced, sync } from './mirror/sync.ts';
import { plainLine } from './plain-line.ts';
import { withRegistry } from './registry.ts';
import type { Terminal } from './terminal.ts';

/** Keeps an exact copy of a registry in a folder; with `--every`, again and again. */
export async function mirror(input: Input, terminal: Terminal): Promise<ExitStatus> {
  const minutes = input.value('every');
  if (minutes !== undefined && !/^[1-9]\d{0,4}$/.test(minutes))
    return impossible('--every takes a whole number of minutes from 1.', terminal);
  const [dir = ''] = input.operands;
  for (;;) {
    const status = await withRegistry(input, terminal, async (_, registry) => {
      const folder = await openMirror(dir, registry);
      return 'refusal' in folder ? impossible(folder.refusal, terminal) : once(folder, registry, input, terminal);
    });
    if (minutes === undefined) return status;
    await pause(Number(minutes) * 60_000, terminal.stopped);
  }
}

async function once(folder: MirrorFolder, registry: string, input: Input, terminal: Terminal): Promise<ExitStatus> {
  const connection: Connection = { base: registry, fetch, pause };
  const synced = await sync({
    connection,
    folder,
    signal: terminal.stopped,
    onProgress: (done, total) => terminal.progress(`${done} of ${total} listings`),
  });
  const copy = await copyExport(connection, folder, terminal.stopped);
  const differing = copy ? await differingListings(copy, folder, synced.generated_at) : [];
  const faults = [...(copy?.faults ?? []), ...differing];
  const result = { registry, ...synced, export_files: copy ? copy.files.length : null, faults };
  terminal.error('');
  terminal.out(input.has('json') ? `${JSON.stringify(result)}\n` : words(result));
  return faults.length === 0 ? EXIT.passed : EXIT.failed;
}

interface Result extends Synced {
  readonly registry: string;
  /** Null where the registry has no export. */
  readonly export_files: number | null;
  readonly faults: readonly string[];
}

function words({ registry, listings, written, removed, generated_at, export_files, faults }: Result): string {
  const files = export_files === null ? '' : `; ${export_files} export files match their digests`;
  return [
    `${listings} listings of ${registry} as of ${generated_at ?? 'now'}: ${written} written, ${removed} removed${files}.`,
    ...faults.map(fault => `! ${plainLine(fault)}`),
    '',
  ].join('\n');
}
