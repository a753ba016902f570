import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath } from '#listing/listing-record.ts';
import { instant } from '#listing/time/timestamp.ts';
import { readLastRun } from '#store/last-run.ts';
import { type BrokenFile, writeObservation, writeRecord } from '#store/record-files.ts';
import { removeFolder } from '#store/temporary-folder.fixture.ts';
import { makeUnreadable } from '#store/unreadable-file.fixture.ts';
import { addCommits, tipOf } from './git/commits.ts';
import { createGit, run } from './git/git.ts';
import { fillDisk } from './revalidation/full-disk.fixture.ts';
import { HOUR, type RevalidatedRegistry, revalidatedRegistry } from './revalidation/revalidation.fixture.ts';

const TIDES = 'https://tides.example.com';
const ID = 'tides.example.com';

let registry: RevalidatedRegistry;
afterEach(() => registry.remove());

function many(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `https://api${n}.example.com`);
}

function getRecordFile(): string {
  return path.join(registry.registryDir, 'listings', recordPath(ID));
}

function commits(): Promise<string> {
  return registry.ask('rev-list', '--count', 'main');
}

describe('the life of a listing', () => {
  test('goes from verified to lapsed after two failures 24 hours apart, and back to verified', async () => {
    registry = await revalidatedRegistry([TIDES]);
    const statusAfter = async (hours: number) => {
      const { tally } = await registry.run(hours);
      const { status } = await registry.listing(ID);
      return `${status}, ${tally.checked} checked`;
    };
    expect(await statusAfter(0)).toBe('verified, 1 checked');
    expect(await statusAfter(1)).toBe('verified, 0 checked');
    registry.behaviours.set(TIDES, 'failed');
    expect(await statusAfter(36)).toBe('verified, 1 checked');
    expect(await statusAfter(12)).toBe('verified, 0 checked');
    registry.behaviours.set(TIDES, 'inconclusive');
    expect(await statusAfter(12)).toBe('verified, 1 checked');
    registry.behaviours.set(TIDES, 'failed');
    expect(await statusAfter(1)).toBe('lapsed, 1 checked');
    registry.behaviours.set(TIDES, 'inconclusive');
    expect(await statusAfter(24)).toBe('lapsed, 1 checked');
    registry.behaviours.delete(TIDES);
    expect(await statusAfter(1)).toBe('verified, 1 checked');
    expect(await commits()).toBe('1');
  });

  test('includes commits for a withdrawal and a restoration by the origin', async () => {
    registry = await revalidatedRegistry([TIDES]);
    registry.behaviours.set(TIDES, { listing_requested: false });
    await registry.run(0);
    expect((await registry.listing(ID)).status).toBe('withdrawn');
    registry.behaviours.set(TIDES, {});
    await registry.run(36);
    expect((await registry.listing(ID)).status).toBe('verified');
    expect(await registry.ask('log', '--format=%s', 'main')).toBe(
      'Restore tides.example.com: Tide tables\nWithdraw tides.example.com: Tide tables\nSeed',
    );
    expect(await registry.ask('status', '--porcelain', 'registry')).toBe('');
  });
});

