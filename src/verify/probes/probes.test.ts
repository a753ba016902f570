import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import type { Endpoint } from '#manifest/manifest.ts';
import { endpoint } from '../checks/endpoints.fixture.ts';
import { createControlUrl } from './control-url.ts';
import { listMissingValues, selectProbes, selectProbesInSteps } from './probes.ts';

const ORIGIN = 'https://api.example.com';

/** Returns an endpoint whose parameters have further members, such as `example`. All are required. */
function described(path: string, parameters: Readonly<Record<string, object>>, method: Endpoint['method'] = 'GET') {
  const plain = endpoint(
    path,
    Object.keys(parameters).map(name => `${name}!`),
    method,
  );
  return { ...plain, parameters: plain.parameters.map(each => ({ ...each, ...parameters[each.name] })) };
}

function urlsOf(...endpoints: readonly Endpoint[]): readonly string[] {
  return selectProbes(sampleManifest({ endpoints }), ORIGIN).map(({ url }) => url.replace(ORIGIN, ''));
}

describe('the selection of probes', () => {
  test('prefers complete calls, then incomplete ones, then the paths of other methods', () => {
    const endpoints = [
      endpoint('/orders', [], 'POST'),
      endpoint('/search', ['q!']),
      described('/things/{id}', { id: { example: 42 } }),
      endpoint('/status'),
      endpoint('/unknown/{id}', ['id!']),
    ];
    expect(selectProbes(sampleManifest({ endpoints }), ORIGIN)).toEqual([
      { pointer: '/endpoints/3', kind: 'plain', method: 'GET', path: '/status', url: `${ORIGIN}/status` },
      { pointer: '/endpoints/2', kind: 'examples', method: 'GET', path: '/things/{id}', url: `${ORIGIN}/things/42` },
      { pointer: '/endpoints/1', kind: 'incomplete', method: 'GET', path: '/search', url: `${ORIGIN}/search` },
      { pointer: '/endpoints/0', kind: 'other_method', method: 'POST', path: '/orders', url: `${ORIGIN}/orders` },
    ]);
  });

  test('counts a call as complete without the optional placeholders of its query string', () => {
    const optional = described('/t?of={q}&unit={unit}', { q: { example: 'a' }, unit: { required: false } });
    const required = described('/t?of={q}&unit={unit}', { q: { example: 'a' }, unit: {} });
    const probesOf = (endpoint: Endpoint) => selectProbes(sampleManifest({ endpoints: [endpoint] }), ORIGIN);
    expect([optional, required].flatMap(probesOf)).toMatchObject([
      { kind: 'examples', url: `${ORIGIN}/t?of=a` },
      { kind: 'incomplete', url: `${ORIGIN}/t?of=a` },
    ]);
  });

  test('covers the path prefixes of the API', () => {
    const paths = ['/v1/a/1', '/v1/a/2', '/v1/a/3', '/v1/a/4', '/v1/a/5', '/v1/b/1', '/v1/b/2', '/v1/c'];
    expect(urlsOf(...paths.map(path => endpoint(path)))).toEqual(['/v1/a/1', '/v1/b/1', '/v1/c', '/v1/a/2', '/v1/b/2']);
  });

  test('has at most five different URLs', () => {
    const paths = ['/#Action=One', '/#Action=Two', '/two words', '/c?d=e', '//evil.example/x', '/e', '/never'];
    expect(urlsOf(...paths.map(path => endpoint(path)))).toEqual(['/', '/two%20words', '/c?d=e', '/e', '/never']);
  });

  test('requests a URL as the declared GET if another method has the same path', () => {
    const [probe] = selectProbes(
      sampleManifest({ endpoints: [endpoint('/things', [], 'DELETE'), endpoint('/things')] }),
      ORIGIN,
    );
    expect(probe).toMatchObject({ pointer: '/endpoints/1', kind: 'plain', method: 'GET' });
  });
});

