import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinRowTexts, parseRowTexts, toRowTexts } from './row-text.ts';

test('joins rows with commas between a head and a tail', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 }).map(each => each.toWellFormed());
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), text, text, (rows, head, tail) => {
      const joined = joinRowTexts(toRowTexts(rows), head, tail);
      expect(Buffer.compare(joined, Buffer.from(head + rows.join() + tail))).toBe(0);
    }),
  );
});

test('parses rows, also none', () => {
  expect(parseRowTexts(toRowTexts(['{"id":"tide.example"}', '{"id":"café.example"}']))).toEqual([
    { id: 'tide.example' },
    { id: 'café.example' },
  ]);
  expect(parseRowTexts([])).toEqual([]);
});
