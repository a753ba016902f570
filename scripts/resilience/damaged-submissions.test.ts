import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decided, submitted, type TestRegistry, testRegistry } from '#submission/local/local-registry.fixture.ts';
import { submissionId } from '#submission/local/pipeline/submission-files.ts';

const TIDES = 'https://tides.example.com';
const TIME = '2026-11-21T09:30:00Z';

let world: TestRegistry;
let open: string;
let done: string;
beforeEach(async () => {
  world = await testRegistry();
  world.served.set(TIDES, {});
  open = path.join(world.dataDir, 'submissions', 'open');
  done = path.join(world.dataDir, 'submissions', 'done');
  for (const folder of [open, done]) await mkdir(folder, { recursive: true });
});
afterEach(() => world.remove());

function pending(submission_id: string): object {
  const listing_id = 'tides.example.com';
  return { submission_id, listing_id, url: TIDES, status: 'pending', created_at: TIME, updated_at: TIME };
}

const DAMAGE: Readonly<Record<string, (id: string) => string>> = {
  empty: () => '',
  'cut off': id => JSON.stringify(pending(id)).slice(0, 60),
  'an empty object': () => '{}',
  'not an object': () => 'null',
  'all zero bytes': () => '\0'.repeat(200),
  'of another submission': () => JSON.stringify(pending(submissionId(0))),
  'without a valid URL': id => JSON.stringify({ ...pending(id), url: 'tides' }),
  'of another listing': id => JSON.stringify({ ...pending(id), listing_id: 'other.example.com' }),
  'without a time': id => JSON.stringify({ ...pending(id), created_at: undefined }),
  'of an unknown status': id => JSON.stringify({ ...pending(id), status: 'lost' }),
};

describe('the local registry', () => {
  test.each(Object.entries(DAMAGE))(
    'renames and reports the file of an open submission that is %s, and decides other submissions',
    async (_, damaged) => {
      const [lost, kept] = [submissionId(1), submissionId(2)];
      const text = damaged(lost);
      await writeFile(path.join(open, `${lost}.json`), text);
      await writeFile(path.join(open, `${kept}.json`), JSON.stringify(pending(kept)));

      const registry = await world.open();
      expect(await decided(registry, kept)).toMatchObject({ status: 'approved', outcome: 'listed' });
      expect(await registry.submissions.status(lost)).toBeUndefined();
      expect(await readFile(path.join(open, `${lost}.json.damaged`), 'utf8')).toBe(text);
      expect(world.faults.map(String)).toEqual([expect.stringContaining(`${lost}.json is damaged`)]);
      expect(await readdir(done)).toEqual([`${kept}.json`]);
    },
  );

  test('renames a directory in place of a submission file', async () => {
    const id = submissionId(1);
    await mkdir(path.join(open, `${id}.json`));
    const registry = await world.open();
    expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved' });
    expect(await readdir(open)).toEqual([`${id}.json.damaged`]);
  });
});

describe('a file of a decided submission', () => {
  test.each(Object.entries(DAMAGE))('counts as missing and is renamed if it is %s', async (_, damaged) => {
    const id = submissionId(1);
    await writeFile(path.join(done, `${id}.json`), damaged(id));
    const registry = await world.open();
    expect(await registry.submissions.status(id)).toBeUndefined();
    expect(await registry.submissions.status(id)).toBeUndefined();
    expect(await readdir(done)).toEqual([`${id}.json.damaged`]);
    expect(world.faults).toHaveLength(1);
  });

  test('does not prevent the decision of its open submission if it is damaged', async () => {
    const id = submissionId(1);
    await writeFile(path.join(open, `${id}.json`), JSON.stringify(pending(id)));
    await writeFile(path.join(done, `${id}.json`), '{"submission_id":');
    const registry = await world.open();
    expect(await decided(registry, id)).toMatchObject({ status: 'approved' });
  });
});
