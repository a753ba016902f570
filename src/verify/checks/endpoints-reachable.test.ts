import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Endpoint } from '#manifest/manifest.ts';
import { endpoint } from './endpoints.fixture.ts';
import { CONTROL, findResult, ORIGIN, type Scripted, verified } from './scripted-fetcher.fixture.ts';

async function reachable(paths: Readonly<Record<string, Scripted>>) {
  const declared = Object.keys(paths).filter(path => path !== CONTROL);
  const manifest = sampleManifest({ endpoints: declared.map(path => endpoint(path)) });
  const script = Object.fromEntries(
    Object.entries(paths).map(([path, answer]) => [path === CONTROL ? CONTROL : ORIGIN + path, answer]),
  );
  const { report } = await verified(manifest, script);
  return { report, result: findResult(report, 'endpoints_reachable') };
}

describe('an endpoint', () => {
  test.each<Scripted>([200, 204, 301, 308, 400, 401, 402, 403, 405, 406, 415, 422, 429, 'too-large', 'bad-encoding'])(
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

  test.each<Scripted>([500, 502, 503, 504, 'timeout', 'connection-reset', 'our-side', { rejected: 'No.' }])(
    'gives an inconclusive result if it returns %s',
    async answer => {
      const { report, result } = await reachable({ '/a': answer });
      expect(result).toMatchObject({ outcome: 'inconclusive', passed: false });
      expect(report).toMatchObject({ passed: false, endpoints_reachable: false, retryable: true });
    },
  );
});

test('names the response that proves nothing', async () => {
  const { report, result } = await reachable({ '/a': 418 });
  expect(result).toMatchObject({
    outcome: 'failed',
    message: 'No response proves that an endpoint exists: GET /a returned 418.',
  });
  expect(report.retryable).toBe(false);
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
      [expect.stringContaining('/no-such-path-'), 404],
    ]);
  });

  test('give an inconclusive result if one is inconclusive and the others are unreachable', async () => {
    expect((await reachable({ '/a': 404, '/b': 'timeout' })).result.outcome).toBe('inconclusive');
  });

  test('fail if all are unreachable', async () => {
    expect((await reachable({ '/a': 404, '/b': 410 })).result.outcome).toBe('failed');
  });

  test('fail with a message in the singular if the only one is unreachable', async () => {
    const { result } = await reachable({ '/a': 404 });
    expect(result.message).toBe('The probed endpoint does not exist: GET /a returned 404.');
  });
});

test('sends GET requests without following redirects, and one control request', async () => {
  const paths = ['/', '/two%20words', '/c?d=e'];
  const { fetcher, report } = await verified(
    sampleManifest({ endpoints: [endpoint('/#Action=One'), endpoint('/two words', ['page']), endpoint('/c?d=e')] }),
    Object.fromEntries(paths.map(path => [ORIGIN + path, 200])),
  );
  expect(findResult(report, 'endpoints_reachable').outcome).toBe('passed');
  expect(fetcher.requests.slice(1)).toEqual(
    [...paths.map(path => ORIGIN + path), expect.stringContaining(`${ORIGIN}/no-such-path-`)].map(url =>
      expect.objectContaining({ url, method: 'GET', redirects: 'return', body: 'sample' }),
    ),
  );
});

