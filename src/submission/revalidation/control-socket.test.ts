import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { listenForRuns, requestRun } from './control-socket.ts';

let dataDir: string;
const open: { close(): Promise<void> }[] = [];
const ignore = () => undefined;

beforeEach(async () => {
  dataDir = await makeTemporaryFolder('control-');
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await removeFolder(dataDir);
});

test('returns the progress and the result of a run', async () => {
  open.push(
    await listenForRuns(dataDir, async onProgress => {
      onProgress(1, 2);
      onProgress(2, 2);
      return { summary: '## Revalidation', breakerReason: 'Too many failures.' };
    }),
  );
  const progress: number[][] = [];
  const run = await requestRun(dataDir, (...each) => void progress.push(each));
  expect(run).toEqual({ summary: '## Revalidation', breakerReason: 'Too many failures.' });
  expect(progress).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test('lets only the user of the server connect', async () => {
  open.push(await listenForRuns(dataDir, async () => ({ summary: '' })));
  expect((await stat(path.join(dataDir, 'control.sock'))).mode & 0o777).toBe(0o600);
});

test('returns undefined without a server, also after one was killed', async () => {
  expect(await requestRun(dataDir, ignore)).toBeUndefined();
  expect(await requestRun(path.join(dataDir, 'none'), ignore)).toBeUndefined();
  await writeFile(path.join(dataDir, 'control.sock'), '');
  expect(await requestRun(dataDir, ignore)).toBeUndefined();
  open.push(await listenForRuns(dataDir, async () => ({ summary: 'again' })));
  expect(await requestRun(dataDir, ignore)).toEqual({ summary: 'again' });
});

test('reports a failed run, and a server that stops during a run', async () => {
  const failing = await listenForRuns(dataDir, async () => {
    throw new Error('disk full');
  });
  await expect(requestRun(dataDir, ignore)).rejects.toThrow('The run failed: disk full');
  await failing.close();
  const started = Promise.withResolvers<void>();
  const stopping = await listenForRuns(dataDir, () => {
    started.resolve();
    return new Promise(() => undefined);
  });
  const run = requestRun(dataDir, ignore);
  await started.promise;
  await Promise.all([expect(run).rejects.toThrow('The server stopped during the run.'), stopping.close()]);
});
