import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextColumnBuilder } from './text-column.ts';

function build(texts: readonly string[]) {
  const builder = new TextColumnBuilder();
  for (const text of texts) builder.add(text);
  return builder.build();
}

test('returns all strings, also in another order', () => {
  const unit = fc.constantFrom('a', ' ', '\0', '\ufeff', 'é', '木', '🚀', '\ud800', '\udc00');
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 30 })), texts => {
      const column = build(texts);
      // UTF-8 has no unpaired surrogates.
      const expected = texts.map(text => text.toWellFormed());
      expect(expected.map((_, at) => column.at(at))).toEqual(expected);
      expect(column.length).toBe(Buffer.byteLength(expected.join('')));
      const { ends, bytes } = column.inOrder(Uint32Array.from(texts.keys()).reverse());
      expect(String(bytes)).toBe(expected.toReversed().join(''));
      expect(ends.at(-1) ?? 0).toBe(column.length);
    }),
    { numRuns: 300, seed: 3629 },
  );
});

test('grows for many strings, and for one that is longer than all memory so far', () => {
  const texts = [...Array.from({ length: 3000 }, (_, n) => `${n}`), '🚀'.repeat(100_000), ''];
  const column = build(texts);
  for (const at of [0, 1023, 1024, 2999, 3000, 3001]) expect(column.at(at)).toBe(texts[at]);
});

test('rejects the number of a string that does not exist', () => {
  for (const number of [-1, 2, 3]) expect(() => build(['a', 'b']).at(number)).toThrow(RangeError);
});