describe('checks', () => {
  test('cover due listings with the validators of the recorded manifest', async () => {
    registry = await revalidatedRegistry(many(20));
    await registry.run(0);
    expect([...registry.asked.values()]).toEqual(Array.from({ length: 20 }, () => undefined));
    await registry.run(23);
    expect(registry.asked.size).toBe(0);
    await registry.run(1);
    expect(registry.asked.size).toBe(20);
    expect([...registry.asked.values()].every(etag => etag?.startsWith('"'))).toBe(true);
  });

  test('skip documentation, blocked, and withdrawn listings', async () => {
    const source = { type: 'documentation', documentation_url: 'https://example.com' } as const;
    registry = await revalidatedRegistry([TIDES], { source });
    expect(await registry.check()).toEqual({ due: 0, checked: 0 });
    await registry.remove();
    registry = await revalidatedRegistry([TIDES], {
      withdrawn: { at: '2026-11-01T00:00:00Z', reason: 'It misleads.' },
    });
    expect(await registry.check()).toEqual({ due: 0, checked: 0 });
    await registry.remove();
    registry = await revalidatedRegistry([TIDES]);
    expect(await registry.check({ blocklist: () => 'it floods' })).toEqual({ due: 0, checked: 0 });
  });

  test.each([
    ['blocked', { blocklist: () => 'it floods' }, {}],
    ['withdrawn', {}, { withdrawn: { at: '2026-11-01T00:00:00Z', reason: 'It misleads.' } }],
  ])(
    'remove the deadline of a %s listing, which is due a day after its last check when it returns',
    async (_, changes, record) => {
      registry = await revalidatedRegistry([TIDES], record);
      const checkedAt = instant(registry.now - HOUR);
      const before = sampleObservation({ last_checked_at: checkedAt, next_check_by: '2026-11-22T06:00:00Z' });
      await writeObservation(registry.observationsDir, ID, before);
      expect(await registry.check(changes)).toEqual({ due: 0, checked: 0 });
      expect((await registry.write()).tally).toMatchObject({
        checked: 0,
        outcomes: { unscheduled: 1 },
        transitions: [],
      });
      expect(await registry.listing(ID)).toMatchObject({ last_checked_at: checkedAt, next_check_by: null });
      await registry.check(changes);
      expect((await registry.write()).tally.outcomes.unscheduled).toBe(0);

      await writeRecord(registry.registryDir, sampleRecord(TIDES));
      registry.now += 22 * HOUR;
      expect(await registry.check()).toEqual({ due: 0, checked: 0 });
      registry.now += HOUR;
      expect(await registry.check()).toEqual({ due: 1, checked: 1 });
    },
  );

  test('replace those of a clock that was ahead, once it is correct', async () => {
    registry = await revalidatedRegistry([TIDES]);
    await registry.run(0);
    await registry.run(30 * 24);
    await registry.run(-29 * 24);
    const { last_checked_at, verified_at } = await registry.listing(ID);
    expect([last_checked_at, verified_at]).toEqual(Array(2).fill(instant(registry.now)));
    expect(await registry.check()).toEqual({ due: 0, checked: 0 });
  });

  test.each([
    ['cannot be read', () => makeUnreadable(getRecordFile(), 'EIO')],
    [
      'is not valid JSON',
      async () => {
        await writeFile(getRecordFile(), '{');
        return () => undefined;
      },
    ],
  ])('skip and report a record that %s, and cover the others', async (_, damage) => {
    registry = await revalidatedRegistry([TIDES, ...many(3)]);
    const restore = await damage();
    const broken: string[] = [];
    const onBroken = ({ file }: BrokenFile) => void broken.push(file);
    try {
      expect(await registry.check({ shard: { index: 1, of: 2 }, onBroken })).toMatchObject({ due: expect.any(Number) });
      expect(await registry.check({ shard: { index: 2, of: 2 }, onBroken })).toMatchObject({ due: expect.any(Number) });
      expect((await registry.write()).tally.checked).toBe(3);
    } finally {
      restore();
    }
    expect(broken).toEqual([getRecordFile()]);
  });

  test('replace an observation that cannot be read', async () => {
    registry = await revalidatedRegistry([TIDES]);
    await registry.run(0);
    const restore = makeUnreadable(path.join(registry.observationsDir, recordPath(ID)), 'EIO');
    try {
      expect((await registry.run(1)).tally.outcomes.passed).toBe(1);
    } finally {
      restore();
    }
    expect(await registry.listing(ID)).toMatchObject({ status: 'verified', last_checked_at: instant(registry.now) });
  });

  test('cover each listing in exactly one of several shards', async () => {
    registry = await revalidatedRegistry(many(40));
    const counts: number[] = [];
    for (const index of [1, 2, 3]) counts.push((await registry.check({ shard: { index, of: 3 } })).checked);
    expect(counts.reduce((sum, count) => sum + count)).toBe(40);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect((await registry.write()).tally.checked).toBe(40);
    expect((await registry.ask('ls-tree', '-r', '--name-only', 'observations')).split('\n')).toHaveLength(40 + 1);
  });
});

