import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStrict } from './strict.ts';

const isStrictText = (text: string) => isStrict(text, JSON.parse(text), 64);

interface Written {
  readonly text: string;
  readonly hasDuplicate: boolean;
}

/** JSON texts with and without duplicate keys. `separators` are the texts of colons and commas. */
function writtenValues(separators: readonly string[]): fc.Arbitrary<Written> {
  // No key has a backslash, because V8 then misreads escaped keys (https://github.com/nodejs/node/issues/63785).
  const name = fc.constantFrom('a', 'b', '', ':', '0', 'a:', ': ', 'é', '__proto__', 'toString');
  const escapeFirst = (text: string) =>
    text.replace(/./u, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const key = fc.tuple(name, fc.boolean()).map(([text, isEscaped]) => `"${isEscaped ? escapeFirst(text) : text}"`);
  const leaf = fc.oneof(
    key,
    fc.constantFrom('0', '-0', '7', '60', '1000', '1e3', '100000', '1E5', '0.01', '1e-2', '0.0001', '1.50', '1e21'),
    fc.constantFrom('null', 'true', 'false', '":a"', String.raw`"\":"`, String.raw`"\\\":"`, '{}', '[]'),
  );
  const separator = (token: string) => fc.constantFrom(...separators).map(space => space.replace('-', token));
  return fc.letrec<{ value: Written }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf.map(text => ({ text, hasDuplicate: false })),
      fc.tuple(fc.array(tie('value'), { maxLength: 4 }), separator(',')).map(([items, comma]) => ({
        text: `[${items.map(({ text }) => text).join(comma)}]`,
        hasDuplicate: items.some(each => each.hasDuplicate),
      })),
      fc
        .tuple(fc.array(fc.tuple(key, separator(':'), tie('value')), { maxLength: 4 }), separator(','))
        .map(([members, comma]) => ({
          text: `{${members.map(([written, colon, { text }]) => written + colon + text).join(comma)}}`,
          hasDuplicate:
            members.some(([, , each]) => each.hasDuplicate) ||
            new Set(members.map(([written]) => JSON.parse(written))).size < members.length,
        })),
    ),
  })).value;
}

describe('isStrict', () => {
  test.each([
    ['without white space', ['-']],
    ['with white space', [' - ', '- ', '\n-\t']],
    ['with some white space', ['-', '-', '-', '-', '- ', '\n-']],
  ])('never accepts a text with a duplicate key, %s', (_, separators) => {
    let [duplicates, accepted] = [0, 0];
    fc.assert(
      fc.property(writtenValues(separators), ({ text, hasDuplicate }) => {
        const strict = isStrictText(text);
        if (hasDuplicate) expect(strict, text).toBe(false);
        duplicates += Number(hasDuplicate);
        accepted += Number(strict);
      }),
      { numRuns: 2000, seed: 8259 },
    );
    expect(duplicates).toBeGreaterThan(100);
    expect(accepted).toBeGreaterThan(1000);
  });

  test.each([
    ['{"a":0,"":0}', true],
    ['{"":1,"":0}', false],
    ['{"a":{"b":1000,"c":10000},"":0,"":0}', false],
    ['{"a":"\\u0061\\n","a":0}', false],
    ['{"a" : "b:", "b":[1e3,2e3]}', true],
    ['{"a":[[]]}', true],
    ['{"a":[[1e999]]}', false],
  ])('%s: %s', (text, expected) => {
    expect(isStrictText(text)).toBe(expected);
  });

  test('rejects more nested containers than the maximum', () => {
    const value = [[[]]];
    expect([2, 3].map(depth => isStrict(JSON.stringify(value), value, depth))).toEqual([false, true]);
    expect([2, 3].map(depth => isStrict(JSON.stringify(value, null, 1), value, depth))).toEqual([false, true]);
  });
});
