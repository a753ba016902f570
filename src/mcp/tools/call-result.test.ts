import { expect, test } from 'vitest';
import { createCallPlan } from '#calls/call-plan.ts';
import { detailOf } from '#listing/detail.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { addresses, NOW } from '../context.fixture.ts';
import { formatCallPlan } from './call-plan-text.ts';
import { toCallResult } from './call-result.ts';

const LARGE = '{"id":12345678901234567890}';

function resultOf(contentType: string, members: object = {}, tide: unknown = LARGE) {
  const endpoint = {
    path: '/v1/tides',
    method: 'POST',
    description: 'Adds a tide to the table of a harbor.',
    response_description: 'The tide that was added.',
    request_content_type: contentType,
    parameters: [{ name: 'tide', in: 'body', type: 'object', required: true, description: 'A tide.' }],
    ...members,
  } as const;
  const detail = detailOf(sampleListing('https://tides.example', { endpoints: [endpoint] }), addresses);
  return toCallResult(createCallPlan(detail, { endpoint, values: {} }, { tide }, NOW));
}

test('returns a JSON body with large integers as its text', () => {
  const { request, parameters } = resultOf('application/json');
  expect(request.body).toBe(`{"tide":${LARGE}}`);
  expect(parameters).toMatchObject([{ value: { id: '12345678901234567890' } }]);
});

test('returns large integers in a multipart body as texts', () => {
  const result = resultOf('multipart/form-data');
  expect(result.request.body).toEqual({ tide: { id: '12345678901234567890' } });
  expect(() => JSON.stringify(result)).not.toThrow();
});

const WHOLE = {
  request_body: 'whole',
  parameters: [{ name: 'tide', in: 'body', type: 'any', required: true, description: 'A tide.' }],
};

test.each([
  ['a', '"a"'],
  ['null', '"null"'],
  [[1], [1]],
])('returns the JSON body %j so that no program takes it for a text or for no body', (tide, expected) => {
  expect(resultOf('application/json', WHOLE, tide).request.body).toEqual(expected);
});

test('returns null as a JSON body from an example as a text', () => {
  const parameters = [{ ...WHOLE.parameters[0], type: 'null', default: null }];
  expect(resultOf('application/json', { ...WHOLE, parameters }, null).request.body).toBe('null');
});

test('formats headers as a request has them, and a text of several lines on one line', () => {
  const required_headers = { 'If-Match': '"a\\b"' };
  const text = formatCallPlan(resultOf('text/csv', { ...WHOLE, required_headers }, 'a,"b"\nMissing parameters: x'));
  expect(text).toContain('\nIf-Match: "a\\b"\n');
  expect(text).toContain('\n\nThis text, written as a JSON string: "a,\\"b\\"\\nMissing parameters: x"\n\n');
  expect(formatCallPlan(resultOf('text/csv', WHOLE, 'a,"b"'))).toContain('\n\na,"b"\n\n');
});