describe('commits', () => {
  test('describe a changed manifest in words, at most once a day', async () => {
    registry = await revalidatedRegistry([TIDES]);
    registry.behaviours.set(TIDES, { version: '1.3.0' });
    const { tally } = await registry.run(0);
    expect(tally.changes).toEqual([{ id: ID, words: '1.2.0 → 1.3.0' }]);
    expect(await registry.ask('log', '-1', '--format=%s%n%an', 'main')).toBe(
      'Update tides.example.com: Tide tables\nPublic API Registry',
    );
    expect((await registry.listing(ID)).record).toMatchObject({
      created_at: '2026-11-01T00:00:00Z',
      updated_at: '2026-11-21T00:00:00Z',
      manifest: { version: '1.3.0' },
    });
    expect(await registry.ask('status', '--porcelain', 'registry')).toBe('');
    registry.behaviours.set(TIDES, { version: '1.4.0' });
    await rm(path.join(registry.observationsDir, recordPath(ID)));
    expect((await registry.run(23)).tally).toMatchObject({ checked: 1, changes: [] });
    await registry.run(36);
    expect((await registry.listing(ID)).record.manifest.version).toBe('1.4.0');
    expect(await commits()).toBe('3');
  });

  test('leave main unchanged after 200 unchanged checks, and add one commit of observations', async () => {
    registry = await revalidatedRegistry(many(200));
    const before = await tipOf(registry.git, 'main');
    await registry.run(0);
    const { tally } = await registry.run(36);
    expect(tally).toMatchObject({ checked: 200, outcomes: { passed: 200 }, changes: [], transitions: [] });
    expect(await tipOf(registry.git, 'main')).toBe(before);
    expect(await registry.ask('rev-list', '--count', 'observations')).toBe('1');
    expect((await registry.ask('ls-tree', '-r', '--name-only', 'observations')).split('\n')).toHaveLength(200 + 1);
    expect(await registry.ask('fsck', '--strict')).not.toMatch(/error|missing/);
  });

  test('do not occur if nothing was due', async () => {
    registry = await revalidatedRegistry([TIDES]);
    await registry.run(0);
    const before = await tipOf(registry.git, 'observations');
    await registry.run(1);
    expect(await tipOf(registry.git, 'observations')).toBe(before);
    expect(await readdir(registry.resultsDir)).toEqual([]);
    expect(await readLastRun(registry.observationsDir)).toBe(instant(registry.now));
  });

  test('include, at first, the observations of listings that were not due', async () => {
    registry = await revalidatedRegistry(many(2));
    const time = instant(registry.now);
    await writeObservation(
      registry.observationsDir,
      'api0.example.com',
      sampleObservation({ verified_at: time, last_checked_at: time, next_check_by: instant(registry.now + 36 * HOUR) }),
    );
    expect((await registry.run(0)).tally.checked).toBe(1);
    expect((await registry.ask('ls-tree', '-r', '--name-only', 'observations')).split('\n')).toHaveLength(2 + 1);
  });

  test('omit a record that was damaged on main after its check, and include the others', async () => {
    registry = await revalidatedRegistry([TIDES, ...many(1)]);
    registry.behaviours.set(TIDES, { version: '1.3.0' });
    await registry.check();
    const files = [{ path: `registry/listings/ex/${ID}.json`, content: '<<<<<<< HEAD' }];
    const conflict = { message: { subject: 'Merge', body: '' }, time: 0, files };
    await addCommits(registry.git, { name: 'main', tip: await tipOf(registry.git, 'main') }, [conflict]);
    expect((await registry.write()).outdated).toEqual(new Set([ID]));
    expect((await registry.listing('api0.example.com')).status).toBe('verified');
  });

  test('omit a record that changed after its check, so that it stays due', async () => {
    registry = await revalidatedRegistry([TIDES]);
    registry.behaviours.set(TIDES, { version: '1.3.0' });
    await registry.check();
    const content = (await registry.ask('show', `main:registry/listings/ex/${ID}.json`)).replace(
      '"updated_at": "2026-11-01',
      '"updated_at": "2026-11-20',
    );
    const files = [{ path: `registry/listings/ex/${ID}.json`, content }];
    const submission = { message: { subject: 'Update', body: '' }, time: 0, files };
    await addCommits(registry.git, { name: 'main', tip: await tipOf(registry.git, 'main') }, [submission]);
    expect((await registry.write()).outdated).toEqual(new Set([ID]));
    expect(await registry.ask('log', '-1', '--format=%s', 'main')).toBe('Update');
    expect((await registry.check()).due).toBe(1);
  });
});

