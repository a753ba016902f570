import { describe, expect, test } from 'vitest';
import { findEndpoint } from '#calls/find-endpoint.ts';
import { planRequest } from '#calls/request-plan.ts';
import { completeManifest } from '#draft/complete-manifest.ts';
import { createDraft } from '#draft/openapi/draft.ts';
import { parseOpenapiDocument } from '#draft/openapi/openapi-document.ts';
import type { Manifest } from '#manifest/manifest.ts';

/** Imports a document, and plans one of its operations. The expected requests are those of the OpenAPI specification. */
function planFrom(document: object, call: string, args: Readonly<Record<string, unknown>>) {
  const parsed = parseOpenapiDocument(new TextEncoder().encode(JSON.stringify(document)));
  if (!parsed.ok) throw new Error(parsed.error);
  const manifest = completeManifest(createDraft(parsed.value), new Date(0)) as unknown as Manifest;
  const [method = '', path = ''] = call.split(' ');
  const found = findEndpoint(manifest, method, path);
  if (!found) throw new Error(`No endpoint ${call}.`);
  const plan = planRequest(manifest, found.endpoint, args, { origin: 'https://a.net' });
  const { body } = plan;
  const sent = body === null ? null : 'text' in body ? body.text : body.kind === 'multipart' ? body.parts : body.bytes;
  return { ...plan, sent };
}

const list = { type: 'array', items: { type: 'string' } };
const object = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } };
const at = (name: string, location: string, schema: object, more: object = {}) => ({
  name,
  in: location,
  schema,
  ...(location === 'path' && { required: true }),
  ...more,
});
const response = { responses: { 200: { description: 'A response with everything.' } } };
const json = (schema: object, type = 'application/json') => ({ requestBody: { content: { [type]: { schema } } } });

/** Returns a document of version 3.0 with one operation. */
function document3(method: string, path: string, operation: object, rest: object = {}): object {
  return {
    openapi: '3.0.3',
    info: { title: 'Everything', version: '1.0.0' },
    servers: [{ url: 'https://a.net' }],
    paths: { [path]: { [method]: { summary: 'Does everything there is', ...response, ...operation } } },
    ...rest,
  };
}

