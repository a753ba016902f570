import { describe, expect, test } from 'vitest';
import type { SubmissionState } from '#contract/submission.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Origin } from '#listing/origin.ts';
import { MAX_MANIFEST_BYTES } from '#manifest/text/manifest-text.ts';
import { calling, posting } from '#mcp/raw-message.fixture.ts';
import { SubmissionError, type Submissions, type SubmitContext } from '#submission/submission.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog } from '../catalog/catalog.fixture.ts';
import type { LiveContext } from '../context.ts';

const NOW = Date.UTC(2026, 10, 21);
const pending: SubmissionState = {
  submission_id: 'abc',
  listing_id: 'api.example.com',
  url: 'https://api.example.com',
  status: 'pending',
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
};

describe('POST /validate', () => {
  test.each(['/validate', '/validator/validate'])('returns a report on a manifest at %s', async path => {
    const response = await post(path, { manifest: sampleManifest() });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      passed: true,
      url: null,
      manifest_url: null,
      validated_at: '2026-11-21T00:00:00Z',
      spec_version: 'apimanifest-0.3',
      schema_valid: true,
      endpoints_reachable: false,
      badges: [],
      errors: [],
    });
  });

  test.each(['*', '"0"'])('has no ETag, and ignores If-None-Match: %s', async tag => {
    const headers = { 'Content-Type': 'application/json', 'If-None-Match': tag };
    const response = await send('/validate', JSON.stringify({ manifest: sampleManifest() }), {}, headers);
    expect([response.status, response.headers.get('ETag')]).toEqual([200, null]);
  });

  test('returns 200 for an invalid manifest', async () => {
    const response = await post('/validate', { manifest: sampleManifest({ name: 'ab' }) });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ passed: false, schema_valid: false, errors: [{ pointer: '/name' }] });
  });

  test.each([[null], ['text'], [[]], [5]])(
    'returns a report on a manifest that is not an object: %j',
    async manifest => {
      expect(await (await post('/validate', { manifest })).json()).toMatchObject({
        passed: false,
        errors: [{ pointer: '' }],
      });
    },
  );

  test('checks a URL', async () => {
    const asked: string[] = [];
    const response = await post(
      '/validate',
      { url: 'https://API.example.com/v1' },
      { verify: async origin => verified(origin, asked) },
    );
    expect(response.status).toBe(200);
    expect(asked).toEqual(['https://api.example.com']);
  });

  test('returns a report on the manifest without network requests if given both', async () => {
    const verify = async () => {
      throw new Error('asked');
    };
    const response = await post(
      '/validate',
      { url: 'https://api.example.com', manifest: sampleManifest() },
      { verify },
    );
    expect(await response.json()).toMatchObject({ passed: true, url: null, manifest_url: null });
  });
});

describe('a manifest that the parser rejects', () => {
  const manifest = JSON.stringify(sampleManifest());
  test.each([
    ['nested 65 levels deep', `{"deep":${'['.repeat(64)}${']'.repeat(64)}}`, 'depth'],
    ['nested very deep', '['.repeat(100_000) + ']'.repeat(100_000), 'depth'],
    ['with a duplicate key', manifest.replace('{', '{"name":"Twice",'), 'duplicate-name'],
  ])('gets a report, not an error: %s', async (_, text, rule) => {
    const response = await send('/validate', `{"manifest":${text}}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ passed: false, errors: [{ rule }] });
  });

  test.each([
    ['another encoding', [0xe9]],
    ['an invalid byte', [0xff]],
    ['an incomplete character', [0xf0, 0x9f, 0x90]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('gets the report that it gets where an origin serves it: %s', async (_, invalid) => {
    const [before = '', after = ''] = JSON.stringify(sampleManifest({ name: 'Tide*tables' })).split('*');
    const served = concat(before, invalid, after);
    const response = await send('/validate', concat('{"manifest":', [...served], '}'));
    expect(response.status).toBe(200);
    const report = await response.json();
    expect(report).toEqual(reportOnManifest({ text: served }, NOW));
    expect(report).toMatchObject({ passed: false, schema_valid: false, errors: [{ rule: 'utf-8' }] });
  });

  test('gets an error if another member of the body is not UTF-8', async () => {
    const response = await send('/validate', concat('{"note":"', [0xff], `","manifest":${manifest}}`));
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].detail).toMatch(/not valid UTF-8/);
  });

  test('gets a report if it has more than 1 MiB itself', async () => {
    const text = JSON.stringify({ ...sampleManifest(), extra: 'x'.repeat(MAX_MANIFEST_BYTES) });
    const report = await (await send('/validate', `{"manifest":${text}}`)).json();
    expect(report).toMatchObject({ passed: false, errors: [{ rule: 'too-large' }] });
  });
});