describe('a registry that lists itself', () => {
  const self = { id: 'registry.example', host: 'registry.example', url: 'https://registry.example' };
  const faults: string[] = [];
  const check = () =>
    registry.check({ self, onFault: fault => void faults.push(fault instanceof Error ? fault.message : '') });

  test('gets listed by its first revalidation, and then checked like any other', async () => {
    registry = await revalidatedRegistry([TIDES]);
    expect(await check()).toEqual({ due: 2, checked: 2 });
    await registry.write();
    expect((await registry.listing(self.id)).status).toBe('verified');
    expect(await registry.ask('log', '-1', '--format=%s', 'main')).toMatch(/^List registry\.example: /);
    expect(await check()).toEqual({ due: 0, checked: 0 });
    registry.now += 24 * HOUR;
    expect(await check()).toEqual({ due: 2, checked: 2 });
  });

  test('stays unlisted while it is unreachable', async () => {
    registry = await revalidatedRegistry([TIDES]);
    registry.behaviours.set(self.url, 'failed');
    expect(await check()).toEqual({ due: 2, checked: 1 });
    expect(faults.join()).toMatch(/cannot list itself at https:\/\/registry\.example\. .*do not respond/);
    await registry.write();
    expect((await registry.check()).due).toBe(0);
    expect(await commits()).toBe('1');
  });

  test('stays unlisted if its origin is blocked', async () => {
    registry = await revalidatedRegistry([TIDES]);
    expect(await registry.check({ self, blocklist: ({ id }) => (id === self.id ? 'No.' : undefined) })).toMatchObject({
      due: 1,
    });
  });
});

describe('the circuit breaker', () => {
  async function runWithFailures(of: number, failing: number) {
    const origins = many(of);
    registry = await revalidatedRegistry(origins);
    await registry.run(0);
    for (const origin of origins.slice(0, failing)) registry.behaviours.set(origin, 'failed');
    return registry.run(36);
  }

  test('stops a run and writes nothing if more than a fifth and more than ten listings fail', async () => {
    const { breakerReason } = await runWithFailures(50, 11);
    expect(breakerReason).toMatch(/^11 of 50 listings that had passed now fail \(22%\)/);
    expect(await commits()).toBe('1');
    expect((await registry.listing('api0.example.com')).observation?.failures).toBeUndefined();
    expect(await readdir(registry.resultsDir)).toEqual(['stopped-results-1-of-1.ndjson']);
    expect((await registry.check()).due).toBe(50);
  });

  test.each([
    [50, 10],
    [55, 11],
  ])('allows a run with %i listings and %i failures', async (of, failing) => {
    const { breakerReason, tally } = await runWithFailures(of, failing);
    expect(breakerReason).toBeUndefined();
    expect(tally.failNow).toBe(failing);
    expect((await registry.listing('api0.example.com')).observation?.failures?.count).toBe(1);
  });

  test('ignores listings that failed before', async () => {
    await runWithFailures(50, 10);
    const { breakerReason, tally } = await registry.run(36);
    expect(breakerReason).toBeUndefined();
    expect(tally).toMatchObject({ passedBefore: 40, failNow: 0, outcomes: { failed: 10 } });
  });
});