describe('the values of a probe', () => {
  test.each<[string, Endpoint, string]>([
    ['an example', described('/t', { q: { example: 'low tide' } }), '/t?q=low%20tide'],
    ['a default', described('/t', { q: { default: 7 } }), '/t?q=7'],
    ['a location in another case', described('/t', { q: { in: 'Query', example: 7 } }), '/t?q=7'],
    ['a location that is unknown', described('/t', { q: { in: 'url', example: 7 } }), '/t?q=7'],
    ['a location that the path lacks', described('/t', { q: { in: 'path', example: 7 } }), '/t?q=7'],
    ['the first value of an enum', described('/t', { q: { enum: ['m', 'ft'] } }), '/t?q=m'],
    ['an example before a default', described('/t', { q: { default: 1, example: 2 } }), '/t?q=2'],
    ['a default if the example is unusable', described('/t', { q: { example: {}, default: 3 } }), '/t?q=3'],
    ['a list', described('/t', { q: { example: ['a', 'b'] } }), '/t?q=a&q=b'],
    ['a list in one value', described('/t', { q: { example: ['a', 'b'], explode: false } }), '/t?q=a%2Cb'],
    [
      'a list with another delimiter',
      described('/t', { q: { type: 'array', style: 'pipeDelimited', example: ['a', 'b'] } }),
      '/t?q=a%7Cb',
    ],
    [
      'the items of a text',
      described('/t', { q: { type: 'array', style: 'pipeDelimited', example: 'a|b' } }),
      '/t?q=a%7Cb',
    ],
    [
      'a JSON document',
      described('/t', { q: { content_type: 'application/json', example: ['a'] } }),
      '/t?q=%5B%22a%22%5D',
    ],
    ['a label in the path', described('/t/{id}', { id: { style: 'label', example: [1, 2] } }), '/t/.1.2'],
    ['a matrix in the path', described('/t/{id}', { id: { style: 'matrix', example: 1 } }), '/t/;id=1'],
    ['several parameters', described('/t/{id}', { id: { example: 'x/y' }, q: { example: false } }), '/t/x%2Fy?q=false'],
    ['a placeholder in the query', described('/t?of={q}', { q: { example: 'a&b' } }), '/t?of=a%26b'],
    [
      'names that only look like credentials',
      described('/t/{key}', { key: { example: 1 }, page_token: { example: 2 } }),
      '/t/1?page_token=2',
    ],
    ['a parameter that the path already has', described('/t?q=1', { q: { example: 2 } }), '/t?q=1'],
    [
      'other forms of placeholders',
      described('/t/:id/<int:n>/[m]', { id: { example: 1 }, n: { example: 2 }, m: { example: 3 } }),
      '/t/1/2/3',
    ],
    [
      'placeholders next to a dot or a hyphen',
      described('/t/:a-:b/:c.:d', { a: { example: 1 }, b: { example: 2 }, c: { example: 3 }, d: { example: 4 } }),
      '/t/1-2/3.4',
    ],
    ['the path of a write', described('/t/{id}', { id: { example: 1 }, body: { example: 2 } }, 'PUT'), '/t/1'],
  ])('come from %s', (_, declared, url) => {
    expect(urlsOf(declared)).toEqual([url]);
  });

  test.each<[string, Endpoint, readonly string[]]>([
    ['a credential in the query', described('/t', { api_key: { example: 'k' } }), ['/t']],
    ['a credential in the path', described('/t/{accessToken}', { accessToken: { example: 'k' } }), []],
    ['a header', described('/t', { 'X-Version': { example: '2' } }), ['/t']],
    ['a parameter in a header', described('/t', { version: { in: 'header', example: '2' } }), ['/t']],
    ['a cookie', described('/t', { theme: { in: 'cookie', example: '2' } }), ['/t']],
    ['a query placeholder without a value', endpoint('/t?q={q}&of=1', ['q!']), ['/t?of=1']],
    ['a path placeholder without a value', endpoint('/t/{id}', ['id!']), []],
    ['a wildcard', endpoint('/t/*'), []],
  ])('never contain %s', (_, declared, urls) => {
    expect(urlsOf(declared)).toEqual(urls);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['in the query', { in: 'query', name: 'appid' }],
    ['in the short form', { query: 'appid' }],
    [
      'sent with another',
      {
        credentials: [
          { in: 'header', name: 'X-Id' },
          { in: 'query', name: 'appid' },
        ],
      },
    ],
    ['of an alternative', { in: 'header', name: 'X-Id', alternatives: [{ in: 'query', name: 'appid' }] }],
  ])('never contain a credential that authentication.config declares %s', (_, config) => {
    const authentication = { required: true, config };
    const declared = described('/t', { appid: { example: 'k' }, q: { example: 'low' } });
    const urls = (manifest: Parameters<typeof sampleManifest>[0]) =>
      selectProbes(sampleManifest(manifest), ORIGIN).map(({ url }) => url);
    expect(urls({ endpoints: [declared], authentication })).toEqual([`${ORIGIN}/t?q=low`]);
    const own = { ...declared, authentication };
    expect(urls({ endpoints: [own, { ...declared, path: '/u' }] })).toEqual([
      `${ORIGIN}/u?appid=k&q=low`,
      `${ORIGIN}/t?q=low`,
    ]);
  });

  test.each<[string, unknown]>([
    ['dot segments', '..'],
    ['dot segments within', '../../admin'],
    ['backslashes', '..\\..\\admin'],
    ['a line break', 'a\r\nHost: evil.example'],
    ['NUL', 'a\0b'],
    ['10 KB', 'x'.repeat(10_240)],
    ['nothing', ''],
    ['half a character', '\ud800'],
    ['an object', { id: 1 }],
    ['null', null],
    ['a long list', Array(100).fill(1)],
  ])('never put a hostile value in a path: %s', (_, example) => {
    expect(urlsOf(described('/t/{id}', { id: { example } }))).toEqual([]);
  });

  test('never lead to another origin or another path', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'https://evil.example/',
        '//evil.example',
        '@evil.example',
        '..%2f..',
        '%2e%2e',
        '?a=b',
        '#x',
        ';',
        '.',
      ),
      fc.anything(),
    );
    const paths = fc.constantFrom('/t/{id}', '/t/.{id}', '/t/{id}.json', '/{id}', '/t?x={id}', '/t/{id}/{id}');
    fc.assert(
      fc.property(paths, hostile, (path, example) => {
        for (const { url } of selectProbes(
          sampleManifest({ endpoints: [described(path, { id: { example }, q: { example } })] }),
          ORIGIN,
        )) {
          const { origin, pathname, hash } = new URL(url);
          expect(origin).toBe(ORIGIN);
          expect(hash).toBe('');
          expect(pathname.split('/').length).toBe(path.split('?')[0]?.split('/').length);
          expect(url).toMatch(/^[\x21-\x7e]{1,2048}$/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the control URL', () => {
  test.each<[readonly string[], string]>([
    [['/v1/tides'], '/v1/no-such-path-x'],
    [['/v1/tides', '/v1/moon/phase'], '/v1/no-such-path-x'],
    [['/tides', '/moon'], '/no-such-path-x'],
    [['/v1/users/{id}', '/v1/users/{id}/posts'], '/v1/no-such-path-x'],
    [['/{tenant}/users'], '/no-such-path-x'],
    [['/{page}'], '/no-such-path-x'],
    [['/search?q={q}'], '/no-such-path-x'],
  ])('shares the parent path of the endpoints %j', (paths, expected) => {
    const manifest = sampleManifest({ endpoints: paths.map(path => endpoint(path)) });
    expect(createControlUrl(manifest, ORIGIN, 'x')).toBe(ORIGIN + expected);
  });

  // With a URL for each of the directories, this takes minutes.
  test('takes little time for paths with 100,000 common directories', () => {
    const directories = `/${'a/'.repeat(100_000)}`;
    const endpoints = [endpoint(`${directories}${'../'.repeat(100_000)}tides`), endpoint(`${directories}moon`)];
    const manifest = sampleManifest({ endpoints });
    expect(measureCpuMs(() => void createControlUrl(manifest, ORIGIN, 'x'))).toBeLessThan(400);
  });
});

describe('the selection from a hostile manifest', () => {
  test('does not probe long paths, and points to them', () => {
    const manifest = sampleManifest({ endpoints: [described(`/${'{id}'.repeat(250_000)}`, { id: { example: 1 } })] });
    expect(selectProbes(manifest, ORIGIN)).toEqual([]);
    expect(listMissingValues(manifest, ORIGIN, 3)).toMatchObject([{ pointer: '/endpoints/0/path' }]);
    expect(measureCpuMs(() => void selectProbes(manifest, ORIGIN))).toBeLessThan(50);
  });

  test.each([
    ['long paths', 100, (index: number) => endpoint(`/${index % 7}/${'../'.repeat(2000)}${index}`)],
    ['many endpoints', 2000, (index: number) => endpoint(`/${index % 7}/${index}`)],
    ['many parameters', 20, (index: number) => endpoint(`/${index % 7}/${index}`, Array(200).fill('id'))],
  ])('of %s lets other requests run in between, with the same result', async (_, length, create) => {
    const endpoints = Array.from({ length }, (_, index) => create(index));
    const manifest = sampleManifest({ endpoints });
    let hasOtherRun = false;
    setImmediate(() => (hasOtherRun = true));
    const probes = await selectProbesInSteps(manifest, ORIGIN);
    expect(hasOtherRun).toBe(true);
    expect(probes).toEqual(selectProbes(manifest, ORIGIN));
    expect(probes).toHaveLength(5);
  });

  test('does not probe an endpoint with a list for each of 4,000 parameters', () => {
    const example = Array.from({ length: 20 }, String);
    const names = Array.from({ length: 4000 }, (_, index) => [`p${index}`, { example }] as const);
    const manifest = sampleManifest({ endpoints: [described('/tides', Object.fromEntries(names))] });
    expect(selectProbes(manifest, ORIGIN)).toEqual([]);
  });
});
