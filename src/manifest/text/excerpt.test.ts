import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt, printable } from './excerpt.ts';

test('returns a short value as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), value => {
      const json = JSON.stringify(value);
      fc.pre(/^[ -~]{0,80}$/.test(json) && !Object.is(value, -0));
      expect(excerpt(value)).toBe(json);
    }),
    { seed: 80 },
  );
});

test('truncates the JSON of a long value to 80 code points', () => {
  const value = { list: Array.from({ length: 100 }, (_, index) => index), text: 'x' };
  expect(excerpt(value)).toBe(`${JSON.stringify(value).slice(0, 79)}…`);
  expect([...excerpt('\u{1f41f}'.repeat(500))]).toHaveLength(80);
});

test('handles values of any depth and size', () => {
  const nested = Array.from({ length: 100_000 }).reduce<unknown>(inner => [inner], []);
  expect(excerpt(nested)).toBe(`${'['.repeat(79)}…`);
  expect(excerpt(Array(1_000_000).fill(0))).toHaveLength(80);
  expect(excerpt('x'.repeat(10_000_000))).toHaveLength(80);
});

test('escapes invisible characters', () => {
  expect(printable('a\tb\u0085\u200b\u2028\u2066\ufeff\ud800é😀')).toBe(
    String.raw`a\u0009b\u0085\u200b\u2028\u2066\ufeff\ud800é😀`,
  );
  expect(excerpt({ '\u202e': '\ud83d' })).toBe(String.raw`{"\u202e":"\ud83d"}`);
});