describe('a killed run', () => {
  test('resumes where it stopped', async () => {
    registry = await revalidatedRegistry(many(30));
    const stop = new AbortController();
    const onProgress = (done: number) => done === 10 && stop.abort();
    const first = await registry.check({ stop: stop.signal, onProgress, atOnce: 1 });
    expect(first).toEqual({ due: 30, checked: 10 });
    await appendFile(path.join(registry.resultsDir, 'results-1-of-1.ndjson'), '{"id": "api3.exam');
    expect(await registry.check()).toEqual({ due: 30, checked: 30 });
    expect(registry.asked.size).toBe(20);
    expect((await registry.write()).tally.checked).toBe(30);
  });

  test('does not count as the last run if it did not check all due listings', async () => {
    registry = await revalidatedRegistry(many(3));
    const stop = new AbortController();
    await registry.check({ stop: stop.signal, onProgress: () => stop.abort(), atOnce: 1 });
    expect((await registry.write()).tally.checked).toBe(1);
    expect(await readLastRun(registry.observationsDir)).toBeUndefined();
  });

  test('counts as the last run only if all shards checked their due listings', async () => {
    registry = await revalidatedRegistry(many(20));
    const lastRun = () => registry.ask('show', 'observations:last-run.json').catch(() => undefined);
    await registry.check({ shard: { index: 1, of: 2 } });
    expect((await registry.write()).tally.checked).toBeGreaterThan(0);
    expect([await readLastRun(registry.observationsDir), await lastRun()]).toEqual([undefined, undefined]);
    registry.now += 24 * HOUR;
    for (const index of [1, 2]) await registry.check({ shard: { index, of: 2 } });
    await registry.write();
    expect(await readLastRun(registry.observationsDir)).toBe(instant(registry.now));
  });

  test('does not count as the last run without results', async () => {
    registry = await revalidatedRegistry([TIDES]);
    await registry.write();
    expect(await readLastRun(registry.observationsDir)).toBeUndefined();
  });

  test('does not count as the last run if it continued a complete one and stopped', async () => {
    registry = await revalidatedRegistry([TIDES]);
    await registry.check();
    await writeRecord(registry.registryDir, sampleRecord('https://a.example'));
    await writeRecord(registry.registryDir, sampleRecord('https://b.example'));
    const stop = new AbortController();
    await registry.check({ stop: stop.signal, onProgress: () => stop.abort(), atOnce: 1 });
    expect((await registry.write()).tally.checked).toBe(2);
    expect(await readLastRun(registry.observationsDir)).toBeUndefined();
  });

  test('starts again if it is old', async () => {
    registry = await revalidatedRegistry(many(3));
    await registry.check();
    registry.now += 13 * HOUR;
    await registry.check();
    expect(registry.asked.size).toBe(3);
    expect((await registry.write()).tally.checked).toBe(3);
  });

  test('writes the same again if it was writing', async () => {
    registry = await revalidatedRegistry([TIDES]);
    registry.behaviours.set(TIDES, { version: '1.3.0' });
    await registry.check();
    const results = path.join(registry.resultsDir, 'results-1-of-1.ndjson');
    const kept = await readFile(results);
    await registry.write();
    await writeFile(results, kept);
    await registry.write();
    expect(await commits()).toBe('2');
    expect((await registry.listing(ID)).status).toBe('verified');
  });
});

