import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { endpoint } from './endpoints.fixture.ts';
import { findResult, ORIGIN, type Scripted, verified } from './scripted-fetcher.fixture.ts';

const REQUIRED = { required: true, type: 'api_key', instructions: 'Ask for a key at the address in contact.' } as const;

/** Paths that end in `!` have a required parameter. */
async function auth(paths: Readonly<Record<string, Scripted>>, authentication: object = REQUIRED) {
  const endpoints = Object.keys(paths).map(path => endpoint(path.replace('!', ''), path.endsWith('!') ? ['q!'] : []));
  const script = Object.fromEntries(
    Object.entries(paths).map(([path, answer]) => [ORIGIN + path.replace('!', ''), answer]),
  );
  const manifest = { ...sampleManifest({ endpoints }), authentication };
  const { report, fetcher } = await verified(manifest, script);
  return { report, fetcher, result: findResult(report, 'auth_verified') };
}

describe('a manifest that requires credentials', () => {
  test.each([401, 403])('earns the badge if a request without credentials returns %d', async status => {
    const { report, result } = await auth({ '/a': 404, '/b': status });
    expect(result).toMatchObject({ outcome: 'passed', severity: 'warning' });
    expect(report).toMatchObject({ passed: true, auth_verified: true, badges: ['auth-verified'] });
  });

  test('earns the badge with a hint if some endpoints are open', async () => {
    const { result } = await auth({ '/status': 200, '/b': 401 });
    expect(result.outcome).toBe('passed');
    expect(result.hint).toContain('/status');
  });

  test('gets a warning if all endpoints are open', async () => {
    const { report, result } = await auth({ '/a': 200, '/b': 404 });
    expect(result).toMatchObject({ outcome: 'failed', severity: 'warning' });
    expect(result.message).toContain('GET /a returned 200');
    expect(report).toMatchObject({ passed: true, auth_verified: false, badges: [] });
  });

  test.each<Scripted>([404, 400, 302, 402])('earns no badge if no endpoint requires them (%s)', async status => {
    expect((await auth({ '/a': status })).result.outcome).toBe('failed');
  });

  test.each<Scripted>([503, 429, 'timeout'])('gets an inconclusive result if all responses are %s', async answer => {
    const { report, result } = await auth({ '/a': answer });
    expect(result.outcome).toBe('inconclusive');
    expect(report.badges).toEqual([]);
  });

  test('gets probes without required parameters, and never with guessed values', async () => {
    const { fetcher, report } = await auth({ '/search!': 401 });
    expect(fetcher.requestLines).toContain(`GET ${ORIGIN}/search`);
    expect(report.badges).toEqual(['auth-verified']);
  });

  test('gets no result from an endpoint without its required parameter', async () => {
    expect((await auth({ '/search!': 400 })).result).toMatchObject({ outcome: 'skipped' });
  });

  test('gets each probe once', async () => {
    const { fetcher } = await auth({ '/a': 401, '/b': 200 });
    expect(new Set(fetcher.requestLines).size).toBe(fetcher.requestLines.length);
  });

  test('earns nothing for 401 on undeclared paths', async () => {
    const manifest = sampleManifest({ endpoints: [endpoint('/a')], authentication: REQUIRED });
    const script = { [`${ORIGIN}/a`]: 404, [`${ORIGIN}/`]: 401, [`${ORIGIN}/admin`]: 401 };
    const { fetcher, report } = await verified(manifest, script);
    expect(report.badges).toEqual([]);
    expect(fetcher.requestLines).toEqual([`GET ${ORIGIN}/.well-known/api-manifest.json`, `GET ${ORIGIN}/a`]);
  });
});

describe('a manifest that requires no credentials', () => {
  const none = { required: false, type: 'none' };

  test('earns no badge and skips the check', async () => {
    const { report, result } = await auth({ '/a': 200 }, none);
    expect(result.outcome).toBe('skipped');
    expect(report).toMatchObject({ auth_verified: false, badges: [] });
  });

  test('gets a warning if each decisive endpoint requires some', async () => {
    const { report, result } = await auth({ '/a': 404, '/b': 401 }, none);
    expect(result).toMatchObject({ outcome: 'failed', severity: 'warning' });
    expect(result.message).toContain('GET /b returned 401');
    expect(report.badges).toEqual([]);
  });

  test.each<Scripted>([400, 403, 404, 503])('gets no warning if no endpoint returns 401, but %s', async answer => {
    expect((await auth({ '/a': answer }, none)).result.outcome).toBe('skipped');
  });

  test('gets no warning if only some endpoints require them', async () => {
    expect((await auth({ '/a': 401, '/b': 200 }, none)).result.outcome).toBe('skipped');
  });
});
