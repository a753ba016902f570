import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countValues } from './count-values.ts';

function count(json: string, max = 1000): number {
  return countValues(new TextEncoder().encode(json), max);
}

test('counts brackets and commas outside of strings', () => {
  const countIn = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const members: unknown[] = Object.values(value);
    return members.reduce<number>((sum, each) => sum + countIn(each), 1 + Math.max(members.length - 1, 0));
  };
  fc.assert(
    fc.property(fc.json(), json => {
      // Once, because V8 may misread escaped keys (https://github.com/nodejs/node/issues/63785).
      const value: unknown = JSON.parse(json);
      expect(count(JSON.stringify(value), Number.POSITIVE_INFINITY)).toBe(countIn(value));
    }),
  );
});

test.each([
  ['"[{\\"[{,"', 0],
  ['{"a', 1],
  ['["\\\\",[]]', 3],
])('counts %s as %i', (json, expected) => {
  expect(count(json)).toBe(expected);
});

test('stops above the maximum', () => {
  expect(count('[[],[],[],[]]', 2)).toBe(3);
});
