import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Listing } from '#listing/listing.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { readRecord, writeObservation, writeRecord } from '#store/record-files.ts';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { observeOrigin } from '#verify/verify-origin.ts';
import { dueAt } from '../check-times.ts';
import type { CheckDueOptions } from '../revalidation.ts';
import { HOUR, type RevalidatedRegistry, revalidatedRegistry } from './revalidation.fixture.ts';

const SOURCE = { type: 'documentation', documentation_url: 'https://example.com/docs' } as const;

let publisher: ExamplePublisher;
let fetcher: GuardedFetcher;
let registry: RevalidatedRegistry;
let id: string;

beforeEach(async () => {
  publisher = await createExamplePublisher();
  fetcher = createGuardedFetcher({ siteUrl: 'https://registry.example', local: true });
  registry = await revalidatedRegistry([publisher.origin], { source: SOURCE });
  id = new URL(publisher.origin).host.replace(':', '_');
  const manifest = await (await fetch(publisher.origin + MANIFEST_PATH)).json();
  const record = await readRecord(registry.registryDir, id);
  if (!record?.ok) throw new Error('The record does not exist.');
  await writeRecord(registry.registryDir, { ...record.value, manifest });
});

afterEach(async () => {
  await Promise.all([publisher.close(), fetcher.close(), registry.remove()]);
});

const observe: CheckDueOptions['observe'] = ({ url }, manifest) =>
  observeOrigin(url, manifest, { fetcher, now: () => registry.now, local: true });

/** Revalidates after some hours, as a registry with a public URL does. */
async function run(hours: number) {
  registry.now += hours * HOUR;
  const { length } = publisher.requests;
  await registry.check({ observe });
  const { tally } = await registry.write();
  return { ...(await registry.listing(id)), tally, requests: publisher.requests.slice(length) };
}

function messagesOf({ observed }: Listing): readonly string[] {
  return observed.warnings.map(({ message }) => message);
}

