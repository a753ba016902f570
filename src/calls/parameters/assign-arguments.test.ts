import { expect, test } from 'vitest';
import { planEndpoint } from '../snippets/plan-endpoint.fixture.ts';

const ORIGIN = 'https://a.example';

test('assigns a declared name that looks like a qualified one to its own parameter', () => {
  const parameters = ['text', 'query.text'].map(name => ({ name, in: 'query' }));
  const { url } = planEndpoint({ endpoint: { parameters }, args: { 'query.text': 'a' } }, ORIGIN);
  expect(url).toBe(`${ORIGIN}/v1/tides?query.text=a`);
});

test('assigns arguments to headers in any case, and to other parameters in the declared case', () => {
  const parameters = [
    { name: 'X-Request-Id', in: 'header', required: true },
    { name: 'Limit', in: 'query' },
  ];
  const args = { 'x-request-id': 'a', limit: '5' };
  const { headers, missing, findings } = planEndpoint({ endpoint: { parameters }, args }, ORIGIN);
  expect({ headers, missing }).toMatchObject({ headers: { 'X-Request-Id': 'a' }, missing: [] });
  expect(findings).toMatchObject([{ parameter: 'limit', hint: 'Did you mean "Limit"?' }]);
});

test.each([
  ['string or null', null, 0],
  ['string', null, 1],
  ['string or null', 'c', 1],
])('checks the allowed values of the type %s: %j', (type, value, problems) => {
  const parameters = [{ name: 'a', in: 'body', type, enum: ['b'] }];
  const endpoint = { method: 'POST', request_content_type: 'application/json', parameters };
  const { findings } = planEndpoint({ endpoint, args: { a: value } }, ORIGIN);
  expect(findings.filter(({ code }) => code === 'not_in_enum')).toHaveLength(problems);
});

test.each<[object, string]>([
  [{ enum: ['2010-05-08'] }, '?v=2010-05-08'],
  [{ enum: [1], type: 'array of integer' }, '?v=1'],
  [{ enum: ['a', 'b'] }, '?v={v}'],
  [{ enum: ['a'], default: 'b' }, '?v=b'],
  [{ enum: ['a'], required: false }, ''],
])('fills a required parameter that allows one value: %j', (members, query) => {
  const parameters = [{ name: 'v', in: 'query', required: true, ...members }];
  expect(planEndpoint({ endpoint: { parameters } }, ORIGIN).url).toBe(`${ORIGIN}/v1/tides${query}`);
});
