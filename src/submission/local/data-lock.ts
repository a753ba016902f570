import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getProcessIdentity, isRunning, type ProcessIdentity } from './process-identity.ts';

/** A data directory that is this process's alone. */
export interface DataLock {
  release(): Promise<void>;
}

/** The locks of this process: its number alone does not tell a second opening from a lock that an earlier process left. */
const held = new Set<string>();

const ATTEMPTS = 10;

/**
 * Makes a data directory this process's alone. The lock of a process that is gone, however it ended, is taken over.
 *
 * @param dataDir has to exist
 * @param advice what the operator is told when another process has it
 * @throws RangeError when another process has it, fit to show to the operator
 */
export async function lockDataDirectory(
  dataDir: string,
  advice = (process: string) =>
    `The data directory ${dataDir} is used by another server (${process}). Stop it, or set DATA_DIR to another directory.`,
): Promise<DataLock> {
  const file = path.resolve(dataDir, 'lock');
  const own = `${JSON.stringify(await getProcessIdentity(process.pid))}\n`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await create(file, own)) {
      held.add(file);
      return { release: () => release(file, own) };
    }
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const owner = ownerIn(found);
    if (held.has(file) || (owner && owner.pid !== process.pid && (await isRunning(owner)))) {
      throw new RangeError(advice(`process ${owner?.pid}`));
    }
    await takeAway(file, found);
  }
  throw new Error(`The lock of the data directory ${dataDir} could not be had.`);
}

/** Appears with its content or not at all, and never in the place of another. */
async function create(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, text);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function ownerIn(text: string): ProcessIdentity | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<ProcessIdentity>;
    return pid !== undefined && Number.isInteger(pid) ? { pid, started: started ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a left lock, unless another process was faster and has its own there by now. */
async function takeAway(file: string, left: string): Promise<void> {
  const aside = `${file}.${process.pid}.left`;
  await rename(file, aside).catch(() => undefined);
  const taken = await readFile(aside, 'utf8').catch(() => left);
  if (taken !== left) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function release(file: string, own: string): Promise<void> {
  held.delete(file);
  if ((await readFile(file, 'utf8').catch(() => '')) === own) await rm(file, { force: true });
}
