import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { planRequest } from '../request-plan.ts';

function plan(name: string, members: object, config?: object) {
  const authentication = { required: config !== undefined, type: 'api_key', instructions: 'Sign up.', config };
  const manifest = { ...sampleManifest(), authentication } as never;
  const parameters = [{ name, type: 'string', required: true, description: 'A value.' }];
  const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
  const endpoint = { path: '/v1', method: 'POST', parameters, ...texts, ...members } as DeclaredEndpoint;
  return (args: Readonly<Record<string, unknown>>) =>
    planRequest(manifest, endpoint, args, { origin: 'https://a.example' });
}

describe('a parameter without a location', () => {
  test.each([
    ['api_key', { in: 'query', name: 'api_key' }, 'query'],
    ['x_key', { in: 'header', name: 'X_Key' }, 'header'],
    ['api_key', { in: 'query', name: 'other' }, 'body'],
  ])('has the place of its credential: %s with %j', (name, config, location) => {
    const { parameters, guesses } = plan(name, {}, config)({});
    expect(parameters[0]).toMatchObject({ name, in: location });
    expect(guesses).toMatchObject([
      { member: 'parameters/0/in', value: location },
      ...(location === 'body' ? [{}] : []),
    ]);
  });

  test('needs no argument if its credential fills it', () => {
    const { url, body, missing, findings } = plan('api_key', {}, { in: 'query', name: 'api_key' })({});
    expect({ url, body, missing, findings }).toEqual({
      url: 'https://a.example/v1?api_key={API_KEY}',
      body: null,
      missing: [],
      findings: [],
    });
  });

  test.each<[object, string]>([
    [{}, 'query'],
    [{ request_content_type: 'application/json' }, 'body'],
    [{ request_example: { ids: [1] } }, 'body'],
    [{ request_content_type: 'application/json', request_example: { other: 1 } }, 'query'],
  ])('of DELETE is in the body if the endpoint declares one: %j', (members, location) => {
    const { parameters } = plan('ids', { method: 'DELETE', ...members })({ ids: '5' });
    expect(parameters[0]).toMatchObject({ name: 'ids', in: location });
  });
});

describe('an object or a list without a location that is the body', () => {
  const body = { name: 'body', type: 'object', required: true, description: 'The order.' };
  const limit = { name: 'limit', type: 'integer', required: false, description: 'The maximum in the query.' };

  test.each<[string, object, object]>([
    ['by its name', body, {}],
    ['by its name, as a list', { ...body, type: 'array of string' }, {}],
    ['by its name, with DELETE', body, { method: 'DELETE' }],
    ['by another spelling of its name', { ...body, name: 'requestBody' }, {}],
    ['by its description', { ...body, name: 'order', description: 'order (body parameter)' }, {}],
    ['by its description in words', { ...body, name: 'order', description: 'Request body with an order.' }, {}],
    ['by a name with a suffix', { ...body, name: 'createOrderRequest' }, {}],
    ['by a description with more words', { ...body, name: 'rpc', description: 'JSON-RPC request body.' }, {}],
    ['by the name, in a declared whole body', body, { request_body: 'whole' }],
    ['by the name, with an example of its content', body, { request_example: { a: 1 } }],
  ])('becomes the entire body %s, next to other parameters in the query', (_title, parameter, members) => {
    const name = 'name' in parameter ? String(parameter.name) : '';
    const value = 'type' in parameter && parameter.type === 'object' ? { a: 1 } : ['a'];
    const parameters = [limit, parameter];
    const planned = plan(name, { parameters, ...members })({ [name]: value, limit: 5 });
    expect(planned).toMatchObject({
      url: 'https://a.example/v1?limit=5',
      body: { text: JSON.stringify(value) },
      findings: [],
    });
    const guessed = planned.guesses.map(each => each.member);
    expect(guessed).toEqual([
      'parameters/0/in',
      'parameters/1/in',
      ...('request_body' in members ? [] : ['request_body']),
      'request_content_type',
    ]);
  });

  test.each<[string, object, object]>([
    ['declared in the body', { ...body, in: 'body' }, {}],
    ['a text', { ...body, type: 'string' }, {}],
    ['a declared member', body, { request_body: 'members' }],
    ['a member in the example', body, { request_example: { body: {} } }],
  ])('stays a member if it is %s', (_title, parameter, members) => {
    const { body: planned } = plan('body', { parameters: [parameter], ...members })({ body: { a: 1 } });
    expect(planned).toMatchObject({ value: { body: { a: 1 } } });
  });

  test('stays a member if another parameter may be the body, too', () => {
    const parameters = [body, { ...body, name: 'order', description: 'order (body parameter)' }];
    const planned = plan('body', { parameters })({ body: {}, order: { a: 1 } });
    expect(planned.body).toMatchObject({ value: { body: {}, order: { a: 1 } } });
  });

  test('stays a member next to other parameters of the body if only its name has a suffix', () => {
    const parameters = [
      { ...body, name: 'payload' },
      { ...body, name: 'type', type: 'string' },
    ];
    const planned = plan('payload', { parameters })({ payload: {}, type: 'a' });
    expect(planned.body).toMatchObject({ value: { payload: {}, type: 'a' } });
  });

  test('sends an undeclared argument in the query', () => {
    const planned = plan('body', { parameters: [body] })({ body: {}, page: 2 });
    expect(planned).toMatchObject({ url: 'https://a.example/v1?page=2', body: { text: '{}' } });
  });
});

test.each([
  ['q', 'q (query parameter)', 'query'],
  ['q', 'Query parameter for the text.', 'query'],
  ['q', 'The optional query string parameter.', 'query'],
  ['q', 'If this header parameter is 1, the request waits.', 'header'],
  ['q', 'The text in the query.', 'query'],
  ['q', 'Replaces the query parameter of the same name.', 'body'],
  ['q', 'Query parameters to bind to the SQL.', 'body'],
  ['Accept-Language', 'Excludes the query parameter.', 'header'],
  ['Api-Key', 'A key.', 'header'],
  ['Xero-Tenant-Id', 'A tenant.', 'header'],
  ['user-agent', 'A client.', 'header'],
  ['idempotency-key', 'A key.', 'header'],
  ['on-behalf-of', 'A user.', 'body'],
  ['Ref', 'A branch.', 'body'],
])('guesses the location of %s with the description %j: %s', (name, description, location) => {
  const parameters = [{ name, type: 'string', required: true, description }];
  const { parameters: placed, guesses } = plan(name, { parameters })({});
  expect(placed).toMatchObject([{ name, in: location }]);
  expect(guesses[0]).toMatchObject({ member: 'parameters/0/in', value: location });
});

test('reads a location in any case', () => {
  const parameter = { name: 'q', in: 'Query', type: 'string', required: true, description: 'The text.' };
  const { url, body, guesses } = plan('q', { parameters: [parameter] })({ q: 'a' });
  expect({ url, body, guesses }).toEqual({ url: 'https://a.example/v1?q=a', body: null, guesses: [] });
});
