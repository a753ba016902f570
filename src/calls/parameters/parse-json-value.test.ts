import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { planExampleRequest, planRequest } from '../request-plan.ts';
import { renderSnippet, SNIPPET_LANGUAGES } from '../snippets/render-snippet.ts';
import { parseExactJsonValue, parseJsonValue } from './parse-json-value.ts';

const ORIGIN = { origin: 'https://a.example' };
const DEEP = '['.repeat(20_000) + ']'.repeat(20_000);
const LARGE = '{"id":12345678901234567890,"ids":[-9007199254740993,1]}';

function endpoint(members: object): DeclaredEndpoint {
  const texts = { description: 'Adds a tide.', response_description: 'The tide.' };
  return { path: '/v1', method: 'POST', parameters: [], ...texts, ...members } as DeclaredEndpoint;
}

function parameter(members: object): object {
  return { name: 'v', type: 'array', required: true, description: 'A value.', ...members };
}

test.each(['{"a":[1,"x",null]}', '[]', '"text"', '1e21', 'null', '{"__proto__":1}', '{"\\\\":1,"b":{"\\u0061":2}}'])(
  'parses %s like JSON.parse',
  text => {
    expect(JSON.stringify(parseJsonValue(text))).toBe(JSON.stringify(JSON.parse(text)));
    expect(JSON.stringify(parseExactJsonValue(text))).toBe(JSON.stringify(JSON.parse(text)));
  },
);

test.each(['', '{', '[1,]', DEEP, `${'['.repeat(65)}${']'.repeat(65)}`])('returns undefined for case %#', text => {
  expect(parseJsonValue(text)).toBeUndefined();
  expect(parseExactJsonValue(text)).toBeUndefined();
});

test('keeps the digits of large integers, also next to keys with escapes', () => {
  expect(parseExactJsonValue(LARGE)).toEqual({ id: 12345678901234567890n, ids: [-9007199254740993n, 1] });
  expect(parseExactJsonValue('{"\\u0061":12345678901234567890}')).toEqual({ a: 12345678901234567890n });
});

describe.each(['members', 'whole'])('a body of kind %s', request_body => {
  test.each(['object', 'any'])('sends JSON text of type %s with all digits', type => {
    const declared = endpoint({ request_body, parameters: [parameter({ in: 'body', type })] });
    const { body, findings } = planRequest(sampleManifest(), declared, { v: LARGE }, ORIGIN);
    const isText = request_body === 'members' && type === 'any';
    const value = isText ? JSON.stringify(LARGE) : LARGE;
    expect(body).toMatchObject({ text: request_body === 'whole' ? value : `{"v":${value}}` });
    expect(findings).toEqual([]);
  });
});

test('warns about numbers in a value that may have lost digits', () => {
  const declared = endpoint({ parameters: [parameter({ in: 'body', type: 'object' })] });
  // biome-ignore lint/correctness/noPrecisionLoss: the loss is what the plan reports.
  const { findings } = planRequest(sampleManifest(), declared, { v: { ids: [12345678901234567890] } }, ORIGIN);
  expect(findings).toMatchObject([{ code: 'wrong_type', severity: 'warning', hint: 'Pass the value as JSON text.' }]);
});

test.each<[string, object]>([
  ['an example body', { request_example: DEEP }],
  ['an example', { parameters: [parameter({ example: DEEP })] }],
  ['a default', { parameters: [parameter({ default: DEEP })] }],
  ['an example in the query', { method: 'GET', parameters: [parameter({ example: DEEP })] }],
])('plans the example request of a manifest with a deeply nested text as %s', (_, members) => {
  const plan = planExampleRequest(sampleManifest(), endpoint(members), ORIGIN);
  for (const language of SNIPPET_LANGUAGES) {
    const snippet = renderSnippet(plan, language).replace('printf %s', 'printf');
    expect(decodeURIComponent(snippet)).toContain('[[[[');
  }
});
