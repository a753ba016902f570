import { stat } from 'node:fs/promises';
import { sleep } from '#client/sleep.ts';
import { isLoopbackUrl } from '../registry/urls.ts';

/** Yields a run number, from 1, now and after each change of the file, until aborted. */
export async function* watchFile(file: string, signal: AbortSignal): AsyncGenerator<number, void, undefined> {
  let lastVersion: string | undefined;
  for (let run = 0; !signal.aborted; ) {
    // Polling works on each file system, both for editors that replace files and for editors that overwrite them.
    const version = await readVersion(file);
    if (version === lastVersion) await sleepUntilAborted(FILE_INTERVAL_MS, signal);
    else {
      lastVersion = version;
      run += 1;
      yield run;
    }
  }
}

/** Yields a run number, from 1, now and at an interval that keeps the load on the server low, until aborted. */
export async function* watchUrl(url: string, signal: AbortSignal): AsyncGenerator<number, void, undefined> {
  const interval = isLoopbackUrl(url) ? 5_000 : 60_000;
  for (let run = 1; !signal.aborted; run += 1) {
    yield run;
    await sleepUntilAborted(interval, signal);
  }
}

const FILE_INTERVAL_MS = 200;

async function readVersion(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'none';
  }
}

/** Sleeps, and returns early if aborted: that is the normal end of watch mode. */
async function sleepUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