describe('parameters of version 3', () => {
  const abc = ['a b', 'c/d'];
  const pair = { a: 'x y', b: 2 };
  test.each<[string, object, unknown, string]>([
    ['/p/{v}', at('v', 'path', list), abc, '/p/a%20b,c%2Fd'],
    ['/p/{v}', at('v', 'path', object), pair, '/p/a,x%20y,b,2'],
    ['/p/{v}', at('v', 'path', object, { explode: true }), pair, '/p/a=x%20y,b=2'],
    ['/p/{v}', at('v', 'path', list, { style: 'label' }), abc, '/p/.a%20b.c%2Fd'],
    ['/p/{v}', at('v', 'path', object, { style: 'label', explode: true }), pair, '/p/.a=x%20y.b=2'],
    ['/p/{v}', at('v', 'path', { type: 'string' }, { style: 'matrix' }), 'x', '/p/;v=x'],
    ['/p/{v}', at('v', 'path', list, { style: 'matrix' }), abc, '/p/;v=a%20b,c%2Fd'],
    ['/p/{v}', at('v', 'path', list, { style: 'matrix', explode: true }), abc, '/p/;v=a%20b;v=c%2Fd'],
    ['/p/{v}', at('v', 'path', object, { style: 'matrix' }), pair, '/p/;v=a,x%20y,b,2'],
    ['/p', at('v', 'query', list), abc, '/p?v=a%20b&v=c%2Fd'],
    ['/p', at('v', 'query', list, { explode: false }), abc, '/p?v=a%20b,c%2Fd'],
    ['/p', at('v', 'query', list, { style: 'spaceDelimited', explode: false }), ['a', 'b'], '/p?v=a%20b'],
    ['/p', at('v', 'query', list, { style: 'pipeDelimited', explode: false }), ['a', 'b'], '/p?v=a%7Cb'],
    ['/p', at('v', 'query', object), pair, '/p?a=x%20y&b=2'],
    ['/p', at('v', 'query', object, { explode: false }), pair, '/p?v=a,x%20y,b,2'],
    ['/p', at('v', 'query', object, { style: 'deepObject', explode: true }), pair, '/p?v%5Ba%5D=x%20y&v%5Bb%5D=2'],
    ['/p', at('v', 'query', { type: 'string' }, { allowReserved: true }), 'a/b?c&d', '/p?v=a/b?c%26d'],
    [
      '/p',
      { name: 'v', in: 'query', content: { 'application/json': { schema: object } } },
      { a: 'x' },
      '/p?v=%7B%22a%22%3A%22x%22%7D',
    ],
    ['/p', at('v', 'query', { type: 'boolean' }), false, '/p?v=false'],
    ['/p', at('v', 'query', { type: 'integer' }), 0, '/p?v=0'],
    ['/p', at('v[]', 'query', list), ['a', 'b'], '/p?v%5B%5D=a&v%5B%5D=b'],
  ])('send %s with %j and %j as %s', (path, parameter, value, expected) => {
    const { name } = parameter as { name: string };
    const plan = planFrom(document3('get', path, { parameters: [parameter] }), `GET ${path}`, { [name]: value });
    expect({ url: plan.url, findings: plan.findings, guesses: plan.guesses }).toEqual({
      url: `https://a.net${expected}`,
      findings: [],
      guesses: [],
    });
  });

  test('stay in the query and in headers for methods with a body', () => {
    const parameters = [at('q', 'query', list), at('X_Trace', 'header', list), at('sid', 'cookie', { type: 'string' })];
    const document = document3('put', '/p', { parameters, ...json(object) });
    const plan = planFrom(document, 'PUT /p', { q: ['a', 'b'], X_Trace: ['1', '2'], sid: 'x;y', a: 'x' });
    expect(plan).toMatchObject({ url: 'https://a.net/p?q=a&q=b', sent: '{"a":"x"}' });
    expect(plan.headers).toMatchObject({ X_Trace: '1,2', Cookie: 'sid=x%3By', 'Content-Type': 'application/json' });
  });

  test('with the same name in several locations are addressed by their location', () => {
    const parameters = [at('id', 'path', { type: 'string' }), at('id', 'query', { type: 'string' })];
    const document = document3('post', '/p/{id}', { parameters, ...json({ type: 'object', properties: { id: {} } }) });
    const plan = planFrom(document, 'POST /p/{id}', { 'path.id': '1', 'query.id': '2', 'body.id': 3 });
    expect(plan).toMatchObject({ url: 'https://a.net/p/1?id=2', sent: '{"id":3}', findings: [] });
  });
});

