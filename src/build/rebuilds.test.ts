import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createRebuilds } from './rebuilds.ts';

let parent: string;
let errors: unknown[];

beforeEach(async () => {
  parent = await makeTemporaryFolder('rebuilds-');
  errors = [];
});
afterEach(() => removeFolder(parent));

/** Runs until it is aborted, and a little longer, as one that waits for its processes. */
async function endless(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  await new Promise(resolve => setTimeout(resolve, 20));
  throw signal.reason;
}

function create(build: (signal: AbortSignal) => Promise<unknown>, retryMs?: number) {
  return createRebuilds({
    parent,
    build: (_, signal) => build(signal),
    onBuilt: async () => undefined,
    onError: error => errors.push(error),
    ...(retryMs !== undefined && { retryMs }),
  });
}

describe('close', () => {
  test('aborts the first build, whose start rejects', async () => {
    let ended = false;
    const builds = create(signal => endless(signal).finally(() => (ended = true)));
    const starting = builds.start();
    starting.catch(() => undefined);
    await builds.close();
    expect(ended).toBe(true);
    await expect(starting).rejects.toThrow(/aborted/);
  });

  test('aborts a later build, waits for its end, and reports no error', async () => {
    let [begun, ended] = [0, 0];
    const builds = create(async signal => {
      if (++begun > 1) await endless(signal).finally(() => ended++);
    });
    await builds.start();
    builds.request();
    await expect.poll(() => begun).toBe(2);
    builds.request();
    await builds.close();
    expect([begun, ended, errors]).toEqual([2, 1, []]);
    builds.request();
    await builds.close();
    expect(begun).toBe(2);
  });

  test('prevents a start', async () => {
    const builds = create(async () => undefined);
    await builds.close();
    await expect(builds.start()).rejects.toThrow(/aborted/);
  });
});

test('reports the error of a later build, and builds again on request', async () => {
  let begun = 0;
  const builds = create(async () => {
    if (++begun === 2) throw new Error('The disk is full.');
  });
  await builds.start();
  expect(builds.hasFailed()).toBe(false);
  builds.request();
  await expect.poll(() => errors).toHaveLength(1);
  expect(builds.hasFailed()).toBe(true);
  builds.request();
  await expect.poll(() => begun).toBe(3);
  await expect.poll(() => builds.hasFailed()).toBe(false);
  await builds.close();
});

test('repeats a failed build without a request until it succeeds', async () => {
  let begun = 0;
  const builds = create(async () => {
    if (++begun === 2 || begun === 3) throw new Error('The disk is full.');
  }, 10);
  await builds.start();
  builds.request();
  await expect.poll(() => begun).toBe(4);
  await expect.poll(() => builds.hasFailed()).toBe(false);
  expect(errors).toHaveLength(2);
  await new Promise(resolve => setTimeout(resolve, 50));
  await builds.close();
  expect(begun).toBe(4);
});
