import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ListingRecord } from '#listing/listing-record.ts';
import { writeRecord } from '#store/record-files.ts';

/** A registry in a separate process, run by `npm start`. */
export interface RunningRegistry {
  readonly address: string;
  /** Deleted on close. */
  readonly folder: string;
  /** The output so far. */
  readonly printed: { out: string; error: string };
  close(): Promise<void>;
}

/**
 * Starts a registry with some records on a free port.
 * @throws Error with the output if it exits before it is ready
 */
export async function runRegistryProcess(
  records: readonly ListingRecord[],
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningRegistry> {
  const folder = await mkdtemp(path.join(tmpdir(), 'resilience-'));
  const registry = path.join(folder, 'registry');
  for (const record of records) await writeRecord(registry, record);
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      REGISTRY_DIR: registry,
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      SELF_LISTING: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', error: '' };
  const ended = once(child, 'close');
  child.stderr.on('data', chunk => (printed.error += chunk));
  const removed = () => rm(folder, { recursive: true });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      printed.out += chunk;
      const [, ready] = /ready at (http:\S+)/.exec(printed.out) ?? [];
      if (ready) resolve(ready);
    });
    ended.then(() => reject(new Error(`The registry did not start: ${printed.out}${printed.error}`)), reject);
  }).catch(async error => {
    await removed();
    throw error;
  });
  return {
    address,
    folder,
    printed,
    async close() {
      child.kill();
      await ended;
      await removed();
    },
  };
}
