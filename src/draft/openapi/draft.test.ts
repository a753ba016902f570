import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { failure, success } from '#manifest/result.ts';
import { validateManifest } from '#manifest/validate.ts';
import { completeManifest } from '../complete-manifest.ts';
import { createDraft, type Draft, type DraftOptions } from './draft.ts';
import { parseOpenapiDocument } from './openapi-document.ts';

async function fixture(name: string, options?: DraftOptions): Promise<Draft> {
  return drafted(await readFile(path.join(import.meta.dirname, 'fixtures', name)), options);
}

function drafted(input: Uint8Array | object, options?: DraftOptions): Draft {
  const bytes = input instanceof Uint8Array ? input : new TextEncoder().encode(JSON.stringify(input));
  const document = parseOpenapiDocument(bytes);
  if (!document.ok) throw new Error(document.error);
  return createDraft(document.value, options);
}

/** Returns the manifest after the user has chosen the categories. */
function whole(draft: Draft): Record<string, unknown> {
  const known = { ...draft.known, categories: ['other' as const], primary_category: 'live' as const };
  return completeManifest({ ...draft, known }, new Date(0));
}

test('reads paths with escaped slashes, which JSON.parse may misread', () => {
  const operation = '{"get":{"summary":"Get the tides of all harbors of the coast today."}}';
  const paths = String.raw`{"\/b":${operation}}`;
  const text = String.raw`{"openapi":"3.1.0","info":{"title":"Tides","version":"1"},"x-first":{"\\/":{}},"paths":${paths}}`;
  const { known } = drafted(new TextEncoder().encode(text));
  expect(known.endpoints).toMatchObject([{ method: 'GET', path: '/b' }]);
});

describe.each(['2.0', '3.0', '3.1'].flatMap(version => [`tides-${version}.yaml`, `tides-${version}.json`]))(
  '%s',
  name => {
    test('gives the same result as the others', async () => {
      const draft = await fixture(name);
      expect(draft.origin).toBe('https://north.harbor-office.org');
      expect(draft.known).toMatchObject({
        name: 'Tide tables',
        version: '1.10.0',
        description: expect.stringMatching(/^Times and heights of high and low water .* politely\.$/),
        documentation: 'https://harbor-office.org/docs',
        contact: { email: 'tides@harbor-office.org', support_url: 'https://harbor-office.org/help' },
        authentication: {
          required: true,
          type: 'api_key',
          instructions: 'Send the key in the header X-Tide-Key. Ask the office for one.',
          config: { in: 'header', name: 'X-Tide-Key' },
        },
      });
      expect(draft.known.endpoints).toEqual([
        {
          path: '/api/harbors',
          method: 'GET',
          description: 'List harbors. All harbors that have harmonic constants, by name.',
          parameters: [
            {
              name: 'limit',
              in: 'query',
              type: 'integer',
              required: false,
              description: 'The most to give. 1 to 100.',
              default: 20,
            },
          ],
          response_description: 'The harbors. Status 200, application/json, array of Harbor (id, name, nearest).',
          authentication: 'none',
        },
        {
          path: '/api/harbors/{id}/tides',
          method: 'GET',
          description: 'The tides of one harbor on one day.',
          parameters: [
            { name: 'id', in: 'path', type: 'string', required: true, description: 'The id of the harbor.' },
            { name: 'day', in: 'query', type: 'string', required: false, description: 'The day. Format date.' },
          ],
          response_description: 'The tides of the day. Status 200, application/json, Tides (harbor, waters).',
        },
        {
          path: '/api/reports',
          method: 'POST',
          description: 'Report a height that was read off a gauge.',
          parameters: [
            { name: 'harbor', in: 'body', type: 'string', required: true, description: 'The id of the harbor.' },
            { name: 'height', in: 'body', type: 'number', required: true, description: 'Metres above chart datum.' },
            { name: 'kind', in: 'body', type: 'string', required: false, description: '', enum: ['gauge', 'eye'] },
          ],
          response_description: 'Taken down. Status 204, no documented body.',
          request_content_type: 'application/json',
        },
      ]);
      expect(draft.notes[0]).toBe('Converted the version "1.10" to 1.10.0.');
      expect(validateManifest(whole(draft))).toMatchObject({ findings: [] });
    });
  },
);

describe('oddities', () => {
  test('survive the import with notes about lost details', async () => {
    const draft = await fixture('oddities.yaml', { url: 'https://odd-service.net/spec/openapi.yaml' });
    expect(draft).toMatchObject({
      origin: 'https://odd-service.net',
      known: {
        name: 'Odd service & more',
        version: '2018.11.1-preview',
        documentation: 'https://odd-service.net/spec/docs/start%20here.html',
        authentication: { required: true, type: 'api_key', config: { scheme: 'basic' } },
      },
    });
    expect(draft.hints.description).toBe(
      'Welcome\n\nAn API with everything.\nUse <id> in paths; 1 < 2 & 3 > 2.\n\n- first\n- second.',
    );
    expect(draft.known.contact).toBeUndefined();
    expect(draft.notes.join('\n')).toMatch(/Converted the version "2018-11-01-preview" to 2018\.11\.1-preview/);
    expect(draft.notes.join('\n')).toMatch(/not support: HEAD/);
    expect(draft.notes.join('\n')).toMatch(/ignored: paths\/external\.yaml, common\.yaml/);
    expect(validateManifest(whole(draft))).toMatchObject({ findings: [] });
  });

  test('do not change the endpoints', async () => {
    const { known } = await fixture('oddities.yaml');
    const calls = known.endpoints?.map(({ method, path: at, parameters }) => [
      method,
      at,
      parameters.map(({ name, type }) => `${name}: ${type}`).join(', '),
    ]);
    expect(calls).toEqual([
      ['POST', '/v1/#X-Target=Service.List', 'api-version: string, upload: file'],
      ['GET', '/v1/items?type=all', ''],
      ['PUT', '/v1/items/{id}', ''],
      ['PATCH', '/v1/items/{id}', 'name: string or null, parent: object, children: array of object, more: object'],
    ]);
    expect(known.endpoints?.map(({ description }) => description)).toEqual([
      'TODO: when and why to use POST /v1/#X-Target=Service.List.',
      'TODO: when and why to use GET /v1/items?type=all: Items.',
      'TODO: when and why to use PUT /v1/items/{id} (operation 12). It is deprecated.',
      'Change one item\nof the list.',
    ]);
  });
});

