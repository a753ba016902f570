import { describe, expect, test } from 'vitest';
import { planEndpoint, type TestedCall } from '../snippets/plan-endpoint.fixture.ts';

const FORM = 'application/x-www-form-urlencoded';

function planBody(members: object, { args = {}, ...call }: TestedCall = {}) {
  const body = { name: 'a', in: 'body' };
  const type = { name: 'Content-Type', in: 'header' };
  const endpoint = { method: 'POST', parameters: [body, type], ...members };
  const {
    guesses,
    headers,
    body: planned,
  } = planEndpoint({ ...call, endpoint, args: { a: 'b', ...args } }, 'https://a.example');
  return { kind: planned?.kind, type: headers['Content-Type'], guesses: guesses.map(({ member }) => member) };
}

describe('the media type of a body', () => {
  const form = { kind: 'form', type: FORM, guesses: [] };

  test('comes from a required header of the endpoint', () => {
    expect(planBody({ required_headers: { 'content-type': FORM } })).toMatchObject(form);
  });

  test('comes from a required header of the manifest', () => {
    expect(planBody({}, { manifest: { required_headers: { 'Content-Type': FORM } } })).toMatchObject(form);
  });

  test('comes from a header parameter', () => {
    expect(planBody({}, { args: { 'Content-Type': FORM } })).toMatchObject(form);
  });

  test('stays as declared if a header has another encoding', () => {
    const declared = { request_content_type: FORM, required_headers: { 'Content-Type': 'application/json' } };
    expect(planBody(declared)).toMatchObject(form);
  });

  test.each([
    ['text/*', 'text/csv', 'text'],
    ['application/octet-stream', 'image/png', 'bytes'],
    ['application/octet-stream', 'text/csv', 'text'],
    ['application/json', 'application/json; charset=utf-8', 'json'],
  ])('changes from %s to the more specific %s of a header', (declared, header, kind) => {
    const members = { request_content_type: declared, request_body: 'whole' };
    expect(planBody(members, { args: { 'Content-Type': header } })).toEqual({ kind, type: header, guesses: [] });
  });

  test.each(['json', 'text/*', '*/*'])('becomes a guess if the header is %s', header => {
    const guesses = ['request_content_type'];
    expect(planBody({ required_headers: { 'Content-Type': header } })).toEqual({
      kind: 'json',
      type: 'application/json',
      guesses,
    });
  });

  test.each<[object, string]>([
    [{ in: 'formData' }, FORM],
    [{ in: 'form' }, FORM],
    [{ in: undefined, description: 'a (formData parameter)' }, FORM],
    [{ in: 'formData', type: 'file' }, 'multipart/form-data'],
  ])('becomes a guess for a field of a form: %j', (members, type) => {
    const planned = planBody({ parameters: [{ name: 'a', ...members }] });
    expect(planned).toMatchObject({ type, guesses: expect.arrayContaining(['request_content_type']) });
  });

  test('stays in the header of a request without a body', () => {
    const members = { parameters: [], required_headers: { 'Content-Type': FORM } };
    expect(planBody(members, { args: { a: undefined } })).toEqual({ kind: undefined, type: FORM, guesses: [] });
  });
});

describe('a body in a type without members', () => {
  const members = { parameters: ['a', 'b'].map(name => ({ name, in: 'body', type: 'any' })) };

  test.each([
    ['text/csv', { b: 'c' }],
    ['application/xml', { a: { x: 1 } }],
    ['text/plain', { a: ['x', 'y'] }],
    ['application/xml', { a: 'tide' }],
    ['image/png', { b: 1 }],
  ])('of the type %s becomes a guess for %j', (request_content_type, args) => {
    expect(planBody({ ...members, request_content_type }, { args }).guesses).toEqual(['request_body']);
  });

  test.each([
    ['text/csv', {}],
    ['application/xml', { a: '<a/>' }],
    ['image/png', { a: new Uint8Array([1]) }],
    ['application/x-ndjson', { a: [{}] }],
    ['application/yaml', { a: {} }],
    ['application/json', { b: 1 }],
    ['multipart/form-data', { b: 1 }],
  ])('of the type %s follows from %j without a guess', (request_content_type, args) => {
    expect(planBody({ ...members, request_content_type }, { args }).guesses).toEqual([]);
  });
});

test.each([
  [1, '{"a":1}'],
  ['tide', '{"a":"tide"}'],
  ['10:30', '{"a":"10:30"}'],
  [{ b: 1 }, '{"a":{"b":1}}'],
  ['b: 1\nc: 2\n', 'b: 1\nc: 2\n'],
  ['{"b":1}', '{"b":1}'],
])('sends the only member of a body in YAML as a member, unless it is a document: %j', (value, text) => {
  const endpoint = {
    method: 'POST',
    request_content_type: 'application/yaml',
    parameters: [{ name: 'a', in: 'body' }],
  };
  expect(planEndpoint({ endpoint, args: { a: value } }, 'https://a.example').body).toMatchObject({ text });
});

test.each<[string, string, unknown, string]>([
  ['application/x-ndjson', 'array', [{ a: 1 }, 2], '{"a":1}\n2\n'],
  ['application/json-seq', 'array', [{ a: 1 }, 2], '\u001e{"a":1}\n\u001e2\n'],
  ['application/json', 'any', '{"a":1}', '{"a":1}'],
  ['application/json', 'Order', ' [1]', '[1]'],
  ['application/json', 'object or null', '{"a":1}', '{"a":1}'],
  ['application/json', 'string', '{"a":1}', '"{\\"a\\":1}"'],
  ['application/json', 'any', '{a}', '"{a}"'],
  ['application/json', 'any', 'null', '"null"'],
])('encodes a whole body of %s with the type %s: %j', (request_content_type, type, value, text) => {
  const members = { method: 'POST', request_content_type, request_body: 'whole' };
  const endpoint = { ...members, parameters: [{ name: 'a', in: 'body', type }] };
  expect(planEndpoint({ endpoint, args: { a: value } }, 'https://a.example').body).toMatchObject({ text });
});
