import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getCodePoints } from './code-points.ts';

test('counts and cuts like the iterator of a string', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a\ud83d', '\ude00b', '😀', '\ud83d'),
  );
  fc.assert(
    fc.property(text, fc.nat(20), (each, count) => {
      const points = [...each];
      expect(getCodePoints(each).length).toBe(points.length);
      expect(getCodePoints(each).first(count)).toBe(points.slice(0, count).join(''));
    }),
  );
});
