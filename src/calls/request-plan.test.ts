import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';
import { prepareRequest } from './prepare-request.ts';
import { planRequest } from './request-plan.ts';
import { renderSnippet, SNIPPET_LANGUAGES } from './snippets/render-snippet.ts';

const ORIGIN = 'https://api.example.com:8443';

/** Texts that try to leave the path, the query, a header, or a literal. */
const TEXTS =
  '|.|..|../..|/|//evil.example|@evil.example|%2e%2e|%|\\..\\|?a=1|#a|a b|+|=|&a=b|{id}|a\r\nX-Evil: 1|\0|\ud800|é|😀|"; id|$(id)|\u2028|__proto__'.split(
    '|',
  );
const NAMES = ['id', 'x', 'X-Api-Key', 'a.b', 'a[b]', 'a b', 'é', '__proto__', 'constructor', 'a\r\nb', '{z}', '..'];
const PATHS = ['/v1/{id}', '/v1/{id}/{x}', '/{x}{id}', '/a/.{x}', '/a/:id', '/a/<id>', '/a?b={x}', '/a{?x}', '/a/{+x}'];
const MEDIA_TYPES = [
  'application/json',
  'application/json-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'application/octet-stream',
  'a\r\nb: c',
];
const STYLES = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'odd'];

const scalar = fc.constantFrom<unknown>(...TEXTS, 0, -0, 1e21, 12345678901234567890n, true, null);
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...TEXTS), scalar, { maxKeys: 3 }),
);
const parameter = fc.record(
  {
    name: fc.constantFrom(...NAMES),
    type: fc.constantFrom('string', 'array', 'object', 'integer', 'file'),
    required: fc.boolean(),
    description: fc.constant('A value.'),
    in: fc.constantFrom('path', 'query', 'header', 'cookie', 'body', 'odd'),
    style: fc.constantFrom(...STYLES),
    explode: fc.boolean(),
    allow_reserved: fc.boolean(),
    content_type: fc.constantFrom(...MEDIA_TYPES),
    default: value,
  },
  { requiredKeys: ['name', 'type', 'required', 'description'] },
);
const authentication = fc.record({
  required: fc.constant(true),
  type: fc.constantFrom('api_key', 'bearer', 'basic', 'oauth2', 'odd'),
  instructions: fc.constant('Get a key.'),
  config: fc.record({
    in: fc.constantFrom('header', 'query', 'cookie', 'body'),
    name: fc.constantFrom(...NAMES),
    prefix: fc.constantFrom('Token ', 'a\r\nb', '{x}', ''),
  }),
});
const endpoint = fc.record(
  {
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path: fc.constantFrom(...PATHS),
    description: fc.constant('Returns tides.'),
    response_description: fc.constant('A list of tides.'),
    parameters: fc.array(parameter, { maxLength: 5 }),
    request_content_type: fc.constantFrom(...MEDIA_TYPES),
    request_body: fc.constantFrom('whole', 'members'),
    authentication: fc.oneof(fc.constant('none'), authentication),
    required_headers: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...TEXTS), { maxKeys: 2 }),
  },
  { requiredKeys: ['method', 'path', 'description', 'response_description', 'parameters'] },
);

test('plans valid requests to the origin from any members and values', () => {
  const args = fc.dictionary(fc.constantFrom(...NAMES, 'query.q', 'body.b'), value, { maxKeys: 6 });
  let sent = 0;
  fc.assert(
    fc.property(endpoint, args, (declared, values) => {
      const plan = planRequest(sampleManifest(), declared as unknown as DeclaredEndpoint, values, { origin: ORIGIN });
      expect(plan.url).toMatch(/^[!-~]+$/);
      expect(new URL(plan.url)).toMatchObject({ origin: ORIGIN, hash: '' });
      for (const [name, text] of Object.entries(plan.headers)) expect(`${name}: ${text}`).not.toMatch(/[\r\n\0]/);
      for (const language of SNIPPET_LANGUAGES) renderSnippet(plan, language);
      const names = plan.authentication.credentials.flatMap(({ secrets }) => secrets);
      const prepared = prepareRequest(plan, Object.fromEntries(names.map(name => [name, 'secret'])));
      if (!prepared.ok) return;
      sent += 1;
      const { url, method, headers, body } = prepared.value;
      const request = new Request(url, { method, headers, body: method === 'GET' || method === 'HEAD' ? null : body });
      expect(new URL(request.url)).toMatchObject({ origin: ORIGIN, username: '' });
      expect(new URL(request.url).pathname.split('/')).toHaveLength(
        declared.path.split('?')[0]?.split('/').length ?? 0,
      );
    }),
    { numRuns: 1500, seed: 20261123 },
  );
  expect(sent).toBeGreaterThan(50);
});

