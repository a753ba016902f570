import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckResult } from '#contract/report.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath } from '#listing/listing-record.ts';
import { readObservation, readRecord, writeRecord } from '#store/record-files.ts';
import { createGit } from '../git/git.ts';
import { decided, originOfServer, submitted, type TestRegistry, testRegistry } from './local-registry.fixture.ts';
import type { LocalRegistry } from './local-registry.ts';
import { submissionId } from './pipeline/submission-files.ts';

const TIDES = 'https://tides.example.com';

let world: TestRegistry;
beforeEach(async () => {
  world = await testRegistry();
});
afterEach(() => world.remove());

function git(registry: LocalRegistry, ...args: string[]): Promise<string> {
  return createGit(path.join(registry.directories.registry, '.git')).run(args).then(String);
}

describe('a submission', () => {
  test('creates a commit, a record, and an observation, and sends a notification, if the origin passes', async () => {
    world.served.set(TIDES, {});
    const registry = await world.open();
    const state = await submitted(registry, TIDES);
    expect(state).toMatchObject({ status: 'approved', outcome: 'listed', listing_id: 'tides.example.com', live: true });
    expect(await readRecord(registry.directories.registry, 'tides.example.com')).toMatchObject({ ok: true });
    expect(await readObservation(registry.directories.observations, 'tides.example.com')).toMatchObject({ ok: true });
    expect(world.told).toMatchObject([{ status: 'verified', record: { url: TIDES } }]);
    expect(await git(registry, 'log', '-1', '--format=%an <%ae> %s')).toBe(
      'Harbor APIs <registry@localhost> List tides.example.com: Tide tables\n',
    );
    const committed = await git(registry, 'show', `main:listings/${recordPath('tides.example.com')}`);
    expect(committed).toBe(
      await readFile(path.join(registry.directories.registry, 'listings', recordPath('tides.example.com')), 'utf8'),
    );
  });

  test('goes through pending and validating and lists finished checks', async () => {
    const ended: CheckResult = {
      name: 'manifest_reachable',
      passed: true,
      severity: 'error',
      outcome: 'passed',
      message: 'The manifest is reachable.',
      hint: null,
      evidence: [],
    };
    const checking = Promise.withResolvers<void>();
    const going = Promise.withResolvers<never>();
    const registry = await world.open({
      verify: (_origin, _signal, onResult) => {
        onResult(ended);
        checking.resolve();
        return going.promise;
      },
      maxConcurrentChecks: 1,
    });
    const first = await registry.submissions.submit(originOfServer(TIDES), {});
    const second = await registry.submissions.submit(originOfServer('https://other.example.com'), {});
    await checking.promise;
    expect(await registry.submissions.status(first.submission_id)).toMatchObject({
      status: 'validating',
      checks: [ended],
    });
    const waiting = await registry.submissions.status(second.submission_id);
    expect(waiting).toMatchObject({ status: 'pending' });
    expect(waiting).not.toHaveProperty('checks');
  });

  test('ends as rejected with its report, and leaves no record, if the origin fails', async () => {
    const registry = await world.open();
    const before = await git(registry, 'rev-parse', 'main');
    expect(await submitted(registry, TIDES)).toMatchObject({
      status: 'rejected',
      retryable: false,
      errors: [{ rule: 'endpoints_reachable' }],
      report: { passed: false, url: TIDES },
    });
    expect(await git(registry, 'rev-parse', 'main')).toBe(before);
    expect(world.told).toEqual([]);
  });

  test('ends as rejected and retryable after an internal error', async () => {
    const registry = await world.open({ verify: () => Promise.reject(new Error('broken')) });
    expect(await submitted(registry, TIDES)).toMatchObject({ status: 'rejected', retryable: true });
    expect(world.faults).toHaveLength(1);
  });

  test('succeeds even if the notification fails', async () => {
    world.served.set(TIDES, {});
    const registry = await world.open({ onListing: () => Promise.reject(new Error('deaf')) });
    expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved' });
    expect(world.faults).toHaveLength(1);
  });

  test('reuses an open one, and starts a new check after the decision', async () => {
    world.served.set(TIDES, {});
    const registry = await world.open();
    const [one, two] = await Promise.all([0, 1].map(() => registry.submissions.submit(originOfServer(TIDES), {})));
    expect(one?.submission_id).toBe(two?.submission_id);
    await decided(registry, one?.submission_id ?? '');
    expect(await submitted(registry, TIDES)).toMatchObject({ outcome: 'unchanged' });
    expect(world.checks.get(TIDES)).toBe(2);
  });

  test('does not exist for an unknown id', async () => {
    const registry = await world.open();
    for (const id of ['', '../open/x', '01890000-0000-7000-8000-000000000000', '%00']) {
      expect(await registry.submissions.status(id)).toBeUndefined();
    }
  });
});

