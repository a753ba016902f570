import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Origin } from '#listing/origin.ts';
import {
  decided,
  originOfServer,
  submitted,
  type TestRegistry,
  testRegistry,
} from '#submission/local/local-registry.fixture.ts';
import type { LocalRegistry } from '#submission/local/local-registry.ts';
import { submissionId } from '#submission/local/pipeline/submission-files.ts';
import type { VerifyForSubmission } from '#submission/local/pipeline/verify.ts';
import { createFailedOriginCheck, createOriginCheck } from '#submission/origin-check.fixture.ts';

const HONEST = 'https://api.honest.example';

let world: TestRegistry;
beforeEach(async () => {
  world = await testRegistry();
  world.served.set(HONEST, {});
});
afterEach(() => world.remove());

/** A check that hangs for hosts of slow0.example, slow1.example, and so on, and counts the checks per domain. */
function slowChecks() {
  const running = new Map<string, number>();
  let most = 0;
  return {
    most: () => most,
    total: () => [...running.values()].reduce((sum, count) => sum + count, 0),
    verify({ url, host }: Origin) {
      const domain = host.split('.').slice(-2).join('.');
      if (!domain.startsWith('slow')) return Promise.resolve(createOriginCheck(url, sampleManifest()));
      const count = (running.get(domain) ?? 0) + 1;
      running.set(domain, count);
      most = Math.max(most, count);
      return new Promise<never>(() => undefined);
    },
  };
}

test('decides an honest submission without delay among 200 submissions of 20 slow domains', async () => {
  const checks = slowChecks();
  const registry = await world.open({ local: false, verify: checks.verify });
  const ids: string[] = [];
  for (let n = 0; n < 200; n++) ids.push(await submit(registry, `https://host${n}.slow${n % 20}.example`));
  const state = await submitted(registry, HONEST);
  expect(state).toMatchObject({ status: 'approved', outcome: 'listed' });

  // It did not wait for any of them. Neither does the next one.
  const states = await Promise.all(ids.map(id => registry.submissions.status(id)));
  expect(states.every(each => each?.status === 'pending' || each?.status === 'validating')).toBe(true);
  expect(await submitted(registry, 'https://api.second.example')).toMatchObject({ status: 'approved' });
  await expect.poll(checks.total).toBe(60);
  expect(checks.most()).toBe(3);
});

test('checks a domain with inconclusive checks less and less often', async () => {
  const registry = await world.open({ local: false, verify: inconclusiveExceptHonest });
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await submit(registry, `https://host${n}.down.example`));
  expect(await submitted(registry, HONEST)).toMatchObject({ status: 'approved' });
  const [first = ''] = ids;
  expect(await decided(registry, first)).toMatchObject({ status: 'rejected', retryable: true });
  const states = await Promise.all(ids.map(id => registry.submissions.status(id)));
  expect(states.filter(each => each?.status === 'pending').length).toBeGreaterThan(6);
});

test('applies neither backoff nor quota to requests with local privileges', async () => {
  const registry = await world.open({ local: true, verify: inconclusiveExceptHonest, newListingsADay: 2 });
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await submit(registry, `https://host${n}.down.example`, true));
  for (const id of ids) expect(await decided(registry, id)).toMatchObject({ status: 'rejected', retryable: true });
});

test('checks with the local privileges of the submission, also after a restart', async () => {
  const privileges = new Map<string, unknown[]>();
  const verify: VerifyForSubmission = ({ url }, _, __, isPrivileged) => {
    privileges.set(url, [...(privileges.get(url) ?? []), isPrivileged]);
    return new Promise(() => undefined);
  };
  const submissions = [
    ['https://api.one.example', true],
    ['https://api.two.example', false],
    ['https://api.three.example', undefined],
  ] as const;
  const first = await world.open({ local: true, verify });
  for (const [url, isPrivileged] of submissions) await submit(first, url, isPrivileged);
  await expect.poll(() => privileges.size).toBe(3);
  await first.close();
  await world.open({ local: true, verify });
  const expected = submissions.map(([url, isPrivileged]) => [url, [isPrivileged, isPrivileged]] as const);
  await expect.poll(() => privileges).toEqual(new Map<string, unknown>(expected));
});

test('limits the checks of each port of an IP address and of localhost separately', async () => {
  const started: string[] = [];
  const registry = await world.open({
    local: true,
    verify({ url }) {
      started.push(url);
      return new Promise(() => undefined);
    },
  });
  const urls = [4001, 4002, 4003, 4004].flatMap(port => [`http://127.0.0.1:${port}`, `http://localhost:${port}`]);
  for (const url of urls) await submit(registry, url);
  await expect.poll(() => started.toSorted()).toEqual(urls.toSorted());
});

test('enforces the daily quota for submissions that were open at the same time', async () => {
  const folder = path.join(world.dataDir, 'submissions', 'open');
  await mkdir(folder, { recursive: true });
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) {
    const url = `https://api${n}.example.com`;
    world.served.set(url, { name: `API ${n}` });
    const time = '2026-11-21T09:30:00Z';
    const submission_id = submissionId(Date.now() + n);
    const facts = { listing_id: `api${n}.example.com`, url, status: 'pending', created_at: time, updated_at: time };
    await writeFile(path.join(folder, `${submission_id}.json`), JSON.stringify({ submission_id, ...facts }));
    ids.push(submission_id);
  }
  const registry = await world.open({ newListingsADay: 3 });
  const states = await Promise.all(ids.map(id => decided(registry, id)));
  expect(states.filter(({ status }) => status === 'approved')).toHaveLength(3);
  const rejected = states.filter(({ status }) => status === 'rejected');
  expect(rejected).toMatchObject(rejected.map(() => ({ retryable: true, errors: [{ rule: 'daily_limit' }] })));
  expect(world.told).toHaveLength(3);
});

async function inconclusiveExceptHonest({ url }: Origin) {
  return url === HONEST ? createOriginCheck(url, sampleManifest()) : createFailedOriginCheck(url, 'inconclusive');
}

async function submit(registry: LocalRegistry, url: string, isPrivileged?: boolean): Promise<string> {
  return (await registry.submissions.submit(originOfServer(url), { isPrivileged })).submission_id;
}