describe('bodies of version 3', () => {
  const file = { type: 'string', format: 'binary' };
  const bytes = new Uint8Array([0, 255, 10]);
  const form = 'application/x-www-form-urlencoded';
  const nested = { type: 'object', properties: { o: object, l: list } };
  const encoded = (schema: object, encoding: object, type = form) => ({
    requestBody: { content: { [type]: { schema, encoding } } },
  });
  test.each<[string, object, Record<string, unknown>, string, unknown]>([
    ['members', json(object), { a: 'x', b: 2 }, 'application/json', '{"a":"x","b":2}'],
    ['a list', json(list), { body: ['a'] }, 'application/json', '["a"]'],
    ['a text as JSON', json({ type: 'string' }), { body: 'a' }, 'application/json', '"a"'],
    [
      'a JSON variant',
      json(object, 'application/merge-patch+json'),
      { a: 'x' },
      'application/merge-patch+json',
      '{"a":"x"}',
    ],
    [
      'a versioned JSON type',
      json(object, 'application/x-amz-json-1.1'),
      { a: 'x' },
      'application/x-amz-json-1.1',
      '{"a":"x"}',
    ],
    [
      'a patch',
      json(list, 'application/json-patch+json'),
      { body: [{ op: 'test' }] },
      'application/json-patch+json',
      '[{"op":"test"}]',
    ],
    [
      'free members',
      json({ type: 'object', additionalProperties: { type: 'string' } }),
      { body: { z: 'x' } },
      'application/json',
      '{"z":"x"}',
    ],
    ['a choice of shapes', json({ oneOf: [object, list] }), { body: { a: 'x' } }, 'application/json', '{"a":"x"}'],
    ['text', json({ type: 'string' }, 'text/plain'), { body: 'a b' }, 'text/plain', 'a b'],
    ['XML', json(object, 'application/xml'), { body: '<a/>' }, 'application/xml', '<a/>'],
    ['bytes', json(file, 'application/octet-stream'), { body: bytes }, 'application/octet-stream', bytes],
    ['an image', json(file, 'image/png'), { body: bytes }, 'image/png', bytes],
    ['any media type', json(file, '*/*'), { body: bytes }, 'application/octet-stream', bytes],
    ['a form', json(nested, form), { o: { a: 'x' }, l: ['a b', 'c'] }, form, 'o=%7B%22a%22%3A%22x%22%7D&l=a+b&l=c'],
    [
      'a form with styles',
      encoded(nested, { o: { style: 'deepObject', explode: true }, l: { explode: false } }),
      { o: { a: 'x', b: 1 }, l: ['a', 'b'] },
      form,
      'o%5Ba%5D=x&o%5Bb%5D=1&l=a%2Cb',
    ],
    [
      'a form with a list of objects',
      json({ type: 'object', properties: { l: { type: 'array', items: object } } }, form),
      { l: [{ a: 'x' }, { b: 1 }] },
      form,
      'l=%5B%7B%22a%22%3A%22x%22%7D%2C%7B%22b%22%3A1%7D%5D',
    ],
    [
      'a nested form',
      encoded(nested, { o: { style: 'deepObject' } }),
      { o: { a: { c: [1] } } },
      form,
      'o%5Ba%5D%5Bc%5D%5B0%5D=1',
    ],
    [
      'parts',
      json({ type: 'object', properties: { f: file, t: {}, o: object } }, 'multipart/form-data'),
      { f: bytes, t: 1, o: { a: 'x' } },
      'multipart/form-data',
      [
        { name: 'f', bytes, filename: 'f' },
        { name: 't', text: '1' },
        { name: 'o', text: '{"a":"x"}', content_type: 'application/json' },
      ],
    ],
    [
      'several files',
      json({ type: 'object', properties: { f: { type: 'array', items: file } } }, 'multipart/form-data'),
      { f: [bytes, bytes] },
      'multipart/form-data',
      [
        { name: 'f', bytes, filename: 'f' },
        { name: 'f', bytes, filename: 'f' },
      ],
    ],
    [
      'a typed part',
      encoded(nested, { o: { contentType: 'application/json' } }, 'multipart/form-data'),
      { o: { a: 'x' } },
      'multipart/form-data',
      [{ name: 'o', text: '{"a":"x"}', content_type: 'application/json' }],
    ],
    [
      'lines of JSON',
      json(list, 'application/x-ndjson'),
      { body: [{ a: 1 }, { a: 2 }] },
      'application/x-ndjson',
      '{"a":1}\n{"a":2}\n',
    ],
  ])('send %s', (_name, operation, args, contentType, expected) => {
    const plan = planFrom(document3('post', '/p', operation), 'POST /p', args);
    expect(plan.sent).toEqual(expected);
    expect(plan.headers['Content-Type']).toBe(contentType);
    expect(plan.findings).toEqual([]);
  });

  test.each([
    ['OpenAPI 3.0', { type: 'string', nullable: true }, 'application/json'],
    ['OpenAPI 3.1', { type: ['string', 'null'] }, 'application/json'],
    ['OpenAPI 3.1 with variants', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'application/json'],
    ['merge patches', { type: 'string' }, 'application/merge-patch+json'],
  ])('have members that can be null in %s', (_name, schema, type) => {
    const document = document3('post', '/p', json({ type: 'object', properties: { a: schema, b: list } }, type));
    const plan = planFrom(document, 'POST /p', { a: null });
    expect(plan).toMatchObject({ sent: '{"a":null}', findings: [] });
    expect(plan.parameters[0]?.type).toBe('string or null');
    expect(planFrom(document, 'POST /p', { a: 1, b: 'x' }).findings).toHaveLength(1);
  });

  test('belong to DELETE if it declares one', () => {
    const plan = planFrom(document3('delete', '/p', json(object)), 'DELETE /p', { a: 'x' });
    expect(plan).toMatchObject({ url: 'https://a.net/p', sent: '{"a":"x"}' });
  });

  test('need arguments', () => {
    const plan = planFrom(document3('post', '/p', json(object)), 'POST /p', {});
    expect(plan.body).toBeNull();
    expect(plan.headers).not.toHaveProperty('Content-Type');
  });
});