test('plans a bigint with all digits in JSON', () => {
  const declared: DeclaredEndpoint = {
    method: 'POST',
    path: '/v1/tides',
    description: 'Adds a tide.',
    response_description: 'The tide.',
    parameters: [{ name: 'id', type: 'integer', required: true, description: 'Its id.' }],
  };
  const plan = planRequest(sampleManifest(), declared, { id: 12345678901234567890n }, { origin: ORIGIN });
  expect(plan.body).toMatchObject({ text: '{"id":12345678901234567890}' });
});

test('encodes the prefix of a credential in the query', () => {
  const config = { in: 'query', name: 'key', prefix: 'Token ' };
  const manifest = {
    ...sampleManifest(),
    authentication: { required: true, type: 'api_key', instructions: '', config },
  };
  const [first] = sampleManifest().endpoints;
  if (!first) throw new Error('The sample has no endpoint.');
  const { url } = planRequest(manifest as never, { ...first, path: '/v1', parameters: [] }, {}, { origin: ORIGIN });
  expect(url).toBe(`${ORIGIN}/v1?key=Token%20{API_KEY}`);
});

test('does not ask for credentials that the caller sends as an argument', () => {
  const config = { in: 'query', name: 'api_key' };
  const authentication = { required: true, type: 'api_key', instructions: '', config };
  const [first] = sampleManifest().endpoints;
  if (!first) throw new Error('The sample has no endpoint.');
  const key = { name: 'api_key', in: 'query', type: 'string', required: true, description: 'A key.' };
  const declared = { ...first, path: '/v1', parameters: [key] };
  const manifest = { ...sampleManifest(), authentication } as never;
  const plan = planRequest(manifest, declared, { api_key: 'DEMO_KEY' }, { origin: ORIGIN });
  expect(plan.url).toBe(`${ORIGIN}/v1?api_key=DEMO_KEY`);
  expect(renderSnippet(plan, 'curl')).not.toContain('credentials');
});

describe('a credential in the query string of the declared path', () => {
  const authentication = { required: true, type: 'api_key', instructions: '', config: { in: 'query', name: 'key' } };
  const plan = (path: string, args: object = {}, parameters: readonly object[] = []) =>
    planRequest(
      { ...sampleManifest(), authentication } as never,
      { ...(sampleManifest().endpoints[0] as DeclaredEndpoint), path, parameters } as DeclaredEndpoint,
      { ...args },
      { origin: ORIGIN },
    );

  test.each(['/v1?key={key}', '/v1?key={API key}', '/v1?key=:key', '/v1?key=YOUR_KEY'])('fills %s', path => {
    const { url, missing, findings } = plan(path);
    expect({ url, missing, findings }).toEqual({ url: `${ORIGIN}/v1?key={API_KEY}`, missing: [], findings: [] });
  });

  test('fills the placeholder of a parameter in the query', () => {
    const demo = { name: 'demo', in: 'query', type: 'string', required: true, description: 'A key.' };
    const { url, missing, findings } = plan('/v1?key={demo}&n=1', {}, [demo]);
    expect({ url, missing, findings }).toEqual({ url: `${ORIGIN}/v1?n=1&key={API_KEY}`, missing: [], findings: [] });
  });

  test.each(['/v1/{key}?key={key}', '/v1?key={key}&id={key}'])('fills no other place of %s', path => {
    expect(plan(path).missing).toEqual(['key']);
  });

  test('uses the argument of its placeholder', () => {
    const { url, authentication } = plan('/v1?key={demo}', { demo: 'DEMO_KEY' });
    expect(url).toBe(`${ORIGIN}/v1?key=DEMO_KEY`);
    expect(authentication.credentials).toEqual([]);
  });
});

test.each(['query', 'cookie', 'body'])(
  'sends a parameter once that the manifest declares twice in the %s',
  location => {
    const [first] = sampleManifest().endpoints;
    if (!first) throw new Error('The sample has no endpoint.');
    const hash = { name: 'hash', in: location, type: 'string', required: true, description: 'A hash.' };
    const declared = {
      ...first,
      method: 'POST',
      path: '/v1',
      parameters: [hash, hash],
      request_content_type: 'application/x-www-form-urlencoded',
    } as const;
    const { url, headers, body } = planRequest(sampleManifest(), declared, { hash: 'a' }, { origin: ORIGIN });
    expect(`${url} ${headers.Cookie} ${body?.kind === 'form' && body.text}`.match(/hash=a/g)).toHaveLength(1);
    expect(planRequest(sampleManifest(), declared, {}, { origin: ORIGIN }).missing).toEqual(['hash']);
  },
);

test('does not prepare a request with a body that fetch cannot send', () => {
  const [first] = sampleManifest().endpoints;
  if (!first) throw new Error('The sample has no endpoint.');
  const parameters = [{ name: 'q', in: 'body', type: 'string', required: true, description: 'A query.' }];
  const plan = planRequest(sampleManifest(), { ...first, path: '/v1', parameters }, { q: 'x' }, { origin: ORIGIN });
  expect(plan.body).toMatchObject({ text: '{"q":"x"}' });
  expect(prepareRequest(plan, {})).toEqual({
    ok: false,
    error: ['The API reads a body of GET, which fetch cannot send. Use curl.'],
  });
});
