import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countEscapeCharacters, measureShortestText } from './shortest-text.ts';

const measure = (value: unknown) => measureShortestText(value, 64);

describe('measureShortestText', () => {
  test.each(['{}', '[]', '"é\u{1f41f}"', '[[],{},null,true,false,-1.5,999,0]', '{"a":{"b":[1,"c"]},"d":""}'])(
    'measures %s exactly',
    text => {
      expect(measure(JSON.parse(text))).toBe(text.length);
    },
  );

  test('never exceeds the length of a text of the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(measure(value) + countEscapeCharacters(text)).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000, seed: 8259 },
    );
  });

  test('never exceeds the length of a number in any notation', () => {
    const number = fc.tuple(
      fc.constantFrom('', '-'),
      fc.bigInt(0n, 10n ** 17n),
      fc.constantFrom('', '.5', '.01', '.000'),
      fc.constantFrom('', 'e1', 'E3', 'e-1', 'e-4', 'e12', 'e20', 'e-20', 'e250'),
    );
    fc.assert(
      fc.property(number, parts => {
        const text = parts.join('');
        expect(measure(JSON.parse(text))).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 5000, seed: 754 },
    );
    for (const text of ['1e3', '12e3', '1e-3', '-1e15', '1e2', '1e21', '-0', '1e-2', '15e-1'])
      expect(measure(JSON.parse(text)), text).toBeLessThanOrEqual(text.length);
  });

  test('is NaN above the maximum depth, and for a number beyond the range of doubles', () => {
    expect(measureShortestText([[1]], 1)).toBeNaN();
    expect(measureShortestText([[1]], 2)).toBe(5);
    expect(measure({ a: [Number.POSITIVE_INFINITY] })).toBeNaN();
  });
});

test.each([
  ['"plain"', 0],
  [String.raw`"\"\\\n"`, 3],
  [String.raw`"\\u0041"`, 1],
  [String.raw`{"\u0041":"\\\u005c"}`, 11],
])('counts the escape characters of %s', (text, count) => {
  expect(countEscapeCharacters(text)).toBe(count);
  expect(text.length - count).toBe(measure(JSON.parse(text)));
});