describe('credentials of version 3', () => {
  const components = {
    securitySchemes: {
      header: { type: 'apiKey', in: 'header', name: 'x_api_key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'SID' },
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      other: { type: 'http', scheme: 'Token' },
      oauth: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.net/auth', scopes: {} } } },
      tls: { type: 'mutualTLS' },
    },
  };
  test.each<[object[], object[] | undefined, Record<string, string>, string]>([
    [[{ header: [] }], undefined, { x_api_key: '{API_KEY}' }, ''],
    [[{ query: [] }], undefined, {}, '?key={API_KEY}'],
    [[{ cookie: [] }], undefined, { Cookie: 'SID={API_KEY}' }, ''],
    [[{ basic: [] }], undefined, { Authorization: 'Basic {base64(API_USERNAME:API_PASSWORD)}' }, ''],
    [[{ bearer: [] }], undefined, { Authorization: 'Bearer {ACCESS_TOKEN}' }, ''],
    [[{ other: [] }], undefined, { Authorization: 'Token {API_KEY}' }, ''],
    [[{ oauth: ['read'] }], undefined, { Authorization: 'Bearer {ACCESS_TOKEN}' }, ''],
    [[{ header: [], query: [] }], undefined, { x_api_key: '{X_API_KEY}' }, '?key={KEY}'],
    [[{ bearer: [] }, { query: [] }], undefined, { Authorization: 'Bearer {ACCESS_TOKEN}' }, ''],
    [[{ bearer: [] }], [], {}, ''],
    [[{ bearer: [] }], [{}], {}, ''],
    [[{ bearer: [] }], [{ bearer: [] }, {}], {}, ''],
    [[{ bearer: [] }], [{ header: [] }], { x_api_key: '{API_KEY}' }, ''],
    [[{ bearer: [] }], [{ tls: [] }], {}, ''],
  ])('for %j and %j of the operation are %j%s', (security, own, headers, query) => {
    // A second operation keeps the requirement of the document the most frequent one.
    const other = { get: { summary: 'Does everything else there is', ...response } };
    const document = document3('get', '/p', own === undefined ? {} : { security: own }, { components, security });
    const withOthers = { ...document, paths: { ...(document as { paths: object }).paths, '/q': other, '/r': other } };
    const plan = planFrom(withOthers, 'GET /p', {});
    expect(plan.headers).toEqual({ Accept: 'application/json', ...headers });
    expect(plan.url).toBe(`https://a.net/p${query}`);
  });

  test('have all alternatives, and the plan uses the selected one', () => {
    const document = document3('get', '/p', {}, { components, security: [{ bearer: [] }, { header: [], query: [] }] });
    const { authentication } = planFrom(document, 'GET /p', {});
    expect(authentication.required).toBe(true);
    expect(authentication.alternatives.map(set => set.map(({ name }) => name))).toEqual([
      ['Authorization'],
      ['x_api_key', 'key'],
    ]);
  });

  test('get a TODO if the document declares none', () => {
    const plan = planFrom(document3('get', '/p', {}), 'GET /p', {});
    expect(plan.authentication).toMatchObject({ required: false, type: null, instructions: /^TODO: / as never });
  });
});

test.each([
  ['application/json', 'application/json'],
  ['text/csv', 'text/csv'],
  ['application/vnd.api+json', 'application/vnd.api+json'],
])('accepts %s as %s', (type, expected) => {
  const responses = { 200: { description: 'Everything.', content: { [type]: {} } } };
  expect(planFrom(document3('get', '/p', { responses }), 'GET /p', {}).headers.Accept).toBe(expected);
});

describe('version 2', () => {
  const document = (method: string, path: string, operation: object, rest: object = {}) => ({
    swagger: '2.0',
    info: { title: 'Everything', version: '1.0.0' },
    host: 'a.net',
    schemes: ['https'],
    paths: { [path]: { [method]: { summary: 'Does everything there is', ...response, ...operation } } },
    ...rest,
  });
  const array = (name: string, location: string, collectionFormat?: string) => ({
    name,
    in: location,
    type: 'array',
    items: { type: 'string' },
    ...(location === 'path' && { required: true }),
    ...(collectionFormat !== undefined && { collectionFormat }),
  });

  test.each([
    [array('v', 'query'), '/p?v=a,b'],
    [array('v', 'query', 'csv'), '/p?v=a,b'],
    [array('v', 'query', 'multi'), '/p?v=a&v=b'],
    [array('v', 'query', 'ssv'), '/p?v=a%20b'],
    [array('v', 'query', 'tsv'), '/p?v=a%09b'],
    [array('v', 'query', 'pipes'), '/p?v=a%7Cb'],
    [array('v', 'path'), '/p/a,b'],
    [array('v', 'path', 'ssv'), '/p/a%20b'],
    [array('v', 'path', 'tsv'), '/p/a%09b'],
    [array('v', 'path', 'pipes'), '/p/a%7Cb'],
  ])('sends %j as %s', (parameter, expected) => {
    const path = parameter.in === 'path' ? '/p/{v}' : '/p';
    const plan = planFrom(document('get', path, { parameters: [parameter] }), `GET ${path}`, { v: ['a', 'b'] });
    expect(plan.url).toBe(`https://a.net${expected}`);
  });

  test.each([
    ['csv', 'a,b'],
    ['ssv', 'a b'],
    ['tsv', 'a\tb'],
    ['pipes', 'a|b'],
  ])('sends lists with the format %s in headers and fields', (format, expected) => {
    const header = document('get', '/p', { parameters: [array('X-V', 'header', format)] });
    expect(planFrom(header, 'GET /p', { 'X-V': ['a', 'b'] }).headers['X-V']).toBe(expected);
    const field = { parameters: [array('v', 'formData', format)] };
    const { body } = planFrom(document('post', '/p', field), 'POST /p', { v: ['a', 'b'] });
    expect(body).toMatchObject({ kind: 'form', fields: [['v', expected]] });
    const part = document('post', '/p', { ...field, consumes: ['multipart/form-data'] });
    expect(planFrom(part, 'POST /p', { v: ['a', 'b'] }).sent).toEqual([{ name: 'v', text: expected }]);
  });

  test.each([
    ['no media type', {}, {}],
    ['the media type of other operations', {}, { consumes: ['application/json'] }],
    ['an unusable media type', { consumes: ['application/json'] }, {}],
  ])('sends fields with %s as a form, and files as parts', (_name, own, rest) => {
    const field = { name: 't', in: 'formData', type: 'string' };
    const form = document('post', '/p', { ...own, parameters: [field] }, rest);
    expect(planFrom(form, 'POST /p', { t: 'x y' }).sent).toBe('t=x+y');
    const file = document('post', '/p', { ...own, parameters: [field, { ...field, name: 'f', type: 'file' }] }, rest);
    expect(planFrom(file, 'POST /p', { f: 'content' }).body?.kind).toBe('multipart');
  });

  test('sends shared bodies and fields, and those of the path', () => {
    const parameters = {
      Pet: { name: 'pet', in: 'body', schema: object },
      Name: { name: 'name', in: 'formData', type: 'string' },
      Age: { name: 'age', in: 'formData', type: 'string' },
    };
    const references = (...names: string[]) => names.map(name => ({ $ref: `#/parameters/${name}` }));
    const shared = document('post', '/p', { parameters: references('Pet') }, { parameters });
    expect(planFrom(shared, 'POST /p', { a: 'x' })).toMatchObject({ sent: '{"a":"x"}', findings: [] });
    const fields = document('post', '/p', { parameters: references('Name', 'Age') }, { parameters });
    expect(planFrom(fields, 'POST /p', { name: 'x', age: '1' })).toMatchObject({ sent: 'name=x&age=1', findings: [] });
    const operation = { summary: 'Does everything there is', ...response };
    const post = { ...operation, consumes: ['application/merge-patch+json'] };
    const paths = { '/p': { post, get: operation, parameters: references('Pet') } };
    const ofPath = planFrom(document('get', '/q', {}, { parameters, paths }), 'POST /p', { a: 'x' });
    expect(ofPath).toMatchObject({ sent: '{"a":"x"}', findings: [] });
    expect(ofPath.headers['Content-Type']).toBe('application/merge-patch+json');
    const put = { ...operation, parameters: [...references('Age'), { ...parameters.Name, type: 'array' }] };
    const mixed = document('get', '/q', {}, { parameters, paths: { '/p': { parameters: references('Name'), put } } });
    expect(planFrom(mixed, 'PUT /p', { age: '1', name: ['x', 'y'] })).toMatchObject({
      sent: 'age=1&name=x%2Cy',
      findings: [],
    });
  });

  test('sends forms, files, and bodies', () => {
    const fields = [
      array('l', 'formData'),
      array('m', 'formData', 'multi'),
      { name: 't', in: 'formData', type: 'string' },
    ];
    const form = document('post', '/p', { consumes: ['application/x-www-form-urlencoded'], parameters: fields });
    expect(planFrom(form, 'POST /p', { l: ['a', 'b'], m: ['c', 'd'], t: 'x' }).sent).toBe('l=a%2Cb&m=c&m=d&t=x');
    const upload = document('post', '/p', {
      consumes: ['multipart/form-data'],
      parameters: [{ name: 'f', in: 'formData', type: 'file' }],
    });
    expect(planFrom(upload, 'POST /p', { f: 'content' }).sent).toEqual([{ name: 'f', text: 'content', filename: 'f' }]);
    const body = { name: 'pets', in: 'body', schema: list };
    const whole = document('delete', '/p', { consumes: [], parameters: [body] });
    expect(planFrom(whole, 'DELETE /p', { body: ['a'] })).toMatchObject({ sent: '["a"]', url: 'https://a.net/p' });
  });

  test('uses https without schemes', () => {
    const swagger = { ...document('get', '/p', {}), schemes: undefined };
    const parsed = parseOpenapiDocument(new TextEncoder().encode(JSON.stringify(swagger)));
    expect(parsed.ok && createDraft(parsed.value).origin).toBe('https://a.net');
  });

  test('sends Basic credentials', () => {
    const secured = document(
      'get',
      '/p',
      { security: [{ basic: [] }] },
      { securityDefinitions: { basic: { type: 'basic' } } },
    );
    expect(planFrom(secured, 'GET /p', {}).headers.Authorization).toMatch(/^Basic \{base64/);
  });
});
