import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import { planRequest } from '../request-plan.ts';

function plan(type: string, value: unknown, members: object = {}) {
  const texts = { description: 'Adds a tide.', response_description: 'The tide.' };
  const parameters = [{ name: 'v', in: 'body', type, required: false, description: 'A value.' }];
  const endpoint = { path: '/v1', method: 'POST', parameters, ...texts, ...members } as DeclaredEndpoint;
  return planRequest(sampleManifest(), endpoint, { v: value }, { origin: 'https://a.example' });
}

describe('a JSON body', () => {
  test.each<[string, unknown, unknown]>([
    ['integer', '5', 5],
    ['integer', '-007', -7],
    ['number', '1.10', 1.1],
    ['number', '2e3', 2000],
    ['number', '0.30000000000000004', 0.1 + 0.2],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['integer or null', '5', 5],
    ['integer or null', null, null],
    ['integer or string', '5', '5'],
    ['integer or string', 5, 5],
    ['string', 12345, '12345'],
    ['string', true, 'true'],
    ['string', '5', '5'],
    ['string or boolean', true, true],
    ['array of integer', ['1', 2], [1, 2]],
    ['list<string>', [1, 'b'], ['1', 'b']],
    ['boolean[]', ['true'], [true]],
    ['array', ['1'], ['1']],
    ['date', '2026', '2026'],
    ['unknown', '5', '5'],
  ])('has the declared type %s for %j', (type, value, expected) => {
    const { body, findings } = plan(type, value);
    expect(JSON.parse((body as { text: string }).text)).toEqual({ v: expected });
    expect(findings).toEqual([]);
  });

  test('has the declared type if it is whole', () => {
    expect(plan('integer', '5', { request_body: 'whole' }).body).toMatchObject({ text: '5' });
  });

  test.each([
    ['integer', '9007199254740993'],
    ['number', '0.12345678901234567890'],
    ['number', '1e400'],
  ])('keeps all digits of %s %s in a text, with a warning', (type, text) => {
    const { body, findings } = plan(type, text);
    expect(body).toMatchObject({ text: JSON.stringify({ v: text }) });
    expect(findings).toMatchObject([{ parameter: 'v', code: 'wrong_type', severity: 'warning' }]);
  });
});

test('warns about an integer that may have lost digits', () => {
  expect(plan('integer', 2 ** 60).findings).toMatchObject([{ code: 'wrong_type', severity: 'warning' }]);
});

test.each([
  ['integer', '5.5'],
  ['number', '0x10'],
  ['number', ' 5'],
  ['number', Number.NaN],
  ['boolean', 'yes'],
])('rejects a value for %s that is not in its notation: %j', (type, value) => {
  expect(plan(type, value).findings).toMatchObject([{ code: 'wrong_type', severity: 'error' }]);
});

test('keeps texts in form bodies', () => {
  const { body } = plan('integer', '007', { request_content_type: 'application/x-www-form-urlencoded' });
  expect(body).toMatchObject({ text: 'v=007' });
});
