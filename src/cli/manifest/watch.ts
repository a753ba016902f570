import { stat } from 'node:fs/promises';
import { sleep } from '#client/sleep.ts';
import { isLoopbackUrl } from '../registry/urls.ts';

/** When to do something with a file: at once, and after each change of it, until stopped. Counts from 1. */
export async function* watchFile(file: string, stopped: AbortSignal): AsyncGenerator<number, void, undefined> {
  let seen: string | undefined;
  for (let turn = 0; !stopped.aborted; ) {
    // Editors replace files or write them in place; the file's own marks tell both, on every file system.
    const now = await marksOf(file);
    if (now === seen) await pauseUnless(stopped, LOOK);
    else {
      seen = now;
      turn += 1;
      yield turn;
    }
  }
}

/** When to ask an address: at once, and then at intervals that burden nobody. */
export async function* watchUrl(address: string, stopped: AbortSignal): AsyncGenerator<number, void, undefined> {
  const interval = isLoopbackUrl(address) ? 5_000 : 60_000;
  for (let turn = 1; !stopped.aborted; turn += 1) {
    yield turn;
    await pauseUnless(stopped, interval);
  }
}

/** Milliseconds between two looks at a file. */
const LOOK = 200;

async function marksOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'none';
  }
}

/** Being stopped is how watching ends, and no failure. */
async function pauseUnless(stopped: AbortSignal, milliseconds: number): Promise<void> {
  try {
    await sleep(milliseconds, stopped);
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}