describe('the control request', () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Welcome</p>' };

  test.each<[string, Scripted, Scripted]>([
    ['200 with the same body', page, page],
    ['another 2xx status with the same body', { ...page, status: 206 }, page],
    ['an empty 204', 204, 200],
    ['a redirect to one login page', redirectTo('/login?next=/a'), redirectTo('/login?next=/no-such-path')],
    ['a redirect to another origin', redirectTo('https://sso.example/'), redirectTo('https://sso.example/')],
    [
      'a redirect to the same path of another origin',
      redirectTo('https://www.example.com/a'),
      url => redirectTo(`https://www.example.com${new URL(url).pathname}`),
    ],
  ])('reveals that an origin responds to every path with %s', async (_, answer, control) => {
    const { report, result } = await reachable({ '/a': answer, [CONTROL]: control });
    expect(result).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('No probed endpoint responds differently from a path that does not exist'),
      hint: expect.stringContaining('Return 404 for paths that do not exist.'),
    });
    expect(report).toMatchObject({ passed: false, endpoints_reachable: false, retryable: false });
  });

  test.each<[string, string, (path: string) => string]>([
    ['JSON', '/a', path => `{"error":"not found","path":"${path}"}`],
    ['JSON with escaped slashes', '/v1/a', path => `{"error":"not found","path":"${path.replaceAll('/', '\\/')}"}`],
    ['a page', '/two words', path => `<link rel="canonical" href="${ORIGIN}${path}"><p>${path}</p>`],
    ['a page with the query', '/a?b=c&d=$&', path => `<p>Cannot show ${path}</p>`],
    ['a decoded path', '/two words', path => `<p>${decodeURIComponent(path)}</p>`],
    ['several places', '/v1/a', path => `${path} ${path.replaceAll('/', '\\/')} ${path.repeat(3)}`],
  ])('reveals that an origin responds to every path with the path in %s', async (_, path, render) => {
    const manifest = sampleManifest({ endpoints: [endpoint(path)] });
    const { href } = new URL(ORIGIN + path);
    const { report } = await verified(manifest, {
      [href]: { status: 200, body: render(href.slice(ORIGIN.length)) },
      [CONTROL]: url => ({ status: 200, body: render(new URL(url).pathname) }),
    });
    expect(findResult(report, 'endpoints_reachable').message).toContain('from a path that does not exist');
  });

  test.each<[string, (random: string) => string]>([
    ['a request id', random => `{"error":"unknown","request_id":"${random}"}`],
    ['a token', random => `<meta name="csrf-token" content="${random.replaceAll('-', '')}x">`],
    ['a nonce', random => `<script nonce="${random.slice(0, 8)}+/=">start()</script>`],
    ['a nonce of letters', random => `<script nonce="${random.replace(/\W|\d/g, '')}">start()</script>`],
    [
      'a time',
      random => `{"error":"unknown","at":"2026-11-29T10:00:0${random.charCodeAt(0) % 10}.${random.charCodeAt(1)}Z"}`,
    ],
    ['a timestamp', random => `{"at":${1_764_400_000_000 + random.charCodeAt(0)},"path":"/a"}`],
  ])('reveals that an origin responds to every path with %s', async (_, render) => {
    const answer = (random: string) => ({ status: 200, body: render(random) });
    const { result } = await reachable({
      '/a': answer('0c5e1ad2-3c44-4a83-9a4b-0f2f6f0b6c11'),
      [CONTROL]: answer('d1f0a7b9-77aa-4e52-8f0e-5a3d2c1b0e99'),
    });
    expect(result.message).toContain('from a path that does not exist');
  });

  test.each([
    ['a number', '{"count":41}', '{"count":7}'],
    ['a price', '{"price":"12.50"}', '{"price":"13.00"}'],
    ['words with a number', '{"page":"error-404-not-found"}', '{"page":"list-of-tides-2026"}'],
    ['a long word', '{"topic":"internationalization"}', '{"topic":"telecommunications"}'],
    ['another member', '{"id":"0c5e1ad2-3c44-4a83-9a4b","a":1}', '{"id":"d1f0a7b9-77aa-4e52-8f0e"}'],
  ])('changes nothing if the bodies differ in %s', async (_, body, other) => {
    const { result } = await reachable({ '/a': { status: 200, body }, [CONTROL]: { status: 200, body: other } });
    expect(result.outcome).toBe('passed');
  });

  test.each([
    ['/v1/tides: not found', 'failed'],
    ['/v1/tides', 'failed'],
    ['/v1/ti', 'failed'],
    ['/v1/tides: here', 'passed'],
    ['/v1/x', 'passed'],
  ])('compares the beginnings of large bodies: %j', async (body, outcome) => {
    const control = (url: string) => ({
      status: 200,
      body: `${new URL(url).pathname}: not found, and more`,
      isPartial: true as const,
    });
    const answer = { status: 200, body, isPartial: true } as const;
    const { result } = await reachable({ '/v1/tides': answer, [CONTROL]: control });
    expect(result.outcome).toBe(outcome);
  });

  test('changes nothing if only one of the bodies has the path of its request', async () => {
    const { result } = await reachable({ '/a': { status: 200, body: '/a' }, [CONTROL]: { status: 200, body: '/b' } });
    expect(result.outcome).toBe('passed');
  });

  test.each(['/a: 1', '1: /a', '/a/a', ''])(
    'changes nothing if the body differs in more than the path: %j',
    async body => {
      const control = (url: string) => ({ status: 200, body: new URL(url).pathname });
      const { result } = await reachable({ '/a': { status: 200, body }, [CONTROL]: control });
      expect(result.outcome).toBe('passed');
    },
  );

  test('reveals that an origin redirects every path to the same relative Location', async () => {
    const login = redirectTo('login');
    const { result } = await reachable({ '/v1/a': login, '/v2/b': login, [CONTROL]: login });
    expect(result).toMatchObject({ outcome: 'failed', message: expect.stringContaining('GET /v1/a returned 302') });
  });

  test.each<[string, Scripted, Scripted]>([
    ['404', page, 404],
    ['401', page, 401],
    ['402', page, 402],
    ['403', page, 403],
    ['429', page, 429],
    ['a timeout', page, 'timeout'],
    ['another body', page, { ...page, body: '<p>Not found</p>' }],
    ['the same body with status 404', page, { ...page, status: 404 }],
    ['a redirect to another path', redirectTo('/v2/a'), redirectTo('/v2/no-such-path')],
    [
      'a redirect to another origin than the endpoint',
      redirectTo('https://a.example/a'),
      url => redirectTo(`https://b.example${new URL(url).pathname}`),
    ],
    ['a redirect with another status', redirectTo('/login'), { ...redirectTo('/login'), status: 307 }],
  ])('changes nothing if its response is %s', async (_, answer, control) => {
    expect((await reachable({ '/a': answer, [CONTROL]: control })).result.outcome).toBe('passed');
  });

  test.each<Scripted>([400, 401, 402, 403, 404, 405, 422, 429, 503, 'timeout'])(
    'does not run if the only response is %s',
    async answer => {
      const { fetcher } = await verified(sampleManifest({ endpoints: [endpoint('/a')] }), { [`${ORIGIN}/a`]: answer });
      expect(fetcher.requestLines).toHaveLength(2);
    },
  );

  test('does not change endpoints that respond in their own way', async () => {
    const { result } = await reachable({ '/a': page, '/b': { status: 200, body: { tide: 3 } }, [CONTROL]: page });
    expect(result).toMatchObject({ outcome: 'passed', message: '1 of 2 probed endpoints responded.' });
    expect(result.hint).toContain('Return 404 for paths that do not exist.');
  });
});