/** Returns a draft of a version 3.1 document whose only operation is GET /a. */
function withOperation(operation: object, rest: object = {}): Draft {
  const paths = { '/a': { get: operation } };
  return drafted({ openapi: '3.1.0', info: {}, servers: [{ url: 'https://a.net' }], paths, ...rest });
}

describe('servers', () => {
  const two = [{ url: 'http://localhost/dev' }, { url: 'https://a.net/v1/' }, { url: 'https://b.net/v2' }];
  const operation = { description: 'Something that is worth a call.' };

  test.each([
    [two, {}, 'https://a.net', '/v1/a'],
    [two, { origin: 'https://b.net' }, 'https://b.net', '/v2/a'],
    [two, { origin: 'https://c.net' }, 'https://c.net', '/a'],
    [[], {}, undefined, '/a'],
    [[], { url: 'https://d.net/openapi.json' }, 'https://d.net', '/a'],
    [[{ url: '/api' }], { url: 'https://d.net/docs/openapi.json' }, 'https://d.net', '/api/a'],
    [[{ url: '../api' }], { url: 'https://d.net/docs/openapi.json' }, 'https://d.net', '/api/a'],
    [[{ url: '/api' }], { origin: 'https://e.net' }, 'https://e.net', '/api/a'],
    [[{ url: 'https://{tenant}.f.net/{stage}/x' }], {}, undefined, '/{stage}/x/a'],
    [[{ url: 'https://f.net/{stage}', variables: { stage: { default: 'v3' } } }], {}, 'https://f.net', '/v3/a'],
    [[{ url: 'ftp://g.net' }, { url: 7 }, 'x'], { origin: 'https://g.net' }, 'https://g.net', '/a'],
    [[{ url: 'https://me:secret@h.net/v1?x#y' }], {}, 'https://h.net', '/v1/a'],
    [[{ url: 'api.i.net/v1' }], {}, 'https://api.i.net', '/v1/a'],
    [[{ url: 'api.i.net:8443' }], {}, 'https://api.i.net:8443', '/a'],
    [[{ url: '//i.net/v1' }], {}, 'https://i.net', '/v1/a'],
    [[{ url: '//i.net/v1' }], { url: 'http://j.net/openapi.json' }, 'http://i.net', '/v1/a'],
    [[{ url: 'localhost:8080/v1' }], {}, 'http://localhost:8080', '/v1/a'],
    [[{ url: 'index.php/v1.0' }], {}, undefined, '/index.php/v1.0/a'],
    [[{ url: 'v1.0' }], {}, undefined, '/v1.0/a'],
  ])('map %j with %j to %s, %s', (servers, options, origin, at) => {
    const document = { openapi: '3.0.0', info: {}, servers, paths: { '/a': { get: operation } } };
    const draft = drafted(document, options);
    expect([draft.origin, draft.known.endpoints?.[0]?.path]).toEqual([origin, at]);
  });

  test.each([
    ['https://api.a.net', 'https://api.a.net'],
    ['http://api.a.net/', 'https://api.a.net'],
    ['//api.a.net:8443', 'https://api.a.net:8443'],
  ])('keep the host %s of version 2.0 without its scheme', (host, origin) => {
    const draft = drafted({ swagger: '2.0', info: {}, host, basePath: '/v1', paths: { '/a': { get: operation } } });
    expect([draft.origin, draft.known.endpoints?.[0]?.path]).toEqual([origin, '/v1/a']);
  });

  test.each([
    [[{ url: '/v1' }], {}, /declares no server with a host/],
    [[{ url: 'https://{tenant}.f.net' }], {}, /declares no server with a host/],
    [two, { origin: 'https://c.net' }, /does not declare https:\/\/c\.net, so its paths have no prefix.*a\.net\/v1/],
    [two, { only: ['/a'] }, /No path starts with \/a\. .* has these paths: \/v1\/a\./],
  ])('get a note for %j with %j', (servers, options, note) => {
    const document = { openapi: '3.0.0', info: {}, servers, paths: { '/a': { get: operation } } };
    expect(drafted(document, options).notes.join('\n')).toMatch(note);
  });

  test('limit the endpoints if single operations declare their own', () => {
    const elsewhere = { ...operation, servers: [{ url: 'https://other.net' }] };
    const beside = { ...operation, servers: [{ url: 'https://a.net/beta' }] };
    const draft = withOperation({}, { paths: { '/a': { get: elsewhere, put: beside } } });
    expect(draft.known.endpoints?.map(({ path: at }) => at)).toEqual(['/beta/a']);
    expect(draft.notes.join()).toContain('https://other.net');
  });
});

