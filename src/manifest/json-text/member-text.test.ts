import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMemberText } from './member-text.ts';

describe('findMemberText', () => {
  test('returns the text of any JSON value, and the others unchanged', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), fc.constantFrom('', ' ', '\n\t'), (value, other, space) => {
        const text = `${space}{${space}"other"${space}:${other},"manifest":${space}${value}${space},"more":${other}}`;
        expect(findMemberText(text, 'manifest')).toEqual({
          value,
          padded: `${space}${value}${space}`,
          rest: `${space}{${space}"other"${space}:${other},"manifest":${space}null${space},"more":${other}}`,
        });
      }),
    );
  });

  test.each([
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a deep value', '['.repeat(5000) + ']'.repeat(5000)],
    ['brackets in a string', '{"a":"]}\\\\\\"{["}'],
  ])('returns %s', (_, value) => {
    expect(findMemberText(`{"manifest":${value}}`, 'manifest')?.value).toBe(value);
  });

  test.each(['', '{}', '{"manifest"', '{"manifest":{}', '[{"manifest":1}]', '{"a":{"manifest":1}}', '{"manifest":01}'])(
    'returns undefined for %s',
    text => {
      expect(findMemberText(text, 'manifest')).toBeUndefined();
    },
  );
});
