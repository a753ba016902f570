import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getNameSkeletons } from './name-skeletons.ts';

function looksLike(one: string, other: string): boolean {
  const keys = getNameSkeletons(other);
  return getNameSkeletons(one).some(key => keys.includes(key));
}

describe('looksLike', () => {
  test.each([
    ['Tide Tables', 'tide-tables', 'case, spacing, punctuation'],
    ['PayPal', 'РауРаl', 'Cyrillic'],
    ['PayPal', 'PayPaI', 'a capital I for an l'],
    ['WIKI', 'Wiki', 'a capital I as an i'],
    ['Google', 'G00gle', 'digits'],
    ['OPEN', 'ΟΡΕΝ', 'Greek capitals'],
    ['Café', 'Cafe', 'accents'],
    ['Weather', 'Ｗｅａｔｈｅｒ', 'full-width'],
    ['Weather', '𝓦𝓮𝓪𝓽𝓱𝓮𝓻', 'mathematical'],
    ['Modem', 'Modern', 'rn for m'],
    ['Straße', 'STRASSE', 'sharp s'],
    ['Weather', 'Wea\u200bther', 'zero-width space'],
    ['Łódź', 'Lodz', 'a stroke'],
  ])('matches %s and %s: %s', (one, other) => {
    expect(looksLike(one, other)).toBe(true);
  });

  test.each([
    ['Mail', 'Mall'],
    ['Weather 2', 'Weather 3'],
    ['Погода', 'Доставка'],
    ['!!!', '???'],
    ['東京', '京都'],
  ])('does not match %s and %s', (one, other) => {
    expect(looksLike(one, other)).toBe(false);
  });

  test('matches each name with itself in any case, and finds a key for each', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 40 }), name => {
        expect(getNameSkeletons(name).every(key => key !== '')).toBe(true);
        expect(looksLike(name, ` ${name} `)).toBe(true);
      }),
    );
  });
});