describe('authentication', () => {
  const schemes = {
    bearer: { type: 'http', scheme: 'Bearer' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    oauth: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://a.net/token', scopes: { 'read:all': '' } } },
    },
    openid: { type: 'openIdConnect', openIdConnectUrl: 'https://a.net/.well-known/openid-configuration' },
    tls: { type: 'mutualTLS', description: 'Ask for a certificate.' },
  };
  const secured = (security: unknown, own: object = {}) =>
    withOperation({ ...own }, { security, components: { securitySchemes: schemes } });

  test.each([
    [[{ bearer: [] }], { required: true, type: 'bearer' }],
    [[{ query: [] }], { required: true, type: 'api_key', config: { in: 'query', name: 'key' } }],
    [
      [{ oauth: ['read:all'] }],
      { required: true, type: 'oauth2', config: { token_url: 'https://a.net/token', scopes: ['read:all'] } },
    ],
    [[{ openid: [] }], { required: true, type: 'oauth2' }],
    [[{ tls: [] }], { required: true, type: null, instructions: expect.stringContaining('Ask for a certificate.') }],
    [
      [{ bearer: [] }, {}],
      { required: false, type: 'bearer', instructions: expect.stringMatching(/^Credentials are optional/) },
    ],
  ])('maps %j to %j', (security, expected) => {
    const draft = secured(security);
    expect(draft.known.authentication).toMatchObject(expected);
    expect(draft.notes.join()).not.toMatch(/credentials/);
  });

  test('gets a note if the document does not declare it', () => {
    const todo = expect.stringMatching(/^TODO: whether credentials are required/);
    expect(withOperation({}).known.authentication).toEqual({ required: false, type: null, instructions: todo });
    expect(withOperation({}).notes.join()).toMatch(/does not declare whether credentials are required/);
    expect(secured(undefined).known.authentication).toMatchObject({ type: 'bearer', instructions: todo });
    expect(secured(undefined).notes.join()).toMatch(/does not declare whether they are required/);
    expect(secured([{ unheard: [] }]).notes.join()).toMatch(/requires credentials that it does not describe/);
  });

  test.each([
    ['a list without scopes', [{ query: null }]],
    ['an object in place of scopes', [{ query: {} }]],
    ['an object in place of the list', { query: [] }],
    ['names in place of objects', ['query']],
  ])('becomes required by %s', (_, security) => {
    expect(secured(security).known.authentication).toMatchObject({ required: true, config: { name: 'key' } });
    const own = secured(undefined, { security });
    expect(own.known.authentication).toMatchObject({ required: true, config: { name: 'key' } });
  });

  test('becomes required by a YAML list whose scheme has no scopes', () => {
    const text = `openapi: 3.1.0
security:
  - query:
components: { securitySchemes: { query: { type: apiKey, in: query, name: key } } }
paths: { /a: { get: { summary: The tides of all harbors } } }
`;
    expect(drafted(new TextEncoder().encode(text)).known.authentication).toMatchObject({ required: true });
  });

  test('has a TODO if one of the schemes of a set is not described', () => {
    const { known, notes } = secured([{ query: [], signature: [] }]);
    expect(known.authentication).toMatchObject({
      required: true,
      instructions: expect.stringMatching(/^TODO: .*other credentials.*query parameter key/),
      config: { in: 'query', name: 'key' },
    });
    expect(notes.join()).toContain('does not describe: "signature"');
  });

  test('prefers a set whose schemes are all described', () => {
    const { known } = secured([{ query: [], signature: [] }, { bearer: [] }]);
    expect(known.authentication).toMatchObject({
      type: 'bearer',
      instructions: expect.stringMatching(/^Send a token/),
    });
  });

  test.each([
    ['token', 'https://a.net/token'],
    ['/oauth/token', 'https://a.net/oauth/token'],
    ['https://login.net/token', 'https://login.net/token'],
    ['', undefined],
  ])('resolves the token URL "%s" against the server', (tokenUrl, expected) => {
    const oauth = { type: 'oauth2', flows: { password: { tokenUrl, scopes: {} } } };
    const draft = withOperation({}, { security: [{ oauth: [] }], components: { securitySchemes: { oauth } } });
    expect(draft.known.authentication?.config?.token_url).toBe(expected);
  });

  test('becomes optional if an operation lifts it', () => {
    expect(secured([{ bearer: [] }], { security: [] }).known.authentication?.required).toBe(false);
  });
});

describe('missing or short texts', () => {
  test.each([
    [{}, /^TODO: when and why to use GET \/a\.$/],
    [{ operationId: 'getA' }, /^TODO: .*GET \/a \(operation getA\)\.$/],
    [{ summary: 'A' }, /^TODO: when and why to use GET \/a: A\.$/],
    [{ summary: 'List', tags: ['Amounts of air'] }, /^List\. Tags: Amounts of air\.$/],
    [
      { summary: 'List', responses: { 200: { description: 'All As, by name.' } } },
      /^List\. Returns: All As, by name\.$/,
    ],
    [{ summary: 'List of all As', description: 'List of all As by name.' }, /^List of all As by name\.$/],
    [{ summary: 'Lists', description: 'All As, by name.' }, /^Lists\. All As, by name\.$/],
    [{ description: 'x'.repeat(5000) }, /^x{799}…$/],
  ])('produce the expected description of an endpoint (%#)', (operation, expected) => {
    expect(withOperation(operation).known.endpoints?.[0]?.description).toMatch(expected);
  });

  test.each([
    [undefined, /^TODO: what GET \/a returns\.$/],
    [{ 404: { description: 'Gone' } }, /^TODO:/],
    [{ 200: { $ref: '#/nowhere' } }, /^TODO:/],
    [{ 302: { description: 'Elsewhere' } }, /^Elsewhere\. Status 302, no documented body\.$/],
    [{ 200: { description: 'Ok', content: { 'text/csv': {} } } }, /^Ok\. Status 200, text\/csv\.$/],
  ])('produce the expected description of a response (%#)', (responses, expected) => {
    expect(withOperation({ responses }).known.endpoints?.[0]?.response_description).toMatch(expected);
  });

  test('get a hint from the document', () => {
    const draft = withOperation({ operationId: 'getA' }, { info: { description: 'Short.' } });
    expect(draft.known).not.toHaveProperty('description');
    expect(draft.known).not.toHaveProperty('name');
    expect(draft.hints.description).toBe('Short.');
    expect(validateManifest(whole(draft)).findings).toEqual([]);
  });
});

describe('defaults', () => {
  const required = (schema: object) => ({ name: 'v', in: 'query', required: true, schema });

  test.each([
    [{ type: 'array', items: { type: 'string' }, default: ['id', 'name'] }, ['id', 'name']],
    [{ type: 'array', items: { type: 'integer' }, default: '1,2' }, [1, 2]],
    [{ type: 'array', default: [] }, []],
    [{ type: 'object', default: { a: 1 } }, { a: 1 }],
    [{ type: 'array', default: ['a\u202eb'] }, undefined],
    [{ type: 'array', default: ['x'.repeat(3000)] }, undefined],
    [{ type: 'string', default: ['a'] }, undefined],
  ])('of %j become %j', (schema, expected) => {
    const [endpoint] = withOperation({ parameters: [required(schema)] }).known.endpoints ?? [];
    expect({ default: undefined, ...endpoint?.parameters[0] }.default).toEqual(expected);
  });

  test('keep lists of version 2.0', () => {
    const list = { name: 'v', in: 'query', required: true, type: 'array', items: { type: 'integer' }, default: [1, 2] };
    const paths = { '/a': { get: { parameters: [list] } } };
    const { known } = drafted({ swagger: '2.0', info: {}, host: 'a.net', paths });
    expect(known.endpoints?.[0]?.parameters).toMatchObject([{ name: 'v', default: [1, 2] }]);
  });
});

