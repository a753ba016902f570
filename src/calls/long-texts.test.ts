import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { toJsonValue } from './parameters/to-json-value.ts';
import { hasKind, parseType } from './parameters/value-types.ts';
import { prepareRequest } from './prepare-request.ts';
import { planExampleRequest, planRequest } from './request-plan.ts';

const MILLION = 1_000_000;

// With an expression that starts at each character of the run, each of these takes minutes.
test('reads a type with a million spaces', () => {
  expect(parseType(`string or${' '.repeat(MILLION)}null${' '.repeat(MILLION)}x`)).toEqual(['string', undefined]);
  expect(parseType(`integer${' '.repeat(MILLION)}| null`)).toEqual(['integer', 'null']);
});

test('recognizes a text of a million digits that is not a number', () => {
  expect(hasKind('number', `${'1'.repeat(MILLION)}x`)).toBe(false);
  expect(hasKind('number', `${'1'.repeat(MILLION)}.5e3`)).toBe(true);
});

test('converts a list with a long item type', () => {
  const items = Array(100_000).fill('1');
  expect(toJsonValue(items, `array of ${'x'.repeat(MILLION)}`)).toEqual(items);
});

test.each([
  ['placeholders', '{a}'],
  ['different characters', '<'],
  ['query parameters', '?b=1&'],
])('plans only the start of a path with a million characters of %s', (_, part) => {
  const texts = { description: 'Returns tides.', response_description: 'A list of tides.' };
  const path = `/${part.repeat(MILLION / part.length)}`;
  const endpoint = { path, method: 'GET' as const, parameters: [], ...texts };
  const options = { origin: 'https://api.example.com' };
  const plan = planRequest(sampleManifest(), endpoint, {}, options);
  expect(plan.findings[0]).toMatchObject({ parameter: 'path', code: 'invalid_path_value', severity: 'error' });
  expect(plan.url.length).toBeLessThan(30_000);
  expect(prepareRequest(plan, {})).toMatchObject({ ok: false });
  expect(measureCpuMs(() => void planRequest(sampleManifest(), endpoint, {}, options))).toBeLessThan(100);
  expect(planExampleRequest(sampleManifest(), endpoint, options).findings[0]).toEqual(plan.findings[0]);
});
