import { expect, test } from 'vitest';
import { createCallPlan } from '#calls/call-plan.ts';
import { detailOf } from '#listing/detail.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { addresses, NOW } from '../context.fixture.ts';
import { toCallResult } from './call-result.ts';

const LARGE = '{"id":12345678901234567890}';

function resultOf(contentType: string) {
  const endpoint = {
    path: '/v1/tides',
    method: 'POST',
    description: 'Adds a tide to the table of a harbor.',
    response_description: 'The tide that was added.',
    request_content_type: contentType,
    parameters: [{ name: 'tide', in: 'body', type: 'object', required: true, description: 'A tide.' }],
  } as const;
  const detail = detailOf(sampleListing('https://tides.example', { endpoints: [endpoint] }), addresses);
  return toCallResult(createCallPlan(detail, { endpoint, values: {} }, { tide: LARGE }, NOW));
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