describe('a schema of several schemas', () => {
  const State = { type: 'string', enum: ['on', 'off'], default: 'on' };
  const Pet = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } }, example: { id: 1 } };
  const components = { schemas: { State, Pet } };
  const state = { $ref: '#/components/schemas/State' };
  const pet = { $ref: '#/components/schemas/Pet' };
  const draftParameter = (schema: object, openapi = '3.1.0') =>
    withOperation({ parameters: [{ name: 'v', in: 'query', schema }] }, { openapi, components }).known.endpoints?.[0]
      ?.parameters[0];

  test.each([
    [{ const: 'card' }, { type: 'string', enum: ['card'] }],
    [
      { type: 'string', const: 'card' },
      { type: 'string', enum: ['card'] },
    ],
    [{ enum: [1, 'a'] }, { type: 'number or string', enum: [1, 'a'] }],
    [{ allOf: [state] }, { type: 'string', enum: ['on', 'off'], default: 'on' }],
    [
      { allOf: [state], default: 'off' },
      { type: 'string', enum: ['on', 'off'], default: 'off' },
    ],
    [{ allOf: [state, { description: 'The state.' }] }, { enum: ['on', 'off'], description: 'The state.' }],
    [{ anyOf: [state, { type: 'null' }] }, { type: 'string', enum: ['on', 'off'], default: 'on' }],
    [{ oneOf: [{ type: ['null'] }, state] }, { type: 'string', enum: ['on', 'off'] }],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, { type: 'string', enum: ['a', 'b'] }],
    [{ anyOf: [state, { const: 7 }] }, { type: 'string or number', enum: ['on', 'off', 7] }],
    [
      { type: 'array', items: { allOf: [state] } },
      { type: 'array of string', enum: ['on', 'off'] },
    ],
    [{ anyOf: [{ type: 'array', items: state }, { type: 'null' }] }, { type: 'array of string', enum: ['on', 'off'] }],
    [
      { ...state, default: 'off' },
      { type: 'string', enum: ['on', 'off'], default: 'off' },
    ],
  ])('gives %j the members %j', (schema, expected) => {
    expect(draftParameter(schema)).toMatchObject(expected);
  });

  test('allows other values if one alternative does', () => {
    expect(draftParameter({ anyOf: [state, { type: 'string' }] })).not.toHaveProperty('enum');
  });

  test('ignores siblings of references before version 3.1', () => {
    expect(draftParameter({ ...state, default: 'off' }, '3.0.3')).toMatchObject({ default: 'on' });
  });

  test('has the members of all of them', () => {
    const named = { type: 'object', required: ['name'], properties: { name: { type: 'string', example: 'Rex' } } };
    const draftBody = (schema: object) =>
      withOperation({ requestBody: { content: { 'application/json': { schema } } } }, { components }).known
        .endpoints?.[0];
    for (const schema of [{ allOf: [pet, named] }, { ...pet, ...named }, { anyOf: [{ allOf: [pet, named] }] }])
      expect(draftBody(schema)).toMatchObject({
        parameters: [
          { name: 'id', type: 'integer', required: true },
          { name: 'name', type: 'string', required: true },
        ],
      });
    expect(draftBody({ allOf: [pet, named] })).not.toHaveProperty('request_example');
    expect(draftBody({ anyOf: [pet, { type: 'null' }] })).toMatchObject({ request_example: { id: 1 } });
  });

  test('survives circles and deep nesting', () => {
    const Circle = { allOf: [{ $ref: '#/components/schemas/Circle' }, state] };
    const levels = Array.from({ length: 80 }, (_, depth) => {
      const next = { $ref: `#/components/schemas/Level${depth + 1}` };
      return [`Level${depth}`, { allOf: [next, next] }];
    });
    const near = { allOf: [{ $ref: '#/components/schemas/Level60' }, { $ref: '#/components/schemas/Level60' }] };
    const schemas = { State, Circle, ...Object.fromEntries(levels), Level80: { oneOf: [state, { type: 'integer' }] } };
    const parameters = [Circle, { $ref: '#/components/schemas/Level0' }, near].map((schema, at) => ({
      name: `v${at}`,
      in: 'query',
      schema,
    }));
    const { known } = withOperation({ parameters }, { components: { schemas } });
    expect(known.endpoints?.[0]?.parameters).toMatchObject([
      { enum: ['on', 'off'] },
      { name: 'v1' },
      { type: 'string or integer' },
    ]);
  });
});

