import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { endpoint } from './endpoints.fixture.ts';
import { findResult, ORIGIN, type Scripted, verified } from './scripted-fetcher.fixture.ts';

const ADDRESS = `${ORIGIN}/.well-known/api-manifest.json`;
const MANIFEST = sampleManifest({ endpoints: [endpoint('/a')] });
const TEXT = JSON.stringify(MANIFEST);
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function served(body: unknown, headers: Readonly<Record<string, string>> = JSON_TYPE): Scripted {
  return { status: 200, headers, body };
}

async function fetched(answer: Scripted) {
  const verification = await verified(MANIFEST, { [ADDRESS]: answer, [`${ORIGIN}/a`]: 200 });
  return { ...verification, result: findResult(verification.report, 'manifest_reachable') };
}

describe('a served manifest', () => {
  test('passes with its hash and validators', async () => {
    const headers = { ...JSON_TYPE, etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 09:00:00 GMT' };
    const { report, document, result } = await fetched(served(TEXT, headers));
    const sha256 = createHash('sha256').update(TEXT).digest('hex');
    expect(result).toMatchObject({ outcome: 'passed', severity: 'error', hint: null });
    expect(result.evidence).toEqual([
      { method: 'GET', url: ADDRESS, status: 200, at: '2026-11-21T09:30:00Z', ms: 50, sha256 },
    ]);
    expect(document).toMatchObject({
      value: MANIFEST,
      sha256,
      notModified: false,
      etag: '"1"',
      lastModified: 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    expect(report).toMatchObject({
      passed: true,
      url: ORIGIN,
      manifest_url: ADDRESS,
      validated_at: '2026-11-21T09:30:00Z',
      spec_version: 'apimanifest-0.3',
      schema_valid: true,
      errors: [],
    });
    expect(report.checks.map(({ name }) => name)).toEqual([
      'manifest_reachable',
      'schema_valid',
      'lint',
      'endpoints_reachable',
      'auth_verified',
      'payment_ready',
    ]);
  });

  test('receives a request for JSON that follows redirects', async () => {
    const { fetcher } = await fetched(served(TEXT));
    expect(fetcher.requests[0]).toMatchObject({
      url: ADDRESS,
      method: 'GET',
      headers: { accept: 'application/json' },
      redirects: 'follow',
      body: 'read',
      listingOrigin: ORIGIN,
    });
  });

  test('includes redirects in its evidence', async () => {
    const redirects = [{ status: 308, to: `${ORIGIN}/manifest.json` }];
    const { result } = await fetched({ status: 200, headers: JSON_TYPE, body: TEXT, redirects });
    expect(result.evidence[0]?.note).toBe(`redirected to ${ORIGIN}/manifest.json`);
  });

  test('passes with a hint if it has another media type', async () => {
    const { result } = await fetched(served(TEXT, { 'content-type': 'text/html' }));
    expect(result).toMatchObject({ outcome: 'passed', hint: 'Serve it with Content-Type: application/json.' });
  });

  test('passes with a lint warning if it has a byte-order mark', async () => {
    const { report } = await fetched(served(`\u{feff}${TEXT}`));
    expect(report.passed).toBe(true);
    expect(findResult(report, 'lint')).toMatchObject({
      outcome: 'failed',
      passed: false,
      severity: 'warning',
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'byte-order-mark' })]),
    });
  });
});

