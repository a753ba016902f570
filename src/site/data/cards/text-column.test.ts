import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextColumn, TextColumnBuilder } from './text-column.ts';

function build(texts: readonly string[]) {
  const builder = new TextColumnBuilder();
  for (const text of texts) builder.add(text);
  return builder.build();
}

test('returns all strings, also together with those of another column in any order', () => {
  const unit = fc.constantFrom('a', ' ', '\0', '\ufeff', 'é', '木', '🚀', '\ud800', '\udc00');
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 30 })), fc.array(fc.nat()), (texts, picks) => {
      const column = build(texts);
      // UTF-8 has no unpaired surrogates.
      const expected = texts.map(text => text.toWellFormed());
      expect(expected.map((_, at) => column.at(at))).toEqual(expected);
      const others = texts.map(text => `${text} and more`);
      // Runs in both directions, and strings of both columns.
      const numbers = [...texts.keys(), ...texts.keys().map(number => -1 - number), ...picks.map(pick => pick % 7)];
      const order = numbers.filter(number => (number < 0 ? -1 - number : number) < texts.length);
      const { ends, readBytes } = TextColumn.merge(Int32Array.from(order), column, build(others));
      const merged = new TextColumn(ends, readBytes());
      const ordered = order.map(number => (number < 0 ? others[-1 - number] : texts[number])?.toWellFormed());
      expect(ordered.map((_, at) => merged.at(at))).toEqual(ordered);
    }),
    { numRuns: 300, seed: 3629 },
  );
});

test('grows for many strings, and for a string longer than its memory', () => {
  const texts = [...Array.from({ length: 3000 }, (_, n) => `${n}`), '🚀'.repeat(100_000), ''];
  const column = build(texts);
  for (const at of [0, 1023, 1024, 2999, 3000, 3001]) expect(column.at(at)).toBe(texts[at]);
});

test('rejects the number of a string that does not exist', () => {
  for (const number of [-1, 2, 3]) expect(() => build(['a', 'b']).at(number)).toThrow(RangeError);
});