describe('binary data', () => {
  const post = (content: object) => withOperation({ requestBody: { content } }).known.endpoints?.[0];
  const inForm = (property: object) =>
    post({ 'multipart/form-data': { schema: { type: 'object', properties: { v: property } } } })?.parameters[0]?.type;

  test.each([
    ['image/png', {}],
    ['application/octet-stream', {}],
    ['application/octet-stream', { schema: {} }],
    ['application/pdf', { schema: { contentMediaType: 'application/pdf' } }],
    ['application/zip', { schema: { type: 'string', format: 'binary' } }],
  ])('becomes a file in a body of %s with %j', (type, media) => {
    expect(post({ [type]: media })).toMatchObject({
      request_content_type: type,
      request_body: 'whole',
      parameters: [{ name: 'body', type: 'file' }],
    });
  });

  test.each([
    ['text/plain', {}],
    ['application/xml', {}],
    ['image/svg+xml', {}],
    ['application/yaml', {}],
    ['application/octet-stream', { schema: { type: 'string', contentEncoding: 'base64' } }],
    ['application/pdf', { schema: { type: 'string' } }],
  ])('stays text in a body of %s with %j', (type, media) => {
    expect(post({ [type]: media })).toMatchObject({ parameters: [{ type: 'string' }] });
  });

  test.each([
    [{ type: 'string', contentMediaType: 'image/png' }, 'file'],
    [{ contentMediaType: 'image/png' }, 'file'],
    [{ type: 'string', format: 'binary' }, 'file'],
    [{ type: 'array', items: { contentMediaType: 'application/pdf' } }, 'array of file'],
    [{ type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' }, 'string'],
    [{ contentMediaType: 'application/octet-stream', contentEncoding: 'base64url' }, 'string'],
    [{ type: 'string', contentMediaType: 'application/json' }, 'string'],
    [{ type: 'string', contentMediaType: 'text/html' }, 'string'],
  ])('%j in a form has the type %s', (property, type) => {
    expect(inForm(property)).toBe(type);
  });
});

describe('composed examples', () => {
  const User = {
    type: 'object',
    required: ['id', 'name', 'password'],
    properties: {
      id: { type: 'string', readOnly: true, example: 'u1' },
      name: { type: 'string', example: 'Ann' },
      password: { type: 'string', writeOnly: true, example: 'secret' },
    },
  };
  const Base = { type: 'object', required: ['at'], properties: { at: { type: 'integer', example: 5 } } };
  const toEndpoint = (schema: object) => {
    const content = { 'application/json': { schema } };
    return withOperation({ requestBody: { content }, responses: { 200: { content } } }).known.endpoints?.[0];
  };

  test('omit readOnly members of requests and writeOnly members of responses', () => {
    const expected = {
      request_example: { name: 'Ann', password: 'secret' },
      response_example: { id: 'u1', name: 'Ann' },
    };
    expect(toEndpoint(User)).toMatchObject(expected);
    const { request_example, response_example } = expected;
    expect(toEndpoint({ type: 'array', items: User })).toMatchObject({
      request_example: [request_example],
      response_example: [response_example],
    });
  });

  test('have the members of allOf', () => {
    expect(toEndpoint({ allOf: [Base, User] })).toMatchObject({
      request_example: { at: 5, name: 'Ann', password: 'secret' },
      response_example: { at: 5, id: 'u1', name: 'Ann' },
    });
  });
});

describe('a required body', () => {
  const v = { type: 'string' };
  test.each([
    [{ properties: { v } }, {}],
    [{ properties: { v: { ...v, example: 'a' } } }, { v: 'a' }],
    [{ properties: { v, id: { ...v, readOnly: true } }, required: ['id'] }, {}],
    [{ properties: { v }, required: ['v'] }, undefined],
  ])('of %j has the example %j', (schema, expected) => {
    const content = { 'application/json': { schema: { type: 'object', ...schema } } };
    const [endpoint] = withOperation({ requestBody: { required: true, content } }).known.endpoints ?? [];
    expect({ ...endpoint }).toMatchObject({ parameters: [{ name: 'v' }] });
    expect((endpoint as { request_example?: unknown }).request_example).toEqual(expected);
    const [optional] = withOperation({ requestBody: { content } }).known.endpoints ?? [];
    if (Object.keys(expected ?? {}).length === 0) expect(optional).not.toHaveProperty('request_example');
  });
});

describe('header parameters of version 2.0', () => {
  const header = (name: string, members: object = {}) => ({ name, in: 'header', type: 'string', ...members });
  const draft2 = (parameters: readonly object[], rest: object = {}, own: object = {}) =>
    drafted({ swagger: '2.0', info: {}, host: 'a.net', paths: { '/a': { get: { parameters, ...own } } }, ...rest })
      .known;

  test.each([
    [{ required: true }, { required: true, type: 'api_key', config: { in: 'header', name: 'Authorization' } }],
    [
      { required: true, description: 'Bearer token.' },
      { required: true, type: 'bearer', config: { prefix: 'Bearer ' } },
    ],
    [
      { required: true, 'x-example': 'Basic dTpw' },
      { required: true, config: { scheme: 'basic' } },
    ],
    [
      {},
      { required: false, instructions: expect.stringMatching(/^Credentials are optional\. .*header Authorization/) },
    ],
  ])('convert Authorization with %j to credentials', (members, expected) => {
    const { authentication, endpoints } = draft2([header('Authorization', members)]);
    expect(authentication).toMatchObject(expected);
    expect(endpoints?.[0]?.parameters).toEqual([]);
  });

  test('convert Authorization of a path and of shared parameters', () => {
    const parameters = [{ $ref: '#/parameters/Auth' }];
    const rest = { parameters: { Auth: header('authorization', { required: true }) } };
    const paths = { '/a': { parameters, get: {} }, '/b': { get: {} } };
    const { authentication, endpoints } = draft2([], { ...rest, paths });
    expect(authentication).toMatchObject({ required: true, type: 'api_key' });
    expect(endpoints).toMatchObject([{ path: '/a' }, { path: '/b', authentication: 'none' }]);
  });

  test('use the declared credentials', () => {
    const parameters = [header('Authorization', { required: true })];
    const token = { type: 'apiKey', in: 'header', name: 'X-Token' };
    const securityDefinitions = { token, basic: { type: 'basic' } };
    expect(draft2(parameters, { securityDefinitions }).authentication).toMatchObject({ config: { scheme: 'basic' } });
    const security = [{ token: [] }];
    expect(draft2(parameters, { securityDefinitions, security }).authentication).toMatchObject({
      config: { name: 'X-Token' },
    });
  });

  test('keep Accept and Content-Type with a value', () => {
    const accept = header('Accept', { required: true, enum: ['text/csv'] });
    const type = header('Content-Type', { default: 'application/json' });
    expect(draft2([accept, type]).endpoints?.[0]?.parameters).toMatchObject([
      { name: 'Accept', required: true, default: 'text/csv' },
      { name: 'Content-Type', required: false, default: 'application/json' },
    ]);
    expect(draft2([header('Accept', { required: true })]).endpoints?.[0]?.parameters).toEqual([]);
    const field = { name: 'v', in: 'formData', type: 'string' };
    expect(draft2([type, field]).endpoints?.[0]).toMatchObject({ parameters: [{ name: 'v' }] });
  });

  test('appear only in version 2.0', () => {
    const parameters = [{ name: 'Accept', in: 'header', schema: { default: 'text/csv' }, 'x-kept-header': 7 }];
    expect(withOperation({ parameters }).known.endpoints?.[0]?.parameters).toEqual([]);
  });
});

describe('integers above 2^53', () => {
  const text = (value: string) => `{"openapi":"3.0.3","servers":[{"url":"https://a.net"}],"paths":{"/a":{"post":{
    "parameters":[{"name":"v","in":"query","example":${value},"schema":{"type":"integer","default":${value},"enum":[${value}]}}],
    "requestBody":{"content":{"application/json":{"example":{"v":${value}},"schema":{"properties":{"v":{"type":"integer"}}}}}},
    "responses":{"200":{"description":"The list.","content":{"application/json":{"example":[${value}]}}}}}}}}`;
  const draftOf = (source: string) => drafted(new TextEncoder().encode(source)).known.endpoints?.[0];

  test.each([
    ['JSON', text('12345678901234567890')],
    ['YAML', `# YAML\n${text('12345678901234567890')}`],
  ])('disappear from values in %s, because they are rounded', (_, source) => {
    expect(JSON.stringify(draftOf(source))).not.toMatch(/12345678|example|default|enum/);
  });

  test('disappear from bounds', () => {
    const schema = { type: 'integer', minimum: 0, maximum: Number(2n ** 63n) };
    const [endpoint] = withOperation({ parameters: [{ name: 'v', in: 'query', schema }] }).known.endpoints ?? [];
    expect(endpoint?.parameters[0]?.description).toBe('At least 0.');
  });

  test('stay if a number holds them exactly', () => {
    expect(draftOf(text('9007199254740991'))).toMatchObject({
      parameters: [{ example: 9007199254740991, default: 9007199254740991, enum: [9007199254740991] }, {}],
      request_example: { v: 9007199254740991 },
      response_example: [9007199254740991],
    });
  });
});

test('adds the parameters next to the reference of a path', () => {
  const query = (name: string, type: string) => ({ name, in: 'query', schema: { type } });
  const pathItems = { Tides: { summary: 'Tides', parameters: [query('a', 'string'), query('b', 'string')], get: {} } };
  const item = { $ref: '#/components/pathItems/Tides', parameters: [query('b', 'integer'), query('c', 'string')] };
  const draft = withOperation({}, { components: { pathItems }, paths: { '/a': item } });
  expect(draft.known.endpoints).toMatchObject([
    {
      description: 'TODO: when and why to use GET /a: Tides.',
      parameters: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'integer' },
        { name: 'c', type: 'string' },
      ],
    },
  ]);
});