test('stops at the first result that cannot be stored, and resumes with the stored ones', async () => {
  registry = await revalidatedRegistry(many(30));
  // The first line of the file, and nine results.
  const disk = await fillDisk(registry.folder, 10);
  try {
    await expect(registry.check({ atOnce: 4 })).rejects.toThrow('ENOSPC');
    expect(registry.asked.size).toBeLessThan(9 + 2 * 4);
    await expect(registry.check()).rejects.toThrow('ENOSPC');
    expect(registry.asked.size).toBe(0);
    expect(disk.failed.filter(({ fd }) => fd !== -1)).toEqual([]);
  } finally {
    disk.free();
  }
  expect(await registry.check()).toEqual({ due: 30, checked: 30 });
  expect(registry.asked.size).toBe(30 - 9);
});

test('keeps results if an observation cannot be written, and writes them later', async () => {
  registry = await revalidatedRegistry([TIDES]);
  const blocking = path.join(registry.observationsDir, recordPath(ID));
  await registry.check();
  await mkdir(blocking, { recursive: true });
  await expect(registry.write()).rejects.toThrow();
  await removeFolder(blocking);
  expect((await registry.write()).tally.checked).toBe(1);
  expect((await registry.listing(ID)).status).toBe('verified');
});

test('writes no observations if those of other listings cannot be read', async () => {
  registry = await revalidatedRegistry([TIDES]);
  await registry.check();
  await symlink('loop', path.join(registry.folder, 'loop'));
  // The first commit of observations would lack those that it cannot read.
  const write = registry.write({ observationsDir: path.join(registry.folder, 'loop') });
  await expect(write).rejects.toThrow();
  expect(await tipOf(registry.git, 'observations')).toBeUndefined();
});

test('keeps results after a failed push and pushes them later', async () => {
  registry = await revalidatedRegistry([TIDES]);
  const remote = createGit(path.join(registry.folder, 'remote.git'));
  registry.behaviours.set(TIDES, { version: '1.3.0' });
  await registry.check();
  await expect(registry.write({ remote: { url: remote.dir } })).rejects.toThrow(/remote\.git/);
  await run(['clone', '--quiet', '--bare', registry.folder, remote.dir]);
  const { tally } = await registry.write({ remote: { url: remote.dir } });
  expect(tally.checked).toBe(1);
  expect(String(await remote.run(['log', '--format=%s', 'main']))).toBe(
    'Update tides.example.com: Tide tables\nSeed\n',
  );
  expect((await registry.write({ remote: { url: remote.dir } })).tally.checked).toBe(0);
});

test('pushes results on top of other commits', async () => {
  registry = await revalidatedRegistry([TIDES]);
  const remote = createGit(path.join(registry.folder, 'remote.git'));
  await run(['clone', '--quiet', '--bare', registry.folder, remote.dir]);
  registry.behaviours.set(TIDES, { version: '1.3.0' });
  await registry.check();
  const files = [{ path: 'README.md', content: 'Hello' }];
  const other = { message: { subject: 'Say hello', body: '' }, time: 0, files };
  await addCommits(remote, { name: 'main', tip: await tipOf(remote, 'main') }, [other]);
  await registry.write({ remote: { url: remote.dir } });
  expect(String(await remote.run(['log', '--format=%s', 'main']))).toBe(
    'Update tides.example.com: Tide tables\nSay hello\nSeed\n',
  );
  const noted = {
    message: { subject: 'Note', body: '' },
    time: 0,
    files: [{ path: 'xx/x.example.json', content: '{}' }],
  };
  await addCommits(remote, { name: 'observations', tip: await tipOf(remote, 'observations') }, [noted]);
  registry.now += 36 * HOUR;
  await registry.check();
  await registry.write({ remote: { url: remote.dir } });
  expect(String(await remote.run(['ls-tree', '-r', '--name-only', 'observations']))).toContain('xx/x.example.json');
  expect(String(await remote.run(['rev-list', '--count', 'observations']))).toBe('1\n');
  expect(await commits()).toBe('1');
});