test('lets an owner update, withdraw, and restore a listing', async () => {
  const registry = await world.open();
  const steps = [
    [{}, 'listed', 'verified'],
    [{ version: '1.3.0' }, 'updated', 'verified'],
    [{ listing_requested: false }, 'withdrawn', 'withdrawn'],
    [{ listing_requested: true }, 'updated', 'verified'],
  ] as const;
  for (const [manifest, outcome, status] of steps) {
    world.served.set(TIDES, manifest);
    expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved', outcome });
    expect(world.told.at(-1)?.status).toBe(status);
  }
  expect((await git(registry, 'log', '--format=%s')).split('\n')).toHaveLength(steps.length + 2);
});

test('replaces a documentation record with that of the publisher', async () => {
  const source = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;
  await writeRecord(world.registryDir, sampleRecord(TIDES, {}, { source }));
  world.served.set(TIDES, {});
  const registry = await world.open();
  expect(await submitted(registry, TIDES)).toMatchObject({ outcome: 'claimed' });
  expect(world.told).toMatchObject([{ status: 'verified', record: { created_at: '2026-11-01T00:00:00Z' } }]);
});

test('announces no change of a documented listing if its publisher does not pass', async () => {
  const source = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;
  await writeRecord(world.registryDir, sampleRecord(TIDES, {}, { source }));
  const registry = await world.open();
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'rejected' });
  expect(world.told).toEqual([]);
});

test('processes 200 simultaneous submissions correctly, ten of them for one origin', async () => {
  const addresses = Array.from({ length: 191 }, (_, n) => `http://localhost:${20_000 + n}`);
  for (const [n, address] of addresses.entries()) if (n % 10 !== 9) world.served.set(address, { name: `API ${n}` });
  const registry = await world.open();
  const all = [...addresses, ...Array.from({ length: 9 }, () => addresses[0] ?? '')];
  const states = await Promise.all(all.map(address => submitted(registry, address)));
  expect(new Set(states.map(({ submission_id }) => submission_id)).size).toBe(191);
  expect(states.filter(({ status }) => status === 'rejected')).toHaveLength(19);
  expect(world.told).toHaveLength(172);
  expect([...world.checks.values()].every(count => count === 1)).toBe(true);
  expect(Number(await git(registry, 'rev-list', '--count', 'main'))).toBe(172 + 1);
  await registry.close();
  expect(await git(registry, 'fsck', '--strict')).toBe('');
  const status = ['--work-tree', registry.directories.registry, 'status', '--porcelain'];
  expect(await git(registry, ...status)).toBe('');
  expect(world.faults).toEqual([]);
});

test('removes old decided submissions while it runs, because it may run for months', async () => {
  const registry = await world.open();
  const done = path.join(world.dataDir, 'submissions/done');
  const old = Array.from({ length: 10_000 }, (_, n) => submissionId(Date.parse('2026-11-01T00:00:00Z') + n));
  await Promise.all(old.map(id => writeFile(path.join(done, `${id}.json`), '')));
  const addresses = Array.from({ length: 300 }, (_, n) => `http://localhost:${20_000 + n}`);
  const states = await Promise.all(addresses.map(address => submitted(registry, address)));
  // The removal follows the last of a batch of decisions.
  await expect.poll(async () => (await readdir(done)).length).toBeLessThan(10_000 + addresses.length);
  const left = new Set(await readdir(done));
  expect(states.every(({ submission_id }) => left.has(`${submission_id}.json`))).toBe(true);
  expect(world.faults).toEqual([]);
});

describe('submit', () => {
  test('limits the new listings of a domain per day, but not updates', async () => {
    const now = Date.parse('2026-11-21T18:00:00Z');
    const registry = await world.open({ newListingsADay: 3, now: () => now });
    const addresses = [1, 2, 3, 4].map(n => `https://api${n}.example.com`);
    for (const address of addresses) world.served.set(address, {});
    const submit = (address: string) => registry.submissions.submit(originOfServer(address), {});
    const outcomes = await Promise.allSettled(addresses.map(submit));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { kind: 'too-many', retryAfter: 30 } },
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') await decided(registry, outcome.value.submission_id);
    }
    await expect(submit('https://api4.example.com')).rejects.toMatchObject({ kind: 'too-many', retryAfter: 6 * 3600 });
    expect(await submitted(registry, 'https://api1.example.com')).toMatchObject({ status: 'approved' });
    world.served.set('https://tides.example.org', {});
    expect(await submitted(registry, 'https://tides.example.org')).toMatchObject({
      outcome: 'listed',
      similar_names: ['api1.example.com', 'api2.example.com', 'api3.example.com'],
    });
  });

  test('counts the new listings of a domain from before a restart', async () => {
    const day = { newListingsADay: 1, now: () => Date.parse('2026-11-21T18:00:00Z') };
    world.served.set(TIDES, {});
    const registry = await world.open(day);
    await submitted(registry, TIDES);
    await registry.close();
    const { submissions } = await world.open(day);
    await expect(submissions.submit(originOfServer('https://b.example.com'), {})).rejects.toMatchObject({
      kind: 'too-many',
    });
    expect(await submissions.submit(originOfServer(TIDES), {})).toMatchObject({ listing_id: 'tides.example.com' });
  });
});

