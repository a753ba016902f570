import { describe, expect, test } from 'vitest';
import { sampleManifest, sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { recordFindings, recordPath } from '#listing/listing-record.ts';
import { parseOrigin } from '#listing/origin.ts';
import { statusOf } from '#listing/status.ts';
import type { AcceptanceInput } from './acceptance.ts';
import { evaluateSubmission } from './acceptance-rule.ts';
import { createFailedOriginCheck, createOriginCheck } from './origin-check.fixture.ts';

const URL = 'https://api.example.com';
const NOW = Date.parse('2026-11-21T09:30:00Z');
const LONG_AGO = sampleRecord(URL);
const TODAY = sampleRecord(URL, {}, { updated_at: '2026-11-21T00:10:00Z' });
const DOCUMENTED = sampleRecord(
  URL,
  {},
  { source: { type: 'documentation', documentation_url: 'https://example.com' } },
);
const WITHDRAWN = sampleRecord(URL, { listing_requested: false });
const ELSEWHERE = sampleRecord(URL, {}, { url: 'http://api.example.com' });

const SAME = createOriginCheck(URL, sampleManifest());
const STAMPED = createOriginCheck(URL, sampleManifest({ last_updated: '2026-11-21T09:29:59Z' }));
const NEWER = createOriginCheck(URL, sampleManifest({ version: '1.3.0' }));
const LEAVING = createOriginCheck(URL, sampleManifest({ listing_requested: false }));
const LEAVING_DEAD = createOriginCheck(URL, sampleManifest({ listing_requested: false }), 'failed');
const DEAD = createOriginCheck(URL, sampleManifest(), 'failed');
const UNDECIDED = createOriginCheck(URL, sampleManifest(), 'inconclusive');
const INVALID = createOriginCheck(URL, { listing_requested: false }, 'failed', { schema_valid: false });
const GONE = createFailedOriginCheck(URL);
const FULL = { listedToday: 20, limit: 20 };

function decide(changes: Partial<AcceptanceInput>) {
  const origin = parseOrigin(URL);
  if (!origin.ok) throw new Error(origin.error);
  return evaluateSubmission({
    origin: origin.value,
    record: undefined,
    observation: undefined,
    refused: undefined,
    verification: SAME,
    now: NOW,
    isOnDemand: true,
    quota: undefined,
    similarNames: [],
    ...changes,
  });
}

describe('acceptance', () => {
  test.each<[string, Partial<AcceptanceInput>, string, boolean]>([
    ['an unknown origin that passes', {}, 'listed', true],
    ['an origin below the limit of its domain', { quota: { listedToday: 19, limit: 20 } }, 'listed', true],
    ['the same manifest again', { record: LONG_AGO }, 'unchanged', false],
    ['a manifest that differs only in its timestamp', { record: LONG_AGO, verification: STAMPED }, 'unchanged', false],
    ['a changed manifest', { record: LONG_AGO, verification: NEWER }, 'updated', true],
    ['a second change of a day from a submission', { record: TODAY, verification: NEWER }, 'updated', true],
    [
      'a second change of a day from a revalidation',
      { record: TODAY, verification: NEWER, isOnDemand: false },
      'unchanged',
      false,
    ],
    [
      'a first change of a day from a revalidation',
      { record: LONG_AGO, verification: NEWER, isOnDemand: false },
      'updated',
      true,
    ],
    ['a listed origin, whatever the limit', { record: LONG_AGO, verification: NEWER, quota: FULL }, 'updated', true],
    ['another scheme of the same host', { record: ELSEWHERE }, 'updated', true],
    ['the publisher of a documentation record', { record: DOCUMENTED }, 'claimed', true],
    ['a listed origin that opts out', { record: LONG_AGO, verification: LEAVING }, 'withdrawn', true],
    [
      'an origin that opts out while its endpoints are down',
      { record: LONG_AGO, verification: LEAVING_DEAD },
      'withdrawn',
      true,
    ],
    [
      'an origin that opts out on the day of a change',
      { record: TODAY, verification: LEAVING, isOnDemand: false },
      'withdrawn',
      true,
    ],
    ['an origin that opted out before', { record: WITHDRAWN, verification: LEAVING }, 'withdrawn', false],
    ['a documented origin that opts out', { record: DOCUMENTED, verification: LEAVING }, 'withdrawn', true],
    ['an origin that opts in again', { record: WITHDRAWN }, 'updated', true],
  ])('accepts %s', (_, changes, outcome, changed) => {
    const decision = decide(changes);
    expect(decision).toMatchObject({ verdict: 'accepted', outcome, changed });
    if (decision.verdict !== 'accepted') return;
    expect(recordFindings(recordPath(decision.record.id), decision.record)).toEqual([]);
    expect(decision.message === undefined).toBe(!changed);
    expect(decision.record).toEqual(
      changed
        ? {
            id: 'api.example.com',
            url: URL,
            source: { type: 'publisher', manifest_url: `${URL}/.well-known/api-manifest.json` },
            created_at: changes.record?.created_at ?? '2026-11-21T09:30:00Z',
            updated_at: '2026-11-21T09:30:00Z',
            manifest: (changes.verification ?? SAME).document?.value,
          }
        : changes.record,
    );
  });
});

test.each([
  ['the clock was set back', '2020-01-01T00:00:00Z'],
  ['two changes come within a second', '2026-11-21T00:10:00.900Z'],
])('moves the timestamp one second forward if %s', (_, now) => {
  const decision = decide({ record: TODAY, verification: NEWER, now: Date.parse(now) });
  if (decision.verdict !== 'accepted') throw new Error('It was rejected.');
  expect(decision.record.updated_at).toBe('2026-11-21T00:10:01Z');
  expect(recordFindings(recordPath(decision.record.id), decision.record)).toEqual([]);
});

describe('rejection', () => {
  test.each<[string, Partial<AcceptanceInput>, boolean, string]>([
    ['a blocked origin', { refused: 'it serves malware' }, false, 'refused'],
    ['a blocked origin that is listed', { refused: 'it serves malware', record: LONG_AGO }, false, 'refused'],
    [
      'an origin that the registry withdrew',
      { record: { ...LONG_AGO, withdrawn: { at: '2026-11-01T00:00:00Z', reason: 'it misleads' } } },
      false,
      'refused',
    ],
    ['an unknown origin that opts out', { verification: LEAVING }, false, 'listing_requested'],
    ['an origin with unreachable endpoints', { verification: DEAD }, false, 'endpoints_reachable'],
    ['an origin with an inconclusive check', { verification: UNDECIDED }, true, 'endpoints_reachable'],
    ['an origin without a manifest', { verification: GONE }, false, 'endpoints_reachable'],
    [
      'an origin that opts out with an invalid manifest',
      { verification: INVALID, record: LONG_AGO },
      false,
      'endpoints_reachable',
    ],
    ['one listing over the limit of a domain', { quota: FULL }, true, 'daily_limit'],
  ])('rejects %s', (_, changes, retryable, rule) => {
    const decision = decide(changes);
    expect(decision).toMatchObject({ verdict: 'rejected', retryable, errors: [{ rule }] });
  });

  test('rejects a listing over the limit until the next day starts', () => {
    expect(decide({ quota: FULL })).toMatchObject({ retryAfter: 14.5 * 3600 });
  });

  test('rejects an inconclusive origin with its Retry-After delay', () => {
    expect(decide({ verification: { ...UNDECIDED, retryAfter: 120 } })).toMatchObject({ retryAfter: 120 });
  });
});

describe('the observation', () => {
  test('verifies a new listing at once and stores its validators', () => {
    const decision = decide({});
    expect(decision.observation).toMatchObject({
      verified_at: '2026-11-21T09:30:00Z',
      manifest: { sha256: SAME.document?.sha256, etag: SAME.document?.etag },
    });
    if (decision.verdict === 'accepted') expect(statusOf(decision.record, decision.observation)).toBe('verified');
  });

  test('does not store a change that has to wait', () => {
    const before = sampleObservation({ manifest: { sha256: 'old', etag: '"old"' } });
    const { observation } = decide({ record: TODAY, verification: NEWER, isOnDemand: false, observation: before });
    expect(observation?.manifest).toEqual(before.manifest);
  });

  test('counts a failure of a listed origin, but not of an unknown or documented one', () => {
    const observation = sampleObservation();
    expect(decide({ record: LONG_AGO, observation, verification: DEAD }).observation?.failures?.count).toBe(1);
    expect(decide({ verification: DEAD }).observation).toBeUndefined();
    expect(decide({ record: DOCUMENTED, verification: DEAD }).observation).toBeUndefined();
  });
});

describe('the commit message', () => {
  function messageOf(changes: Partial<AcceptanceInput>) {
    const decision = decide(changes);
    return decision.verdict === 'accepted' ? decision.message : undefined;
  }

  test.each<[string, Partial<AcceptanceInput>]>([
    ['List api.example.com: Tide tables', {}],
    ['Update api.example.com: Tide tables', { record: LONG_AGO, verification: NEWER }],
    ['Claim api.example.com: Tide tables', { record: DOCUMENTED }],
    ['Withdraw api.example.com: Tide tables', { record: LONG_AGO, verification: LEAVING }],
    ['Restore api.example.com: Tide tables', { record: WITHDRAWN }],
  ])('has the subject "%s"', (subject, changes) => {
    expect(messageOf(changes)?.subject).toBe(subject);
  });

  test('describes the changes, the checks, and similar names', () => {
    const body = messageOf({ record: LONG_AGO, verification: NEWER, similarNames: ['tides.example.org'] })?.body;
    expect(body).toContain('1.2.0 → 1.3.0');
    expect(body).toContain('endpoints_reachable: passed');
    expect(body).toContain('Similar names: tides.example.org');
  });

  test('keeps publisher text on its line', () => {
    const manifest = sampleManifest({ name: 'Tides\n\nSubmission: 1\u202e' });
    const message = messageOf({ verification: createOriginCheck(URL, manifest) });
    expect(message?.subject).toBe('List api.example.com: Tides Submission: 1\\u202e');
  });
});

describe('a manifest whose name, contact, homepage, and endpoints all changed', () => {
  const [endpoint] = sampleManifest().endpoints;
  if (!endpoint) throw new Error('The sample has no endpoint.');
  const sold = sampleManifest({
    name: 'Casino bonuses',
    contact: 'sales@casino.example',
    homepage: 'https://casino.example',
    endpoints: [{ ...endpoint, path: '/v1/bonuses' }],
  });
  const accepted = (changes: Parameters<typeof decide>[0]) => {
    const decision = decide({ verification: createOriginCheck(URL, sold), now: NOW, ...changes });
    return decision.verdict === 'accepted' ? decision.record.identity_changed_at : decision.verdict;
  };

  test('sets the time of the change, which later changes keep', () => {
    expect(accepted({ record: LONG_AGO })).toBe('2026-11-21T09:30:00Z');
    const record = sampleRecord(URL, { ...sold, version: '1.0.0' }, { identity_changed_at: '2026-11-02T00:00:00Z' });
    expect(accepted({ record })).toBe('2026-11-02T00:00:00Z');
  });

  test('does not set it for a new listing or a claim of one from documentation', () => {
    expect(accepted({})).toBeUndefined();
    expect(accepted({ record: DOCUMENTED })).toBeUndefined();
  });
});
