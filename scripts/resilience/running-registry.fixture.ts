import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ListingRecord } from '#listing/listing-record.ts';
import { freePort } from '#server/http/ports.ts';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

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
  const folder = await makeTemporaryFolder('resilience-');
  const registry = path.join(folder, 'registry');
  await mkdir(registry);
  for (const record of records) await writeRecord(registry, record);
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      REGISTRY_DIR: registry,
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(await freePort('127.0.0.1')),
      SELF_LISTING: 'off',
      // A run within the first minute would check hosts that do not exist, and change their listings.
      REVALIDATE: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', error: '' };
  child.stderr.on('data', chunk => (printed.error += chunk));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      printed.out += chunk;
      const [, ready] = /ready at (http:\S+)/.exec(printed.out) ?? [];
      if (ready) resolve(ready);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The registry did not start: ${printed.out}${printed.error}`)));
  }).catch(async error => {
    await removeFolder(folder);
    throw error;
  });
  return {
    address,
    folder,
    printed,
    async close() {
      await stopProcess(child);
      await removeFolder(folder);
    },
  };
}
