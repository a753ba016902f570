import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, toDecimal } from './decimal.ts';

const digits = fc.stringMatching(/^[0-9]{1,40}$/);
const decimals = fc
  .tuple(digits, fc.option(digits))
  .map(([whole, part]) => (part === null ? whole : `${whole}.${part}`));

/** Scales a decimal to a whole number, for an independent comparison. */
function scaled(decimal: string, places: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

describe('compareDecimals', () => {
  test('agrees with whole numbers of any size', () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        const difference = scaled(one, 40) - scaled(other, 40);
        expect(Math.sign(compareDecimals(one, other) ?? Number.NaN)).toBe(
          Number(difference > 0n) - Number(difference < 0n),
        );
      }),
    );
  });

  test.each([
    ['0.1', '0.10', 0],
    ['007', '7.000', 0],
    ['0', '0.0', 0],
    ['0.30000000000000001', '0.3', 1],
    ['9007199254740993', '9007199254740992', 1],
    ['9', '10', -1],
    ['0.09', '0.1', -1],
  ])('compares %s with %s', (one, other, sign) => {
    expect(Math.sign(compareDecimals(one, other) ?? Number.NaN)).toBe(sign);
  });

  test.each(['', '.5', '5.', '-1', '1e3', ' 1', '1\n', '١'])('returns undefined for %j', text => {
    expect(compareDecimals(text, '1')).toBeUndefined();
    expect(compareDecimals('1', text)).toBeUndefined();
  });

  test('takes linear time for a megabyte of zeros', () => {
    const long = `0.${'0'.repeat(1_000_000)}1`;
    expect(compareDecimals(long, '0')).toBeGreaterThan(0);
  });
});

describe('toDecimal', () => {
  test.each([
    [0, '0'],
    [19, '19'],
    [19.5, '19.5'],
    [1e-7, '0.0000001'],
    [1.25e-9, '0.00000000125'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
  ])('converts %d', (number, decimal) => {
    expect(toDecimal(number)).toBe(decimal);
  });

  test('returns the same number as a decimal', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), number => {
        expect(toDecimal(number)).toMatch(/^[0-9]+(\.[0-9]+)?$/);
        expect(Number(toDecimal(number))).toBe(number);
      }),
    );
  });
});
