import { expect, test } from 'vitest';
import { planRequest } from '#calls/request-plan.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { parseValue } from './parse-value.ts';

/** Plans a request with the text of one field. Returns its body, or its query string. */
function planField(type: string, text: string, content_type?: string) {
  const place = content_type === undefined ? 'query' : 'body';
  const parameter = { name: 'v', in: place, type, required: true, description: 'A value.' } as const;
  const endpoint = {
    method: content_type === undefined ? 'GET' : 'POST',
    path: '/v1',
    description: 'Does something.',
    response_description: 'A value.',
    parameters: [parameter],
    request_content_type: content_type,
  } as const;
  const args = { v: parseValue(text, parameter) };
  const { url, body, findings } = planRequest(sampleManifest(), endpoint, args, { origin: 'https://a.example' });
  expect(findings).toEqual([]);
  return body !== null && 'text' in body ? body.text : new URL(url).search;
}

test.each([
  ['number', '1.10', '?v=1.10', 'v=1.10', '{"v":1.1}'],
  ['integer', '007', '?v=007', 'v=007', '{"v":7}'],
  [
    'integer',
    '12345678901234567890',
    '?v=12345678901234567890',
    'v=12345678901234567890',
    '{"v":12345678901234567890}',
  ],
  ['boolean', 'true', '?v=true', 'v=true', '{"v":true}'],
  ['string', '5', '?v=5', 'v=5', '{"v":"5"}'],
  ['array', '["a",1]', '?v=a&v=1', 'v=a&v=1', '{"v":["a",1]}'],
  ['object', '{"a":1}', '?a=1', 'v=%7B%22a%22%3A1%7D', '{"v":{"a":1}}'],
  ['any', '5', '?v=5', 'v=5', '{"v":5}'],
  ['any', 'tide', '?v=tide', 'v=tide', '{"v":"tide"}'],
])('sends the %s %s as %s in a query, %s in a form, and %s in JSON', (type, text, query, form, json) => {
  expect(planField(type, text)).toBe(query);
  expect(planField(type, text, 'application/x-www-form-urlencoded')).toBe(form);
  expect(planField(type, text, 'application/json')).toBe(json);
});

test.each(['integer or null', 'string or null'])('sends null of the type %s in JSON', type => {
  expect(planField(type, 'null', 'application/json')).toBe('{"v":null}');
});