describe('an invalid OpenAPI document', () => {
  test.each([
    ['', /not an object/],
    ['[]', /not an object/],
    ['{"openapi": "4.0.0"}', /version 4\.0\.0\. Use OpenAPI 2\.0 or 3\.0 to 3\.2/],
    ['{"name": "x"}', /declares no version/],
    ['{"swagger": "1.2"}', /version 1\.2/],
    ['openapi: 3.1.0\n\tinfo: {', /neither JSON nor YAML/],
    [
      'a: &a [x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d]\nf: [*e, *e, *e, *e, *e, *e, *e]',
      /neither JSON nor YAML/,
    ],
    [`${'['.repeat(100_000)}`, /neither JSON nor YAML/],
  ])('causes an error (%#)', (text, reason) => {
    expect(parseOpenapiDocument(new TextEncoder().encode(text))).toEqual(failure(expect.stringMatching(reason)));
  });
});

test('resolves circular references in bodies and responses', () => {
  const circle = { $ref: '#/components/schemas/Circle' };
  const content = { 'application/json': { schema: circle } };
  const draft = withOperation(
    { requestBody: { content }, responses: { 200: { description: 'It.', content } } },
    {
      components: {
        schemas: { Circle: { allOf: [circle, { type: 'array', items: circle }], properties: { a: circle } } },
      },
    },
  );
  expect(draft.known.endpoints?.[0]?.parameters.map(({ name }) => name)).toEqual(['body']);
});

test('reads a document nested deeper than the call stack', () => {
  const deep = `${'{"properties":{"a":'.repeat(5_000)}{}${'}}'.repeat(5_000)}`;
  const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{}}},"components":{"schemas":{"Deep":${deep}}}}`;
  expect(parseOpenapiDocument(new TextEncoder().encode(text))).toMatchObject(success({ version: '3.0.0' }));
});

describe('a document of another format', () => {
  test.each([
    ['<!doctype html><title>Docs</title>', /HTML page/],
    ['{"asyncapi": "3.0.0"}', /AsyncAPI/],
    ['{"info": {"_postman_id": "1", "schema": "https://schema.getpostman.com/v2.1.0"}, "item": []}', /Postman/],
    ['type Query { tides(harbor: ID!): [Tide] }', /GraphQL/],
    ['{"data": {"__schema": {}}}', /GraphQL/],
    ['{"spec_version": "apimanifest-0.3"}', /already an API manifest/],
    ['#%RAML 1.0\ntitle: Tides', /RAML/],
    ['syntax = "proto3";', /Protocol Buffers/],
  ])('names the format (%#)', (text, reason) => {
    expect(parseOpenapiDocument(new TextEncoder().encode(text))).toEqual(failure(expect.stringMatching(reason)));
  });
});

describe('a large document', () => {
  test('with too many values for the memory is rejected before it is parsed', () => {
    const text = `{"openapi":"3.0.3","x":[${'1,'.repeat(4_200_000)}1]}`;
    expect(parseOpenapiDocument(new TextEncoder().encode(text))).toEqual(
      failure('It has more than 1.5 million values, the maximum. Split it by paths.'),
    );
  });

  test('with more operations than a manifest has room for keeps the first ones', () => {
    const paths = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`/p${index}`, { get: {} }]));
    const { known, notes } = drafted({ openapi: '3.0.3', servers: [{ url: 'https://a.net' }], paths });
    expect(known.endpoints).toHaveLength(5000);
    expect(notes).toContain(
      'The document has 6000 operations. The manifest has the first 5000, because more exceed its maximum size. Select the most important ones.',
    );
  });
});

describe('a hostile document', () => {
  test('with thousands of parameters and endpoints keeps them within bounds', () => {
    const parameters = Array.from({ length: 5000 }, (_, at) => ({ name: `p${at}`, in: 'query', schema: {} }));
    expect(withOperation({ parameters }).known.endpoints?.[0]?.parameters).toHaveLength(1000);
    const schema = { type: 'object', properties: Object.fromEntries(parameters.map(({ name }) => [name, {}])) };
    const [endpoint] =
      withOperation({ requestBody: { content: { 'application/json': { schema } } } }).known.endpoints ?? [];
    expect(endpoint).toMatchObject({ request_body: 'whole', parameters: { length: 1 } });
  });

  test('with hidden characters in values has visible examples, and no such default or enum', () => {
    const schema = { type: 'string', default: 'a\u202eb', enum: ['a\u202eb', 'c'], example: 'a\u001b[2Jb' };
    const [endpoint] =
      withOperation({
        parameters: [{ name: 'a', in: 'query', schema }],
        responses: { 200: { content: { 'application/json': { example: { 'b\u0007': ['line\r\nline\u0000'] } } } } },
      }).known.endpoints ?? [];
    expect(endpoint?.parameters).toEqual([
      { name: 'a', in: 'query', type: 'string', required: false, description: '', example: 'a[2Jb' },
    ]);
    expect(endpoint).toMatchObject({ response_example: { b: ['line\nline'] } });
  });

  test('cannot change prototypes', () => {
    const text = `{"openapi":"3.0.0","info":{"title":"Proto"},"__proto__":{"polluted":1},"servers":[{"url":"https://a.net"}],
      "paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object",
      "properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}}}}}}}}`;
    const [endpoint] = drafted(new TextEncoder().encode(text)).known.endpoints ?? [];
    expect(endpoint?.parameters.map(({ name }) => name)).toEqual(['constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('with references in circles has examples and parameters of finite depth', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, id: { example: 1 } } };
    const schema = { $ref: '#/components/schemas/Node' };
    const draft = withOperation(
      { requestBody: { content: { 'application/json': { schema } } } },
      { components: { schemas: { Node: node } } },
    );
    expect(draft.known.endpoints?.[0]).toMatchObject({ request_example: { id: 1 } });
  });
});