describe('a listing from documentation', () => {
  test('gains observed facts and results, but no badge, status, or verification', async () => {
    const { status, badges, verified_at, observed, observation, tally } = await run(0);
    expect({ status, badges, verified_at }).toEqual({ status: 'unverified', badges: [], verified_at: null });
    expect(observed).toMatchObject({ responding: true, last_responded_at: '2026-11-21T00:00:00Z', uptime_90d: 100 });
    expect(observation).not.toHaveProperty('report');
    expect(observation?.results).toMatchObject([{ date: '2026-11-21', outcome: 'passed', checks: 1 }]);
    expect(tally).toMatchObject({ checked: 1, outcomes: { passed: 0, observed: 1 }, transitions: [], changes: [] });

    publisher.set({ endpointFailure: 'error' });
    const later = await run(24);
    expect(later.observed).toMatchObject({ responding: false, uptime_90d: 50 });
    expect(later.observed.last_responded_at).toBe('2026-11-21T00:00:00Z');
    expect(later.status).toBe('unverified');
  });

  test('gets at most 12 requests within 24 hours, none for a manifest, and only GET', async () => {
    const { requests } = await run(0);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThanOrEqual(12);
    expect(requests.filter(line => !line.startsWith('GET ') || line.includes(MANIFEST_PATH))).toEqual([]);
    for (const hours of [6, 6, 6, 5]) expect((await run(hours)).requests).toEqual([]);
    expect((await run(1)).requests).not.toEqual([]);
  });

  test('says after 7 days that its endpoints are gone, and no longer once one responds', async () => {
    await run(0);
    publisher.set({ endpointFailure: 'missing' });
    for (const failure of ['missing', 'missing', 'error', 'missing', 'missing', 'missing', 'missing'] as const) {
      // An outage does not restart the period.
      publisher.set({ endpointFailure: failure });
      const [message] = messagesOf(await run(24));
      expect(message).toMatch(failure === 'missing' ? /declares endpoints that do not exist/ : /does not use https/);
    }
    const { observed, observation } = await run(24);
    expect(observed.warnings[0]).toEqual({
      code: 'endpoint_missing',
      message: 'No documented endpoint has been found since 2026-11-22. One last responded on 2026-11-21.',
    });
    expect(dueAt(observation) - registry.now).toBe(24 * HOUR);
    publisher.set({ endpointFailure: 'none' });
    const back = await run(24);
    expect(back.observed.responding).toBe(true);
    expect(back.observed.warnings.map(({ code }) => code)).toEqual(['not_https']);
    expect(back.observation).not.toHaveProperty('gone_since');
  });

  test('gets a weekly check after two weeks without endpoints', async () => {
    publisher.set({ endpointFailure: 'missing' });
    for (let day = 0; day <= 15; day++) await run(24);
    for (let day = 1; day < 7; day++) expect((await run(24)).requests).toEqual([]);
    expect((await run(24)).requests).not.toEqual([]);
  });

  test('gets no probes if its origin is blocked, or if the registry does not watch documentation', async () => {
    const { length } = publisher.requests;
    expect(await registry.check({ observe, blocklist: () => 'The provider opted out.' })).toMatchObject({ due: 0 });
    expect(await registry.check()).toMatchObject({ due: 0 });
    expect(publisher.requests).toHaveLength(length);
  });

  test('never becomes due if no probe of its endpoints is possible', async () => {
    const record = await readRecord(registry.registryDir, id);
    if (!record?.ok) throw new Error('The record does not exist.');
    const { manifest } = record.value;
    const [endpoint] = manifest.endpoints;
    const endpoints = [{ ...endpoint, path: '/v1/places/{unknown}', parameters: [] }];
    await writeRecord(registry.registryDir, {
      ...record.value,
      manifest: { ...manifest, endpoints } as typeof manifest,
    });
    expect(await registry.check({ observe })).toEqual({ due: 0, checked: 0 });
  });

  test('keeps its results when its publisher claims it', async () => {
    await run(0);
    registry.behaviours.set(publisher.origin, {});
    const record = await readRecord(registry.registryDir, id);
    if (!record?.ok) throw new Error('The record does not exist.');
    const source = { type: 'publisher', manifest_url: publisher.origin + MANIFEST_PATH } as const;
    await writeRecord(registry.registryDir, { ...record.value, source });
    const { observation, status } = await run(24);
    expect(status).toBe('verified');
    expect(observation?.results?.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-22']);
  });
});

describe('a wait', () => {
  test('follows the Retry-After of the provider', async () => {
    const limited: CheckDueOptions['observe'] = async (origin, manifest) => {
      const seen = await observeOrigin(origin.url, manifest, { fetcher, now: () => registry.now, local: true });
      return { ...seen, retryAfter: 3 * 86_400 };
    };
    await registry.check({ observe: limited });
    await registry.write();
    expect(dueAt((await registry.listing(id)).observation) - registry.now).toBe(72 * HOUR);
  });

  test('is 24 hours after an inconclusive check, which keeps the facts of the one before', async () => {
    await run(0);
    const unknown: CheckDueOptions['observe'] = async (origin, manifest) => {
      const seen = await observeOrigin(origin.url, manifest, { fetcher, now: () => registry.now, local: true });
      return { ...seen, isGone: false, observed: { ...seen.observed, responding: null } };
    };
    registry.now += 24 * HOUR;
    await registry.check({ observe: unknown });
    await registry.write();
    const { observed, observation } = await registry.listing(id);
    expect(observed).toMatchObject({ responding: true, uptime_90d: 100 });
    expect(observation?.results?.at(-1)).toMatchObject({ date: '2026-11-22', outcome: 'inconclusive' });
    expect(dueAt(observation) - registry.now).toBe(24 * HOUR);
  });
});

test('does not count in the circuit breaker', async () => {
  await registry.remove();
  const origins = Array.from({ length: 30 }, (_, n) => `https://api${n}.example.com`);
  registry = await revalidatedRegistry(origins, { source: SOURCE });
  const [first = ''] = origins.map(origin => new URL(origin).host);
  // Of a time when the publisher served a manifest.
  const observation = {
    verified_at: '2026-11-01T00:00:00Z',
    last_checked_at: '2026-11-01T00:00:00Z',
    next_check_by: null,
    badges: [],
  };
  for (const origin of origins) await writeObservation(registry.observationsDir, new URL(origin).host, observation);
  const observed = {
    responding: false,
    endpoints_probed: 1,
    endpoints_responding: 0,
    last_responded_at: null,
    response_ms: null,
    warnings: [],
  };
  const dead: CheckDueOptions['observe'] = async () => ({ observed, isGone: true });
  expect(await registry.check({ observe: dead })).toEqual({ due: 30, checked: 30 });
  const { breakerReason, tally } = await registry.write();
  expect(breakerReason).toBeUndefined();
  expect(tally).toMatchObject({ checked: 30, passedBefore: 0, failNow: 0, outcomes: { observed: 30 } });
  expect((await registry.listing(first)).status).toBe('unverified');
});