function redirectTo(location: string) {
  return { status: 302, headers: { location } };
}

describe('an origin that asks to wait', () => {
  test.each<Scripted>([429, { status: 503, retryAfter: 60 }])('gets no further request after %j', async answer => {
    const endpoints = ['/a', '/b', '/c'].map(path => endpoint(path));
    const { fetcher, report } = await verified(sampleManifest({ endpoints }), { [`${ORIGIN}/a`]: answer });
    expect(fetcher.requestLines).toHaveLength(2);
    expect(findResult(report, 'endpoints_reachable').hint).toContain('asked to send fewer requests');
  });

  test('passes if it limits the rate of the first probe', async () => {
    const endpoints = ['/a', '/b'].map(path => endpoint(path));
    const { report } = await verified(sampleManifest({ endpoints }), { [`${ORIGIN}/a`]: 429 });
    expect(report.passed).toBe(true);
  });
});

test('costs a slow origin at most three timeouts', async () => {
  const paths = ['/a', '/b', '/c', '/d', '/e'];
  const script = Object.fromEntries(paths.map(path => [ORIGIN + path, 'timeout' as const]));
  const endpoints = paths.map(path => endpoint(path));
  const { fetcher, report } = await verified(sampleManifest({ endpoints }), script);
  expect(fetcher.requests.length).toBeLessThanOrEqual(4);
  expect(findResult(report, 'endpoints_reachable').outcome).toBe('inconclusive');
});

test('warns about HTML', async () => {
  const answer = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<p>Docs</p>' };
  const { result } = await reachable({ '/docs': answer });
  expect(result.outcome).toBe('passed');
  expect(result.hint).toContain('/docs returned HTML');
});

test.each([302, 401, 403])('does not warn about the HTML of a response with %d', async status => {
  const answer = { status, headers: { 'content-type': 'text/html', location: '/login' }, body: '<p>Sign in</p>' };
  expect((await reachable({ '/docs': answer })).result).toMatchObject({ outcome: 'passed', hint: null });
});