describe('the request body parser', () => {
  test.each([
    ['nothing', '', 400, /not valid JSON/],
    ['truncated JSON', '{"url":', 400, /not valid JSON/],
    ['an array', '[]', 400, /must be a JSON object/],
    ['null', 'null', 400, /must be a JSON object/],
    ['an empty object', '{}', 400, /Send \{"url"/],
    ['a duplicate key', '{"url":"https://a.example","url":"https://b.example"}', 400, /not valid JSON/],
    ['a URL that is a number', '{"url":5}', 400, /"url" must be a string/],
    ['a URL without a scheme', '{"url":"api.example.com"}', 400, /not absolute/],
    ['another scheme', '{"url":"ftp://api.example.com"}', 400, /scheme "ftp"/],
    ['a password', '{"url":"https://a:b@api.example.com"}', 400, /password/],
    ['http', '{"url":"http://api.example.com"}', 422, /https/],
    ['a private IP address', '{"url":"https://10.0.0.1"}', 422, /IP address/],
    ['loopback', '{"url":"https://localhost"}', 422, /reserved/],
    ['deep nesting', `{"url":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, /not valid JSON/],
  ])('rejects %s', async (_, body, status, detail) => {
    const response = await send('/validate', body);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    const problem = await response.json();
    expect(problem.detail).toMatch(detail);
    expect(problem.errors[0].detail).toMatch(/\w+ \w+/);
  });

  test('reports the line and column of a syntax error', async () => {
    const problem = await (await send('/validate', '{\n  "url": https://api.example.com\n}')).json();
    expect(problem.errors[0].detail).toMatch(/Line 2, column 10/);
  });

  test('rejects a body over the limit, whatever its Content-Length', async () => {
    const large = JSON.stringify({ manifest: 'x'.repeat(MAX_MANIFEST_BYTES + 5000) });
    expect((await send('/validate', large)).status).toBe(413);
    const stream = new Blob([large]).stream();
    const request = new Request('https://registry.example/validate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect((await app().fetch(request)).status).toBe(413);
  });

  test('rejects a submission over 64 KiB', async () => {
    const submission = { url: 'https://api.example.com', note: 'x'.repeat(64 * 1024) };
    const response = await post('/listings/submit', submission, { submissions: submissionsOf(pending) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ detail: 'The request body is larger than 65,536 bytes.' });
  });

  test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/json5'], ['']])(
    'rejects the Content-Type "%s"',
    async type => {
      const response = await send('/validate', '{}', {}, { 'Content-Type': type });
      expect([response.status, response.headers.get('Accept')]).toEqual([415, 'application/json']);
    },
  );

  test('rejects an encoded body', async () => {
    const encoded = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const response = await send('/validate', '{"manifest":{}}', {}, encoded);
    expect([response.status, response.headers.get('Accept-Encoding')]).toEqual([415, 'identity']);
    const plain = { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' };
    expect((await send('/validate', '{"manifest":{}}', {}, plain)).status).toBe(200);
  });

  test('treats an aborted body as a client error', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('aborted'));
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' };
    const response = await app().fetch(new Request('https://registry.example/validate', init as RequestInit));
    expect(response.status).toBe(400);
  });

  test.each(['application/json; charset=utf-8', 'application/ld+json', 'Application/JSON'])(
    'accepts the Content-Type "%s"',
    async type => {
      expect((await send('/validate', '{"manifest":{}}', {}, { 'Content-Type': type })).status).toBe(200);
    },
  );
});

describe('POST /listings/submit', () => {
  test('returns 202 with the status URL', async () => {
    const response = await post(
      '/listings/submit',
      { url: 'https://api.example.com/v1' },
      { submissions: submissionsOf(pending) },
    );
    expect(response.status).toBe(202);
    const status_url = 'https://registry.example/listings/submit/abc/status';
    expect(response.headers.get('Location')).toBe(status_url);
    const body = await response.json();
    expect(body).toMatchObject({
      submission_id: 'abc',
      status: 'pending',
      status_url,
      data: { ...pending, status_url },
    });
    expect(body.meta.spec_version).toBe('apimanifest-0.3');
  });

  test.each([
    ['refused', 422, null],
    ['too-many', 429, '30'],
    ['unavailable', 503, '30'],
  ] as const)('returns a problem for a submission that is %s', async (kind, status, retryAfter) => {
    const submissions = failing(new SubmissionError(kind, 'Not now.', { retryAfter: 29.5 }));
    const response = await post('/listings/submit', { url: 'https://api.example.com' }, { submissions });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([status, retryAfter]);
    expect(await response.json()).toMatchObject({ status, detail: 'Not now.' });
  });

  test.each([
    ['/listings/submit', JSON.stringify({ url: pending.url })],
    ['/mcp', calling('submit_api', { url: pending.url })],
  ])('passes on from %s whether the request has local privileges', async (path, body) => {
    const contexts: SubmitContext[] = [];
    const submissions: Submissions = {
      ...submissionsOf(pending),
      async submit(_, context) {
        contexts.push(context);
        return pending;
      },
    };
    const { fetch } = app({ submissions });
    for (const isLocal of [true, false, undefined]) {
      const context = { client: '127.0.0.1', ...(isLocal !== undefined && { isLocal }) };
      await (await fetch(new Request(`https://registry.example${path}`, posting(body)), context)).text();
    }
    expect(contexts.map(({ isPrivileged }) => isPrivileged)).toEqual([true, false, false]);
  });

  test('returns 501 if the registry accepts no submissions', async () => {
    expect((await post('/listings/submit', { url: 'https://api.example.com' })).status).toBe(501);
  });
});

describe('GET /listings/submit/{id}/status', () => {
  const path = '/listings/submit/abc/status';

  test('returns the state under data and at the top level', async () => {
    const approved: SubmissionState = {
      ...pending,
      status: 'approved',
      outcome: 'listed',
      similar_names: [],
      report: null,
      live: true,
    };
    const response = await get(path, { submissions: submissionsOf(approved) });
    const body = await response.json();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    for (const place of [body, body.data]) {
      expect(place).toMatchObject({
        status: 'approved',
        listing_url: 'https://registry.example/listings/api.example.com',
        live: true,
      });
    }
  });

  test('returns 404 for an unknown submission', async () => {
    expect((await get('/listings/submit/other/status', { submissions: submissionsOf(pending) })).status).toBe(404);
  });

  test('returns 405 for other methods', async () => {
    const response = await app({ submissions: submissionsOf(pending) }).fetch(
      new Request(`https://registry.example${path}`, { method: 'POST' }),
    );
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('rate limits per client', () => {
  test('allow the configured number of requests, report the rest, and reset', async () => {
    let now = NOW;
    const { fetch } = app({ now: () => now, limits: { validate: 2, submit: undefined } });
    const ask = (client: string) => fetch(validateRequest(), { client });
    const first = await ask('203.0.113.9');
    expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=2;w=60');
    expect(first.headers.get('RateLimit')).toBe('"default";r=1;t=60');
    expect((await ask('203.0.113.9')).headers.get('RateLimit')).toBe('"default";r=0;t=60');
    now += 15_000;
    const refused = await ask('203.0.113.9');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '45']);
    expect(refused.headers.get('RateLimit')).toBe('"default";r=0;t=45');
    expect((await ask('203.0.113.10')).status).toBe(200);
    now += 45_000;
    expect((await ask('203.0.113.9')).status).toBe(200);
  });

  test('do not extend when the clock is set back', async () => {
    let now = NOW;
    const { fetch } = app({ now: () => now, limits: { validate: 1, submit: undefined } });
    const ask = () => fetch(validateRequest(), { client: '203.0.113.9' });
    await ask();
    expect((await ask()).status).toBe(429);
    now -= 86_400_000;
    expect((await ask()).headers.get('RateLimit')).toBe('"default";r=0;t=60');
    expect((await ask()).headers.get('Retry-After')).toBe('60');
  });

  test('count and report rejected requests too', async () => {
    const { fetch } = app({ limits: { validate: 2, submit: undefined } });
    const request = () => new Request('https://registry.example/validate', { method: 'POST', body: '{' });
    const refused = await fetch(request(), { client: '203.0.113.9' });
    expect([refused.status, refused.headers.get('RateLimit')]).toEqual([415, '"default";r=1;t=60']);
    expect(refused.headers.get('Accept')).toBe('application/json');
    expect((await fetch(request(), { client: '203.0.113.9' })).headers.get('RateLimit')).toBe('"default";r=0;t=60');
    expect((await fetch(request(), { client: '203.0.113.9' })).status).toBe(429);
  });

  test('treat an IPv6 /64 network as one client', async () => {
    const { fetch } = app({ limits: { validate: 1, submit: undefined } });
    expect((await fetch(validateRequest(), { client: '2001:db8::1' })).status).toBe(200);
    expect((await fetch(validateRequest(), { client: '2001:db8::2' })).status).toBe(429);
    expect((await fetch(validateRequest(), { client: '2001:db8:0:1::1' })).status).toBe(200);
  });
});

test('serves a root document and guidance for the validator', async () => {
  expect(await (await get('/validator')).json()).toMatchObject({
    status: 'healthy',
    links: { validate: 'https://registry.example/validator/validate' },
  });
  const { data } = await (await get('/validator/agents')).json();
  expect(Object.keys(data.checks)).toContain('endpoints_reachable');
  expect(Object.keys(data.lint_rules).length).toBeGreaterThan(10);
});

test('serves the validator at the root of its own host', async () => {
  const own = { ...addresses, validator: 'https://validator.example' };
  const { fetch } = createApp({
    addresses: own,
    catalog: () => createMemoryCatalog([]),
    assets: { fetch: async () => undefined },
    live: live({}),
  });
  expect(await (await fetch(new Request('https://validator.example/'))).json()).toMatchObject({
    service: 'API manifest validator',
  });
  expect(await (await fetch(new Request('https://validator.example/agents'))).json()).toMatchObject({
    data: { checks: {} },
  });
  expect(await (await fetch(new Request('http://validator.example/agents'))).json()).toMatchObject({
    data: { checks: {} },
  });
  const request = new Request('https://validator.example/validate', validateRequest());
  expect(await (await fetch(request)).json()).toMatchObject({ passed: true });
});

function live(services: Partial<LiveContext>): LiveContext {
  const verify = async () => {
    throw new Error('Unexpected request.');
  };
  return {
    verify,
    fetch: verify,
    blocklist: () => undefined,
    now: () => NOW,
    limits: { validate: undefined, submit: undefined },
    ...services,
  };
}

function app(services: Partial<LiveContext> = {}) {
  return createApp({
    addresses,
    catalog: () => createMemoryCatalog([]),
    assets: { fetch: async () => undefined },
    live: live(services),
  });
}

async function send(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  services: Partial<LiveContext> = {},
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) {
  return app(services).fetch(new Request(`https://registry.example${path}`, { method: 'POST', body, headers }));
}

/** Concatenates texts, in UTF-8, and bytes. */
function concat(...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    parts.flatMap(each => (typeof each === 'string' ? [...new TextEncoder().encode(each)] : each)),
  );
}

function post(path: string, body: unknown, services: Partial<LiveContext> = {}) {
  return send(path, JSON.stringify(body), services);
}

async function get(path: string, services: Partial<LiveContext> = {}) {
  return app(services).fetch(new Request(`https://registry.example${path}`));
}

function validateRequest(): Request {
  const body = JSON.stringify({ manifest: sampleManifest() });
  return new Request('https://registry.example/validate', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });
}

async function verified(origin: Origin, asked: string[]) {
  asked.push(origin.url);
  return reportOnManifest({ value: sampleManifest() }, NOW);
}

function submissionsOf(state: SubmissionState): Submissions {
  return { submit: async () => state, status: async id => (id === state.submission_id ? state : undefined) };
}

function failing(fault: SubmissionError): Submissions {
  const fail = async () => {
    throw fault;
  };
  return { submit: fail, status: fail };
}
