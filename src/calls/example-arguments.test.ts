import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';
import { planExampleRequest, planRequest } from './request-plan.ts';

const ORIGIN = 'https://api.example.com';

function declare(parameter: object, members: object = {}): DeclaredEndpoint {
  const parameters = [
    { name: 'status', in: 'query', type: 'array of string', required: true, description: 'The states.', ...parameter },
  ];
  const texts = { description: 'Returns pets.', response_description: 'A list of pets.' };
  return { path: '/v1/pets', method: 'GET', ...texts, parameters, ...members } as DeclaredEndpoint;
}

describe('the example of a list parameter', () => {
  test.each<[object, string]>([
    [{ enum: ['available', 'sold'] }, '?status=available'],
    [{ default: 'sold' }, '?status=sold'],
    [{ type: 'list', example: 5 }, '?status=5'],
    [{ type: 'string[]', example: ['a', 'b'] }, '?status=a&status=b'],
    [{ type: 'array', example: '["a","b"]' }, '?status=a&status=b'],
    [{ type: 'array', default: '["a","b"]' }, '?status=a&status=b'],
    [{ example: 'Oslo, Norway' }, '?status=Oslo%2C%20Norway'],
    [{ example: 'a, b', explode: false }, '?status=a,b'],
    [{ example: 'a|b', style: 'pipeDelimited' }, '?status=a%7Cb'],
    [{ example: 'a,b', enum: ['a', 'b'] }, '?status=a&status=b'],
    [{ example: 'a,b', enum: ['a,b', 'a', 'b'] }, '?status=a%2Cb'],
    [{ type: 'string or array', example: 'a,b', explode: false }, '?status=a%2Cb'],
  ])('becomes a list: %j', (parameter, query) => {
    const { url, findings } = planExampleRequest(sampleManifest(), declare(parameter), { origin: ORIGIN });
    expect({ url, findings }).toEqual({ url: `${ORIGIN}/v1/pets${query}`, findings: [] });
  });

  test('becomes a list in a JSON body', () => {
    const endpoint = declare({ in: 'body', enum: ['available'] }, { method: 'POST' });
    const { body, findings } = planExampleRequest(sampleManifest(), endpoint, { origin: ORIGIN });
    expect({ body, findings }).toMatchObject({ body: { text: '{"status":["available"]}' }, findings: [] });
  });
});

test.each<[object, unknown, string]>([
  [{}, 'a', '?status=a'],
  [{ explode: false }, 'a,b', '?status=a,b'],
  [{ required: true, default: 'a' }, undefined, '?status=a'],
])('accepts the text of a list outside the body: %j with %j', (parameter, status, query) => {
  const { url, findings } = planRequest(sampleManifest(), declare(parameter), { status }, { origin: ORIGIN });
  expect({ url, findings }).toEqual({ url: `${ORIGIN}/v1/pets${query}`, findings: [] });
});

test('rejects a text for a list in a JSON body', () => {
  const endpoint = declare({ in: 'body' }, { method: 'POST' });
  const { findings } = planRequest(sampleManifest(), endpoint, { status: 'a' }, { origin: ORIGIN });
  expect(findings).toMatchObject([{ parameter: 'status', code: 'wrong_type' }]);
});

describe('the example request', () => {
  const q = { name: 'q', in: 'body', type: 'string', description: 'A query.' };
  test.each<[string, object, string]>([
    ['an object without parameters', { request_example: { q: 'x' } }, '{"q":"x"}'],
    ['an empty object', { parameters: [q], request_example: {} }, '{}'],
    ['a list without parameters', { request_example: [1] }, '[1]'],
    ['a whole body without parameters', { request_body: 'whole', request_example: { q: 'x' } }, '{"q":"x"}'],
    [
      'members without parameters',
      { parameters: [{ ...q, required: true }], request_example: { q: 'x', z: null } },
      '{"q":"x","z":null}',
    ],
    [
      'JSON as a text',
      { parameters: [{ ...q, required: true }], request_example: '{"q":"x","r":2}' },
      '{"q":"x","r":2}',
    ],
    [
      'a null for a parameter',
      { parameters: [{ ...q, required: true, default: 'x' }], request_example: { q: null } },
      '{"q":null}',
    ],
  ])('has %s', (_name, members, text) => {
    const endpoint = declare(
      {},
      { method: 'POST', request_content_type: 'application/json', parameters: [], ...members },
    );
    const plan = planExampleRequest(sampleManifest(), endpoint, { origin: ORIGIN });
    expect(plan.body).toMatchObject({ text });
    expect(plan.headers).toMatchObject({ 'Content-Type': 'application/json' });
    expect(plan.missing).toEqual([]);
  });

  test.each<[unknown, string]>([
    ['q=low+tide&tags=a&tags=b&z=', 'q=low+tide&tags=a&tags=b&z='],
    ['{"q": "low tide"}', 'q=low+tide'],
    [{ q: 'low tide' }, 'q=low+tide'],
  ])('has the fields of a form from %j', (request_example, text) => {
    const members = {
      method: 'POST',
      request_content_type: 'application/x-www-form-urlencoded',
      request_example,
      parameters: [{ ...q, required: true }],
    };
    const plan = planExampleRequest(sampleManifest(), declare({}, members), { origin: ORIGIN });
    expect(plan).toMatchObject({ body: { kind: 'form', text }, missing: [] });
  });

  test('has a text of another media type', () => {
    const members = {
      method: 'POST',
      request_content_type: 'application/xml',
      request_example: '<a/>',
      parameters: [],
    };
    const { body, guesses } = planExampleRequest(sampleManifest(), declare({}, members), { origin: ORIGIN });
    expect(body).toMatchObject({ kind: 'text', content_type: 'application/xml', text: '<a/>' });
    expect(guesses).toMatchObject([{ member: 'request_body', value: 'whole' }]);
  });

  test('has no body for GET, and no member of a parameter outside the body', () => {
    const example = { request_example: { status: ['a'] } };
    const get = planExampleRequest(sampleManifest(), declare({}, { ...example, parameters: [] }), { origin: ORIGIN });
    expect(get.body).toBeNull();
    const inQuery = declare({ example: ['a'] }, { ...example, method: 'POST' });
    const { url, body } = planExampleRequest(sampleManifest(), inQuery, { origin: ORIGIN });
    expect({ url, body }).toEqual({ url: `${ORIGIN}/v1/pets?status=a`, body: null });
  });
});

test('sends members that only the example shows if the caller has them', () => {
  const endpoint = declare({}, { method: 'POST', parameters: [], request_example: { q: 'x', z: 1 } });
  const { body, findings } = planRequest(sampleManifest(), endpoint, { q: 'y' }, { origin: ORIGIN });
  expect({ body, findings }).toMatchObject({ body: { text: '{"q":"y"}' }, findings: [] });
});
