import { describe, expect, test } from 'vitest';
import type { DeclaredEndpoint } from '#calls/find-endpoint.ts';
import { toJson } from '#calls/url/value-text.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { parseArguments } from './parse-arguments.ts';

/** Returns an endpoint with one parameter `v`. */
function createEndpoint(parameter: object, members: object = {}): DeclaredEndpoint {
  const common = { description: 'An endpoint of the test.', response_description: 'A response of the test.' };
  const parameters = [{ name: 'v', required: false, description: '', ...parameter }];
  return { path: '/a', method: 'POST', ...common, parameters, ...members } as never;
}

const parse = (assignments: readonly string[], endpoint: DeclaredEndpoint) => {
  const result = parseArguments(assignments, sampleManifest(), endpoint);
  return result.ok ? result.value : result.error;
};

describe('parseArguments outside of JSON bodies', () => {
  test.each([
    ['string', ['v=1.0'], '1.0'],
    ['string', ['v=1e5'], '1e5'],
    ['string', ['v=null'], 'null'],
    ['string', ['v="a"'], '"a"'],
    ['string', ['v=[1]'], '[1]'],
    ['date', ['v=2020'], '2020'],
    ['integer', ['v=12345678901234567890'], '12345678901234567890'],
    ['number', ['v=1.10'], '1.10'],
    ['boolean', ['v=true'], 'true'],
    ['any', ['v=1.0'], '1.0'],
    ['any', ['v=["a"]'], ['a']],
    ['object', ['v={"a":12345678901234567890}'], { a: 12345678901234567890n }],
    ['object', ['v=a'], 'a'],
    ['array of string', ['v=a'], ['a']],
    ['array of string', ['v=1.0', 'v=2'], ['1.0', '2']],
    ['array of string', ['v=["a","b"]'], ['a', 'b']],
    ['array', ['v=a,b', 'v=c'], ['a,b', 'c']],
    ['string[]', ['v=a', 'v=b'], ['a', 'b']],
    ['string or array of string', ['v=a'], 'a'],
    ['string or array of string', ['v=a', 'v=b'], ['a', 'b']],
    ['any', ['v=a', 'v=b'], ['a', 'b']],
  ])('parses a value of the type %s: %j', (type, assignments, value) => {
    expect(parse(assignments, createEndpoint({ type, in: 'query' }))).toEqual({ v: value });
  });

  test('splits the text of a list that the request joins with commas', () => {
    const list = { type: 'array of number', in: 'query', explode: false };
    expect(parse(['v=1.0,2'], createEndpoint(list))).toEqual({ v: ['1.0', '2'] });
    expect(parse(['v=a,b'], createEndpoint({ ...list, explode: true }))).toMatch(
      /^Invalid value for "v": "a,b"\. Repeat/,
    );
  });

  test.each<[object, object]>([
    [{ in: 'body' }, { request_content_type: 'application/x-www-form-urlencoded' }],
    [{ in: 'body' }, { required_headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    [{ in: 'formData' }, {}],
    [{ in: 'body' }, { request_content_type: 'application/x-ndjson' }],
  ])('keeps the text of a field in a body that is not JSON: %j with %j', (place, members) => {
    expect(parse(['v=1.0'], createEndpoint({ type: 'number', ...place }, members))).toEqual({ v: '1.0' });
  });

  test('keeps the text of a parameter with a media type', () => {
    const parameter = { type: 'object', in: 'query', content_type: 'application/json' };
    expect(parse(['v={"a":1.0}'], createEndpoint(parameter))).toEqual({ v: '{"a":1.0}' });
  });
});

describe('parseArguments in a JSON body', () => {
  test.each([
    ['string', ['v=12345'], '"12345"'],
    ['string', ['v=true'], '"true"'],
    ['string', ['v=null'], '"null"'],
    ['string or null', ['v=null'], 'null'],
    ['string or integer', ['v=5'], '5'],
    ['string or integer', ['v="5"'], '"5"'],
    ['string or null', ['v=5'], '"5"'],
    ['integer', ['v=9007199254740993'], '9007199254740993'],
    ['integer', ['v=-9007199254740993'], '-9007199254740993'],
    ['integer', ['v=+5'], '5'],
    ['integer or null', ['v=null'], 'null'],
    ['number', ['v=1.5'], '1.5'],
    ['boolean', ['v=true'], 'true'],
    ['boolean', ['v=yes'], '"yes"'],
    ['array of string', ['v=1', 'v=true'], '["1","true"]'],
    ['array of integer', ['v=1', 'v=9007199254740993'], '[1,9007199254740993]'],
    ['object', ['v={"id":9007199254740993,"n":[1.5,-0,1e3]}'], '{"id":9007199254740993,"n":[1.5,0,1000]}'],
    ['any', ['v=5'], '5'],
    ['any', ['v=a'], '"a"'],
    ['uuid', ['v=12'], '"12"'],
  ])('parses a value of the type %s: %j', (type, assignments, json) => {
    const parsed = parse(assignments, createEndpoint({ type, in: 'body' }));
    expect(toJson(parsed)).toBe(`{"v":${json}}`);
  });

  test('uses the allowed value with the same text', () => {
    expect(parse(['v=1'], createEndpoint({ type: 'any', in: 'body', enum: ['1', '2'] }))).toEqual({ v: '1' });
    expect(parse(['v=1'], createEndpoint({ type: 'any', in: 'body', enum: [1, 2] }))).toEqual({ v: 1 });
  });
});

describe('parseArguments', () => {
  test('parses an undeclared argument as text, or as JSON in a JSON body', () => {
    const endpoint = createEndpoint({ type: 'string', in: 'query' });
    expect(parse(['query.x=1.0', 'y=1.0', 'X-Z=1.0'], endpoint)).toEqual({ 'query.x': '1.0', y: 1, 'X-Z': '1.0' });
  });

  test('parses an undeclared argument next to a whole body as text', () => {
    const endpoint = createEndpoint(
      {},
      { parameters: [{ name: 'body', type: 'object', required: true, description: '' }] },
    );
    expect(parse(['body={"a":1}', 'y=1.0'], endpoint)).toEqual({ body: { a: 1 }, y: '1.0' });
  });

  test('parses the value of each parameter of a name', () => {
    const members = { path: '/a/{v}', parameters: [] };
    const common = { name: 'v', required: true, description: '' };
    const parameters = [
      { ...common, in: 'path', type: 'string' },
      { ...common, in: 'body', type: 'integer' },
    ];
    const endpoint = createEndpoint({}, { ...members, parameters });
    expect(parse(['v=5'], endpoint)).toEqual({ 'path.v': '5', 'body.v': 5 });
    expect(parse(['body.v=5', 'path.v=6'], endpoint)).toEqual({ 'path.v': '6', 'body.v': 5 });
  });

  test('rejects several values for a single one', () => {
    expect(parse(['v=a', 'v=b'], createEndpoint({ type: 'string', in: 'query' }))).toBe(
      'Duplicate argument "v". Only a list can have several values.',
    );
  });

  test('keeps a name that objects inherit', () => {
    expect(Object.entries(parse(['__proto__=a'], createEndpoint({ type: 'string' })))).toEqual([['__proto__', 'a']]);
  });
});
