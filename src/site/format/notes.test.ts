import { expect, test } from 'vitest';
import { splitNotes } from './notes.ts';

const sentence =
  'Arrays are parallel: the value at one index belongs to the time at the same index, in the requested zone.';

test('splits a long paragraph into sentences without losing text', () => {
  const text = `${sentence} ${sentence} Use e.g. latitude 59.91.`;
  const points = splitNotes(text);
  expect(points).toHaveLength(3);
  expect(points.join('')).toBe(text);
});

test('splits at line breaks, and keeps short texts whole', () => {
  expect(splitNotes('One.\nTwo.')).toEqual(['One.\n', 'Two.']);
  expect(splitNotes('Short. And simple.')).toEqual(['Short. And simple.']);
});
