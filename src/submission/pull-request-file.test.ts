import { describe, expect, test } from 'vitest';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { type ListingRecord, recordText } from '#listing/listing-record.ts';
import { parseOrigin } from '#listing/origin.ts';
import { MAX_MANIFEST_DEPTH } from '#manifest/json-text.ts';
import type { Accepted } from './acceptance.ts';
import { evaluateSubmission } from './acceptance-rule.ts';
import { createOriginCheck } from './origin-check.fixture.ts';
import { checkPullRequestFile, reviewForPerson } from './pull-request-file.ts';

const URL = 'https://api.example.com';
const DOCUMENTATION = { source: { type: 'documentation', documentation_url: 'https://example.com/docs' } } as const;

function served(): Accepted {
  const origin = parseOrigin(URL);
  if (!origin.ok) throw new Error(origin.error);
  const decision = evaluateSubmission({
    origin: origin.value,
    record: undefined,
    observation: undefined,
    refused: undefined,
    verification: createOriginCheck(URL, sampleManifest()),
    now: Date.parse('2026-11-21T09:30:00Z'),
    isOnDemand: true,
    quota: undefined,
    similarNames: [],
  });
  if (decision.verdict !== 'accepted') throw new Error(decision.reason);
  return decision;
}

describe('the file of a pull request', () => {
  const decision = served();
  const { record } = decision;

  test('matches if it contains our record in any layout', () => {
    expect(checkPullRequestFile(recordText(record), decision)).toEqual({ verdict: 'equal' });
    const { manifest, ...rest } = record;
    expect(checkPullRequestFile(JSON.stringify({ manifest, ...rest }), decision)).toEqual({ verdict: 'equal' });
  });

  test.each<[string, Partial<ListingRecord>]>([
    ['created_at', { created_at: '2020-01-01T00:00:00Z' }],
    ['updated_at', { updated_at: '2030-01-01T00:00:00Z' }],
    ['last_updated', { manifest: { ...sampleManifest(), last_updated: '2026-11-20T00:00:00Z' } }],
  ])('matches except for %s, which gets our value', (_, changes) => {
    const text = recordText({ ...record, ...changes });
    expect(checkPullRequestFile(text, decision)).toEqual({ verdict: 'equal-but-times', text: recordText(record) });
  });

  test('matches with a manifest of the maximum depth', () => {
    let deep: unknown = null;
    for (let level = 1; level < MAX_MANIFEST_DEPTH; level++) deep = [deep];
    const manifest = { ...record.manifest, deep };
    const accepted = { ...decision, record: { ...record, manifest } };
    expect(checkPullRequestFile(recordText(accepted.record), accepted)).toEqual({ verdict: 'equal' });
  });

  test.each<[string, string, string]>([
    ['another manifest', recordText({ ...record, manifest: sampleManifest({ name: 'Other' }) }), '/manifest'],
    ['another origin', recordText(sampleRecord('https://other.example.com')), '/url'],
    ['a documentation source', recordText({ ...record, ...DOCUMENTATION }), '/url'],
    ['invalid JSON', 'garbage', ''],
    ['no record', '[]', ''],
    ['an id that leads elsewhere', JSON.stringify({ ...record, id: '../../x' }), '/id'],
  ])('differs with %s', (_, text, pointer) => {
    expect(checkPullRequestFile(text, decision)).toMatchObject({ verdict: 'different', errors: [{ pointer }] });
  });

  test('requires a maintainer for documentation', () => {
    expect(reviewForPerson(recordText({ ...record, ...DOCUMENTATION }), undefined)?.verdict).toBe('needs-person');
    expect(reviewForPerson(recordText(record), undefined)).toBeUndefined();
    expect(reviewForPerson('garbage', undefined)).toBeUndefined();
  });

  test('requires a maintainer for a withdrawal or a restoration', () => {
    const listed = recordText(record);
    const withdrawn = (reason: string) => recordText({ ...record, withdrawn: { at: record.created_at, reason } });
    const verdict = (text: string, present: string | undefined) => reviewForPerson(text, present)?.verdict;
    expect(verdict(withdrawn('sold'), listed)).toBe('needs-person');
    expect(verdict(withdrawn('sold'), undefined)).toBe('needs-person');
    expect(verdict(listed, withdrawn('sold'))).toBe('needs-person');
    expect(verdict(withdrawn('asked'), withdrawn('sold'))).toBe('needs-person');
    expect(verdict(withdrawn('sold'), withdrawn('sold'))).toBeUndefined();
    expect(verdict(listed, listed)).toBeUndefined();
  });
});
