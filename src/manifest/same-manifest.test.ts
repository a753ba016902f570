import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editManifest } from './diff/edit-manifest.fixture.ts';
import { richManifest } from './diff/full-manifest.fixture.ts';
import { sameJson, sameManifest } from './same-manifest.ts';

describe('sameManifest', () => {
  const rich = richManifest();

  test.each<[string, string, unknown, boolean]>([
    ['another last_updated', '/last_updated', '2030-01-01T00:00:00Z', true],
    ['no last_updated', '/last_updated', undefined, true],
    ['a nested last_updated', '/payment/last_updated', '2030-01-01T00:00:00Z', false],
    ['list items in another order', '/categories', ['weather', 'geography', 'logistics'], false],
    ['null instead of an absent member', '/payment/rates/2/tier', null, false],
    ['a price in another notation', '/payment/rates/0/price', '0.010', false],
  ])('compares %s', (_, pointer, value, same) => {
    const other = editManifest(rich, [pointer, value]);
    expect(sameManifest(rich, other)).toBe(same);
    expect(sameManifest(other, rich)).toBe(same);
  });
});

describe('sameJson', () => {
  test('agrees with the deep equality of Node', () => {
    const small = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, 0, '', true, 'a'),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(small, small, (one, other) => {
        expect(sameJson(one, other)).toBe(isDeepStrictEqual(one, other));
        expect(sameJson(one, structuredClone(one))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('ignores inherited members', () => {
    expect(sameJson(JSON.parse('{"__proto__":{}}'), JSON.parse('{"x":{}}'))).toBe(false);
    expect(sameJson({ toString: 1 }, { x: 1 })).toBe(false);
  });
});