describe('an unavailable manifest', () => {
  test.each<[Scripted, RegExp]>([
    [404, /Serve the manifest at \/\.well-known/],
    [410, /Serve the manifest at/],
    [401, /without credentials/],
    [403, /bot protection/],
    [400, /status 200/],
    [204, /status 200/],
    [304, /status 200/],
    ['connection-refused', /Start the server/],
    ['dns-not-found', /Check the host name/],
    ['tls', /certificate/],
    ['redirect-off-origin', /on this origin/],
    ['too-large', /1 MiB/],
    [{ rejected: 'The address is not public.' }, /another one/],
  ])('fails for %j and stops further probes', async (answer, hint) => {
    const { report, result, fetcher, document } = await fetched(answer);
    expect(result).toMatchObject({ outcome: 'failed', passed: false, hint: expect.stringMatching(hint) });
    expect(report).toMatchObject({ passed: false, schema_valid: false, spec_version: null, retryable: false });
    expect(report.errors).toMatchObject([{ pointer: '', rule: 'manifest_reachable', message: result.message }]);
    expect(report.checks.slice(1).map(({ outcome }) => outcome)).toEqual(Array(5).fill('skipped'));
    expect(fetcher.requestLines).toHaveLength(1);
    expect(document).toBeUndefined();
  });

  test.each<[Scripted, RegExp]>([
    [500, /try again later/],
    [503, /try again later/],
    [429, /try again later/],
    [408, /try again later/],
    [425, /try again later/],
    ['timeout', /within 10 seconds/],
    ['dns-failed', /try again later/],
    ['connection-reset', /try again later/],
    ['our-side', /try again later/],
  ])('gives an inconclusive result for %s', async (answer, hint) => {
    const { report, result } = await fetched(answer);
    expect(result).toMatchObject({ outcome: 'inconclusive', passed: false, hint: expect.stringMatching(hint) });
    expect(report).toMatchObject({ passed: false, retryable: true, badges: [] });
    expect(report.errors).toHaveLength(1);
  });

  test('returns the Retry-After delay of the origin', async () => {
    expect((await fetched({ status: 503, retryAfter: 120 })).retryAfter).toBe(120);
  });
});

describe('an invalid manifest', () => {
  test.each([
    ['HTML', '<!doctype html>\n<title>Welcome</title>', 'json', { line: 1, column: 1 }],
    ['broken JSON', '{\n  "name": "x",\n}', 'json', { line: 3, column: 1 }],
    ['nothing', '', 'json', { line: 1, column: 1 }],
    ['a duplicate key', '{\n  "name": "x",\n  "name": "y"\n}', 'duplicate-name', { line: 3 }],
    ['too many levels', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`, 'depth', { line: 1 }],
  ])('fails for %s with its position', async (_, body, rule, position) => {
    const { report, result } = await fetched(served(body));
    expect(result).toMatchObject({ outcome: 'failed', findings: [expect.objectContaining({ rule })] });
    expect(report.errors).toEqual(result.findings);
    expect(report.errors[0]?.position).toMatchObject(position);
    expect(report).toMatchObject({ passed: false, retryable: false });
  });

  test.each([
    ['an object of another format', { schema_version: 'v1', name_for_model: 'x' }, '/spec_version'],
    ['an unknown version', { ...MANIFEST, spec_version: 'apimanifest-0.1' }, '/spec_version'],
    ['a list', [MANIFEST], ''],
    ['endpoints as an object', { ...MANIFEST, endpoints: { list: '/a' } }, '/endpoints'],
    ['a version with two numbers', { ...MANIFEST, version: '1.0' }, '/version'],
  ])('fails the schema for %s', async (_, value, pointer) => {
    const { report, fetcher } = await fetched(served(value));
    expect(findResult(report, 'manifest_reachable').outcome).toBe('passed');
    expect(findResult(report, 'schema_valid')).toMatchObject({ outcome: 'failed', severity: 'error' });
    expect(report.errors).toEqual([expect.objectContaining({ pointer })]);
    expect(report).toMatchObject({ passed: false, schema_valid: false, badges: [] });
    expect(fetcher.requestLines).toHaveLength(1);
  });
});

describe('a known manifest', () => {
  const known = {
    value: MANIFEST,
    sha256: 'ab'.repeat(32),
    etag: '"1"',
    lastModified: 'Sat, 21 Nov 2026 09:00:00 GMT',
  };

  test('gets all checks again if it is unchanged', async () => {
    const { report, document, fetcher } = await verified(undefined, { [ADDRESS]: 304, [`${ORIGIN}/a`]: 200 }, known);
    expect(fetcher.requests[0]?.headers).toEqual({
      accept: 'application/json',
      'if-none-match': '"1"',
      'if-modified-since': 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    expect(document).toMatchObject({ ...known, notModified: true });
    expect(report).toMatchObject({ passed: true, schema_valid: true, endpoints_reachable: true });
  });

  test('gets all checks in its new state if it changed', async () => {
    const changed = { ...MANIFEST, version: '2.0.0' };
    const script = { [ADDRESS]: served(changed), [`${ORIGIN}/a`]: 200 };
    const { document } = await verified(undefined, script, known);
    expect(document).toMatchObject({ value: changed, notModified: false });
    expect(document?.sha256).not.toBe(known.sha256);
  });
});
