import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { endpoint } from './endpoints.fixture.ts';
import { findResult, ORIGIN, type Scripted, verified } from './scripted-fetcher.fixture.ts';

async function reachable(paths: Readonly<Record<string, Scripted>>) {
  const manifest = sampleManifest({ endpoints: Object.keys(paths).map(path => endpoint(path)) });
  const script = Object.fromEntries(Object.entries(paths).map(([path, answer]) => [ORIGIN + path, answer]));
  const { report } = await verified(manifest, script);
  return { report, result: findResult(report, 'endpoints_reachable') };
}

describe('an endpoint', () => {
  test.each<Scripted>([200, 204, 301, 308, 400, 401, 402, 403, 405, 406, 422, 429, 'too-large', 'bad-encoding'])(
    'counts as reachable if it returns %s',
    async answer => {
      const { report, result } = await reachable({ '/a': answer });
      expect(result.outcome).toBe('passed');
      expect(report).toMatchObject({ passed: true, endpoints_reachable: true, errors: [], retryable: false });
    },
  );

  test.each<Scripted>([404, 410, 'connection-refused', 'dns-not-found'])(
    'counts as unreachable if it returns %s',
    async answer => {
      const { report, result } = await reachable({ '/a': answer });
      expect(result).toMatchObject({ outcome: 'failed', severity: 'error', passed: false });
      expect(result.hint).toContain('/a');
      expect(report).toMatchObject({ passed: false, endpoints_reachable: false, retryable: false });
      expect(report.errors).toMatchObject([{ pointer: '/endpoints', rule: 'endpoints_reachable' }]);
    },
  );

  test.each<Scripted>([500, 502, 503, 504, 'timeout', 'connection-reset', 'our-side', 418, { rejected: 'No.' }])(
    'gives an inconclusive result if it returns %s',
    async answer => {
      const { report, result } = await reachable({ '/a': answer });
      expect(result).toMatchObject({ outcome: 'inconclusive', passed: false });
      expect(report).toMatchObject({ passed: false, endpoints_reachable: false, retryable: true });
    },
  );
});

describe('several endpoints', () => {
  test('pass if one is reachable, and list the unreachable ones', async () => {
    const { result } = await reachable({ '/a': 404, '/b': 503, '/c': 200 });
    expect(result).toMatchObject({ outcome: 'passed', message: '1 of 3 probed endpoints responded.' });
    expect(result.hint).toMatch(/\/a:/);
    expect(result.evidence.map(({ url, status }) => [url, status])).toEqual([
      [`${ORIGIN}/a`, 404],
      [`${ORIGIN}/b`, 503],
      [`${ORIGIN}/c`, 200],
    ]);
  });

  test('give an inconclusive result if one is inconclusive and the others are unreachable', async () => {
    expect((await reachable({ '/a': 404, '/b': 'timeout' })).result.outcome).toBe('inconclusive');
  });

  test('fail if all are unreachable', async () => {
    expect((await reachable({ '/a': 404, '/b': 410 })).result.outcome).toBe('failed');
  });
});

test('probes the first five different URLs without required values, with GET and without redirects', async () => {
  const endpoints = [
    endpoint('/post', [], 'POST'),
    endpoint('/delete', [], 'DELETE'),
    endpoint('/needs', ['q!']),
    endpoint('/things/{id}'),
    endpoint('/things/:id'),
    endpoint('/things/<id>'),
    endpoint('/files/*'),
    endpoint('/#Action=One'),
    endpoint('/#Action=Two'),
    endpoint('/two words', ['page']),
    endpoint('/c?d=e'),
    endpoint('//evil.example/x'),
    endpoint('/e'),
    endpoint('/never'),
  ];
  const expected = ['/', '/two%20words', '/c?d=e', '//evil.example/x', '/e'].map(path => ORIGIN + path);
  const { fetcher, report } = await verified(
    sampleManifest({ endpoints }),
    Object.fromEntries(expected.map(url => [url, 200])),
  );
  expect(findResult(report, 'endpoints_reachable').evidence.map(({ url }) => url)).toEqual(expected);
  expect(fetcher.requests.slice(1)).toEqual(
    expected.map(url => expect.objectContaining({ url, method: 'GET', redirects: 'return', body: 'drop' })),
  );
});

test('skips the check if all endpoints require values, and the report passes', async () => {
  const endpoints = [endpoint('/post', [], 'POST'), endpoint('/needs', ['q!']), endpoint('/things/{id}')];
  const { report } = await verified(sampleManifest({ endpoints }));
  expect(findResult(report, 'endpoints_reachable')).toMatchObject({ outcome: 'skipped', passed: true, evidence: [] });
  expect(report).toMatchObject({ passed: true, endpoints_reachable: false });
});

test("shortens and escapes a publisher's path in messages", async () => {
  const path = `/\u202e\u001b[2J${'x'.repeat(500)}`;
  const endpoints = [endpoint(path)];
  const { report } = await verified(sampleManifest({ endpoints }), { [new URL(ORIGIN + path).href]: 404 });
  const { hint } = findResult(report, 'endpoints_reachable');
  expect(hint).toContain('/\\u202e\\u001b[2Jxxx');
  expect(hint?.length).toBeLessThan(250);
});
