import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatQuoted, formatValue } from './format-value.ts';

describe("a publisher's value in a sentence", () => {
  test.each([
    ['/v1/forecast/{id}', '/v1/forecast/{id}'],
    ['filter[name]', 'filter[name]'],
    ['$top', '$top'],
    ['größe', 'größe'],
    ['two words', '"two words"'],
    ['', '""'],
    ['/x removed; price', '"/x removed; price"'],
    ['say "x"', '"say \'x\'"'],
    ['a\nCo-authored-by: b', '"a\\u000aCo-authored-by: b"'],
    ['\u202Egnp.exe', '\\u202egnp.exe'],
    ['<img/src=x>', '\\u003cimg/src=x\\u003e'],
    ['@everyone', '\\u0040everyone'],
    ['/@', '/@'],
    ['#12', '\\u002312'],
    ['/a#b', '/a#b'],
    ['fixes GH-12', '"fixes GH\\u002d12"'],
    ['https://evil.example', 'https\\u003a//evil.example'],
    ['www.evil.example', 'www\\u002eevil.example'],
    ['[skip ci]', '"\\u005bskip ci]"'],
    ['[x](y)', '\\u005bx\\u005d(y)'],
    ['a[x](y)', 'a[x\\u005d(y)'],
    ['`x`', '\\u0060x\\u0060'],
    [42, '42'],
    [null, 'null'],
    [{ a: '<b>' }, '{"a":"\\u003cb\\u003e"}'],
  ])('turns %j into %s', (value, text) => {
    expect(formatValue(value)).toBe(text);
  });

  test('stays short and on one line for any input', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom('\n', '\r', '\u2028', '\u0000', '<', '[', ']', '(', '@', 'a', '😀', '\ud800'),
      }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(hostile, value => {
        const text = formatValue(value);
        expect([...text].length).toBeLessThanOrEqual(62);
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>`]|\]\(/u);
      }),
      { numRuns: 1000 },
    );
    expect(formatValue('x'.repeat(1_000_000))).toBe(`${'x'.repeat(24)}…${'x'.repeat(35)}`);
    expect(formatQuoted('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(24)}…${'x'.repeat(35)}"`);
  });
});