test('reads quoted texts whose further lines are not indented', () => {
  const text = `openapi: 3.0.0
info:
  title: Tides
  description: "A text that
continues here, with \\"quotes\\".

And ends here."
servers: [{ url: https://a.net }]
paths:
  /a:
    get: { summary: 'It''s the list
of all tides' }
`;
  const draft = drafted(new TextEncoder().encode(text));
  expect(draft.hints.description).toBe('A text that continues here, with "quotes".\nAnd ends here.');
  expect(draft.known.endpoints?.[0]?.path).toBe('/a');
});

test.each(['utf-16le', 'utf-16be'])('reads a document in %s with a byte-order mark', encoding => {
  const text = '\ufeff{"openapi":"3.0.0","info":{"title":"Gezeiten für Häfen"},"paths":{"/a":{"get":{}}}}';
  const bytes = Buffer.from(text, 'utf16le');
  expect(drafted(encoding === 'utf-16be' ? bytes.swap16() : bytes).known.name).toBe('Gezeiten für Häfen');
});

test('reports binary data', () => {
  const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]);
  expect(parseOpenapiDocument(bytes)).toEqual(failure(expect.stringMatching(/binary file.*UTF-8/)));
});

describe('omitted parts', () => {
  const missing = { $ref: '#/components/parameters/Nowhere' };

  test('of version 3 appear in the notes', () => {
    const body = { name: 'tide', in: 'body', schema: {} };
    const draft = withOperation(
      { parameters: [missing, body], requestBody: { $ref: '#/components/requestBodies/Gone' } },
      { paths: { '/a': { get: { parameters: [missing, body] }, additionalOperations: { COPY: {} } } } },
    );
    const notes = draft.notes.join('\n');
    expect(notes).toMatch(/references to parts that it does not contain.*#\/components\/parameters\/Nowhere\./);
    expect(notes).toMatch(/location a manifest does not have: tide of GET \/a\./);
    expect(notes).toMatch(/not support: COPY\./);
  });

  test('of version 2.0 appear in the notes', () => {
    const parameters = [{ $ref: '#/parameters/Nowhere' }];
    const draft = drafted({ swagger: '2.0', info: {}, host: 'a.net', paths: { '/a': { get: { parameters } } } });
    expect(draft.notes.join()).toMatch(/does not contain, which are ignored: #\/parameters\/Nowhere\./);
  });
});

describe('OpenAPI 3.2', () => {
  const strings = { type: 'object', properties: { code: { type: 'string' } } };
  const tides = (operation: object, rest: object = {}) =>
    drafted({
      openapi: '3.2.0',
      info: { title: 'Tides', version: '1.0.0' },
      servers: [{ url: 'https://a.net' }],
      paths: { '/tides': { post: { summary: 'Finds the tides of a harbor.', ...operation } } },
      ...rest,
    });
  const endpointOf = ({ known }: Draft) => known.endpoints?.[0];

  test('splits a query string into its parameters', () => {
    const schema = {
      required: ['harbor'],
      properties: { harbor: { type: 'string' }, days: { type: 'array', items: { type: 'integer' } } },
    };
    const content = {
      'application/x-www-form-urlencoded': {
        schema,
        example: { harbor: 'Husum', days: [1, 2] },
        encoding: { days: { explode: false } },
      },
    };
    const parameters = [{ $ref: '#/components/parameters/Search' }];
    const components = { parameters: { Search: { name: 'search', in: 'querystring', required: true, content } } };
    const draft = tides({ parameters }, { components });
    expect(endpointOf(draft)?.parameters).toEqual([
      { name: 'harbor', in: 'query', type: 'string', required: true, description: '', example: 'Husum' },
      {
        name: 'days',
        in: 'query',
        type: 'array of integer',
        required: false,
        description: '',
        example: [1, 2],
        explode: false,
      },
    ]);
    expect(draft.notes.join()).not.toContain('Omitted parameters');
  });

  test('knows no example of a parameter with the name of a member of all objects', () => {
    const schema = { properties: { constructor: { type: 'string' } } };
    const content = { 'application/x-www-form-urlencoded': { schema, example: {}, encoding: {} } };
    const parameters = [{ name: 'search', in: 'querystring', content }];
    expect(endpointOf(tides({ parameters }))?.parameters).toEqual([
      { name: 'constructor', in: 'query', type: 'string', required: false, description: '' },
    ]);
  });

  test('requires no parameter of an optional query string', () => {
    const content = { 'application/x-www-form-urlencoded': { schema: { ...strings, required: ['code'] } } };
    const parameters = [{ name: 'search', in: 'querystring', content }];
    expect(endpointOf(tides({ parameters }))?.parameters).toMatchObject([{ name: 'code', required: false }]);
  });

  test.each([
    ['application/json', { schema: strings }],
    ['application/x-www-form-urlencoded', { schema: { type: 'object' } }],
  ])('omits a query string in %s with a note if its parameters are unknown', (type, media) => {
    const parameters = [{ name: 'search', in: 'querystring', content: { [type]: media } }];
    const draft = tides({ parameters });
    expect(endpointOf(draft)?.parameters).toEqual([]);
    expect(draft.notes.join()).toContain('Omitted parameters whose location a manifest does not have: search of POST');
  });

  test('reads media types that operations share', () => {
    const content = { 'application/json': { $ref: '#/components/mediaTypes/Harbor' } };
    const media = { schema: strings, examples: { one: { dataValue: { code: 'HUS' } } } };
    const operation = { requestBody: { content }, responses: { 200: { summary: 'The tides', content } } };
    expect(endpointOf(tides(operation, { components: { mediaTypes: { Harbor: media } } }))).toMatchObject({
      parameters: [{ name: 'code', in: 'body', type: 'string' }],
      request_example: { code: 'HUS' },
      response_description: 'The tides. Status 200, application/json, object (code).',
      response_example: { code: 'HUS' },
    });
  });

  test('describes the items of a sequence', () => {
    const content = { 'application/jsonl': { itemSchema: { ...strings, example: { code: 'HUS' } } } };
    const endpoint = endpointOf(tides({ requestBody: { content }, responses: { 200: { content } } }));
    expect(endpoint).toMatchObject({
      parameters: [{ name: 'body', type: 'array of object', description: 'The body: array of object (code).' }],
      request_example: [{ code: 'HUS' }],
      response_description: 'Status 200, application/jsonl, array of object (code).',
    });
    // The response is not a list, but lines.
    expect(endpoint).not.toHaveProperty('response_example');
  });

  test('resolves servers against the URL that the document gives itself', () => {
    const document = { openapi: '3.2.0', $self: 'https://a.net/api/openapi.json', servers: [{ url: 'v1' }], paths: {} };
    expect(drafted({ ...document, paths: { '/b': { get: {} } } }, { url: 'https://cdn.net/a.json' })).toMatchObject({
      origin: 'https://a.net',
      known: { endpoints: [{ path: '/api/v1/b' }] },
    });
  });

  test('shows where to get a device code', () => {
    const deviceAuthorization = { deviceAuthorizationUrl: '/device', tokenUrl: '/token', scopes: {} };
    const components = { securitySchemes: { login: { type: 'oauth2', flows: { deviceAuthorization } } } };
    expect(tides({}, { components, security: [{ login: [] }] }).known.authentication).toMatchObject({
      instructions:
        'Get an access token with OAuth 2.0 (deviceAuthorization). Request a device code at https://a.net/device.',
      config: { token_url: 'https://a.net/token' },
    });
  });
});

describe('a parameter', () => {
  const convert = (parameter: object) =>
    withOperation({ parameters: [{ name: 'q', in: 'query', ...parameter }] }).known.endpoints?.[0]?.parameters[0];

  test.each([
    [{ minimum: 1, maximum: 9 }, '1 to 9.'],
    [{ minimum: 0, exclusiveMinimum: true, maximum: 9 }, 'More than 0; at most 9.'],
    [{ minimum: 0, maximum: 9, exclusiveMaximum: true }, 'At least 0; less than 9.'],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 9 }, 'More than 0; less than 9.'],
    [{ multipleOf: 15 }, 'A multiple of 15.'],
    [{ minLength: 2, maxLength: 5 }, '2 to 5 characters.'],
    [{ minLength: 3, maxLength: 3, pattern: '^[A-Z]+$' }, 'Exactly 3 characters; pattern "^[A-Z]+$".'],
    [{ minLength: 1 }, ''],
    [{ minItems: 2 }, 'At least 2 items.'],
    [{ pattern: 'x'.repeat(61) }, ''],
  ])('has the limits of %j in its description', (schema, description) => {
    expect(convert({ schema })).toMatchObject({ description });
  });

  test('has the location in another case', () => {
    expect(convert({ in: 'Query' })).toMatchObject({ in: 'query' });
  });

  test('starts its description with a note that it is deprecated', () => {
    expect(convert({ deprecated: true, description: 'The day' })).toMatchObject({
      description: 'Deprecated. The day.',
    });
  });

  test('has the example of the extension in version 2.0', () => {
    const parameters = [{ name: 'q', in: 'query', type: 'integer', 'x-example': '5' }];
    const draft = drafted({ swagger: '2.0', info: {}, host: 'a.net', paths: { '/a': { get: { parameters } } } });
    expect(draft.known.endpoints?.[0]?.parameters[0]).toMatchObject({ example: 5 });
  });
});

describe('the example of a body', () => {
  const convert = (type: string, schema: object, example: unknown) =>
    withOperation({ requestBody: { content: { [type]: { schema, example } } } }).known.endpoints?.[0];
  const tide = { type: 'object', properties: { height: { type: 'number', example: 2 } } };

  test.each([
    ['application/json', tide, '{"height":1}', { height: 1 }],
    ['application/json', { type: 'array' }, '[1, 2]', [1, 2]],
    ['application/json', { type: 'array' }, '1, 2', undefined],
    ['application/json', { type: 'string' }, '[1, 2]', '[1, 2]'],
    ['application/xml', tide, '<tide/>', '<tide/>'],
    ['application/xml', tide, undefined, undefined],
  ])('of %s %j from %j has its form', (type, schema, example, expected) => {
    expect(convert(type, schema, example)).toEqual(
      expected === undefined
        ? expect.not.objectContaining({ request_example: expect.anything() })
        : expect.objectContaining({ request_example: expected }),
    );
  });
});
