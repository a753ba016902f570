import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decided, originOfServer, type TestRegistry, testRegistry } from '#submission/local/local-registry.fixture.ts';

const TIDES = 'https://tides.example.com';

let world: TestRegistry;
let done: string;
beforeEach(async () => {
  world = await testRegistry();
  done = path.join(world.dataDir, 'submissions', 'done');
});
afterEach(() => world.remove());

/** Makes storing final states fail, as a full disk does. */
async function block(): Promise<void> {
  await rename(done, `${done}.kept`);
  await writeFile(done, '');
}

async function unblock(): Promise<void> {
  await rm(done);
  await rename(`${done}.kept`, done);
}

test('a rejection that cannot be stored is not reported, so it cannot flip after a restart', async () => {
  const first = await world.open();
  await block();
  const { submission_id: id } = await first.submissions.submit(originOfServer(TIDES), {});
  await expect.poll(() => world.faults.length).toBe(1);
  expect(await first.submissions.status(id)).toMatchObject({ status: 'validating' });
  await first.close();

  await unblock();
  world.served.set(TIDES, {});
  const second = await world.open();
  expect(await decided(second, id)).toMatchObject({ status: 'approved', outcome: 'listed' });
});

test('an approval is reported once it can be stored, and is the same after a restart', async () => {
  world.served.set(TIDES, {});
  const first = await world.open();
  await block();
  const { submission_id: id } = await first.submissions.submit(originOfServer(TIDES), {});
  await expect.poll(() => world.faults.length).toBe(1);
  expect(await first.submissions.status(id)).toMatchObject({ status: 'validating' });
  const again = await first.submissions.submit(originOfServer(TIDES), {});
  expect(again.submission_id).toBe(id);

  await unblock();
  const state = await decided(first, id);
  expect(state).toMatchObject({ status: 'approved', outcome: 'listed' });
  expect(world.faults).toHaveLength(1);
  await first.close();
  const second = await world.open();
  expect(await second.submissions.status(id)).toEqual(state);
});

test('an approval that was committed but never stored is reported with its outcome after a restart', async () => {
  world.served.set(TIDES, {});
  const first = await world.open();
  await block();
  const { submission_id: id } = await first.submissions.submit(originOfServer(TIDES), {});
  await expect.poll(() => world.faults.length).toBe(1);
  await first.close();
  await rm(done);
  await mkdir(done);
  const second = await world.open();
  expect(await decided(second, id)).toMatchObject({ status: 'approved', outcome: 'listed' });
  expect(world.checks.get(TIDES)).toBe(1);
});