describe('a manifest whose endpoints cannot be requested', () => {
  test('fails, and names the member that would change that', async () => {
    const endpoints = [endpoint('/things/{id}/parts/{part}', ['id!', 'part!'])];
    const { fetcher, report } = await verified(sampleManifest({ endpoints }));
    expect(findResult(report, 'endpoints_reachable')).toMatchObject({
      outcome: 'failed',
      hint: expect.stringContaining('Set endpoints[0].parameters[0].example'),
    });
    expect(report.passed).toBe(false);
    expect(report.errors).toMatchObject([
      { pointer: '/endpoints/0/parameters/0/example', field: 'endpoints[0].parameters[0].example' },
    ]);
    expect(fetcher.requestLines).toHaveLength(1);
  });

  test.each([
    ['an undeclared placeholder', endpoint('/things/{id}'), 'endpoints[0].parameters'],
    ['a wildcard', endpoint('/files/*'), 'endpoints[0].path'],
    ['a credential in the path', endpoint('/bot{token}/me', ['token!']), 'endpoints[0].path'],
    ['a path after a query', endpoint('/a/{id}?q={q}', ['q!', 'id!']), 'endpoints[0].parameters[1].example'],
  ])('names the member for %s', async (_, declared, field) => {
    const { report } = await verified(sampleManifest({ endpoints: [declared] }));
    expect(report.errors).toMatchObject([{ field }]);
  });

  test('names a path that is too long for a request', async () => {
    const { report } = await verified(sampleManifest({ endpoints: [endpoint(`/${'x'.repeat(8000)}`)] }));
    expect(findResult(report, 'endpoints_reachable').message).toContain(', or is too long.');
    expect(report.errors).toMatchObject([
      { field: 'endpoints[0].path', message: expect.stringContaining('its path has more than 8000 characters.') },
    ]);
  });

  test('lists GET endpoints first', async () => {
    const endpoints = [endpoint('/a/{id}', ['id!'], 'POST'), endpoint('/b/{id}', ['id!'])];
    const { report } = await verified(sampleManifest({ endpoints }));
    expect(report.errors.map(({ field }) => field)).toEqual([
      'endpoints[1].parameters[0].example',
      'endpoints[0].parameters[0].example',
    ]);
  });
});

describe('a response that proves nothing', () => {
  test.each([404, 410])('is %d for a request without its required parameters', async status => {
    const { report } = await verified(sampleManifest({ endpoints: [endpoint('/search', ['page', 'q!'])] }), {
      [`${ORIGIN}/search`]: status,
    });
    expect(report).toMatchObject({ passed: false, retryable: false });
    expect(report.errors).toMatchObject([{ field: 'endpoints[0].parameters[1].example' }]);
  });

  test.each<[string, Endpoint, string]>([
    ['a credential', endpoint('/search', ['api_key!', 'q!']), 'endpoints[0].parameters[1].example'],
    ['a header', endpoint('/search', ['X-Version!', 'q!']), 'endpoints[0].parameters[1].example'],
    ['only a credential', endpoint('/search', ['api_key!']), 'endpoints'],
    ['a declared credential', endpoint('/search', ['appid!', 'q!']), 'endpoints[0].parameters[1].example'],
  ])('names no example of %s, which probes never send', async (_, declared, field) => {
    const config = { in: 'query', name: 'appid' };
    const authentication = { required: true, type: 'api_key', instructions: 'Sign up.', config } as const;
    const manifest = sampleManifest({ endpoints: [declared], authentication });
    const { report } = await verified(manifest, { [`${ORIGIN}/search`]: 404 });
    expect(report.errors).toMatchObject([{ field }]);
  });

  test('names no example of a parameter with a default', async () => {
    const declared = endpoint('/search', ['size!', 'q!']);
    const parameters = declared.parameters.map(each => (each.name === 'size' ? { ...each, default: 5 } : each));
    const { report } = await verified(sampleManifest({ endpoints: [{ ...declared, parameters }] }), {
      [`${ORIGIN}/search?size=5`]: 404,
    });
    expect(report.errors).toMatchObject([{ field: 'endpoints[0].parameters[1].example' }]);
  });

  test.each([404, 410])('is %d for a GET on the path of another method', async status => {
    const { fetcher, report } = await verified(sampleManifest({ endpoints: [endpoint('/orders', [], 'POST')] }), {
      [`${ORIGIN}/orders`]: status,
    });
    expect(report.errors).toMatchObject([
      { pointer: '/endpoints', hint: 'Respond to GET with 405 and an Allow header, or declare one GET endpoint.' },
    ]);
    expect(fetcher.requestLines.every(line => line.startsWith('GET '))).toBe(true);
  });

  test('does not hide an endpoint that is missing', async () => {
    const { report } = await verified(
      sampleManifest({ endpoints: [endpoint('/gone'), endpoint('/orders', [], 'POST')] }),
      { [`${ORIGIN}/gone`]: 404, [`${ORIGIN}/orders`]: 404 },
    );
    expect(findResult(report, 'endpoints_reachable').hint).toContain('Fix or remove /gone: it does not exist.');
  });
});

test("shortens and escapes a publisher's path in messages", async () => {
  const path = `/\u202e\u001b[2J${'x'.repeat(500)}`;
  const endpoints = [endpoint(path)];
  const { report } = await verified(sampleManifest({ endpoints }), { [new URL(ORIGIN + path).href]: 404 });
  const { hint } = findResult(report, 'endpoints_reachable');
  expect(hint).toContain('/\\u202e\\u001b[2Jxxx');
  expect(hint?.length).toBeLessThan(250);
});
