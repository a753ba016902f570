import { expect, test } from 'vitest';
import { toJsonValue } from './parameters/to-json-value.ts';
import { hasKind, parseType } from './parameters/value-types.ts';

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