describe('the blocklist', () => {
  const BLOCKED = JSON.stringify([{ origin: TIDES, reason: 'It serves malware.' }]);

  async function block(text: string): Promise<void> {
    await mkdir(world.registryDir, { recursive: true });
    await writeFile(path.join(world.registryDir, 'refused.json'), text);
  }

  test('rejects an origin without a check', async () => {
    await block(BLOCKED);
    const registry = await world.open();
    await expect(registry.submissions.submit(originOfServer(TIDES), {})).rejects.toMatchObject({ kind: 'refused' });
    expect(world.checks.size).toBe(0);
  });

  test('applies to submissions that were open when an operator changed it', async () => {
    const registry = await world.open({ verify: () => new Promise(() => {}) });
    const { submission_id } = await registry.submissions.submit(originOfServer(TIDES), {});
    await registry.close();
    await block(BLOCKED);
    world.served.set(TIDES, {});
    const next = await world.open();
    expect(await decided(next, submission_id)).toMatchObject({ status: 'rejected', errors: [{ rule: 'refused' }] });
    expect(world.told).toEqual([]);
  });

  test('prevents a start if it is invalid, because blocked origins could be listed', async () => {
    await block('[{"origin": "tides.example.com"}]');
    await expect(world.open()).rejects.toThrow(/refused\.json is invalid: \/0: /);
  });
});

describe('the data directory', () => {
  // A read-only file system and a full disk need other rights or tools than tests have.
  test.each(['submissions/open', 'repository/.git/objects'])(
    'reports a problem as long as it cannot write to %s',
    async part => {
      world.served.set(TIDES, {});
      const registry = await world.open();
      expect(registry.problems()).toEqual([]);
      const folder = path.join(world.dataDir, part);
      await rename(folder, `${folder}.away`);
      await writeFile(folder, '');
      expect(await submitted(registry, TIDES).catch(({ kind }) => kind)).not.toMatchObject({ status: 'approved' });
      expect(world.faults).not.toEqual([]);
      await expect
        .poll(() => registry.problems())
        .toMatchObject([expect.stringContaining('cannot write to its data directory')]);

      await rm(folder);
      await rename(`${folder}.away`, folder);
      await expect.poll(() => registry.problems()).toEqual([]);
      expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved' });
    },
  );

  test('reports no problem after an error of a check', async () => {
    const registry = await world.open({ verify: () => Promise.reject(new Error('broken')) });
    await submitted(registry, TIDES);
    // Waits for the check of the directory that the error starts.
    await registry.close();
    expect(world.faults).toHaveLength(1);
    expect(registry.problems()).toEqual([]);
    expect(await readdir(path.join(world.dataDir, 'submissions/open'))).toEqual([]);
  });

  test('allows one server at a time', async () => {
    const registry = await world.open();
    await expect(world.open()).rejects.toThrow(/is used by another server/);
    await registry.close();
    await world.open();
  });

  test('keeps undecided submissions for the next start', async () => {
    const registry = await world.open({
      verify: (_origin, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const { submission_id } = await registry.submissions.submit(originOfServer(TIDES), {});
    await registry.close();
    expect(world.faults).toEqual([]);
    world.served.set(TIDES, {});
    const next = await world.open();
    expect(await decided(next, submission_id)).toMatchObject({ status: 'approved', outcome: 'listed' });
  });

  test('does not depend on Git environment variables', async () => {
    process.env.GIT_DIR = '/nowhere';
    process.env.GIT_AUTHOR_NAME = 'Somebody';
    world.served.set(TIDES, {});
    try {
      const registry = await world.open();
      expect(await submitted(registry, TIDES)).toMatchObject({ outcome: 'listed' });
      expect(await git(registry, 'log', '-1', '--format=%an')).toBe('Harbor APIs\n');
    } finally {
      delete process.env.GIT_DIR;
      delete process.env.GIT_AUTHOR_NAME;
    }
  });
});
