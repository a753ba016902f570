import { expect, test } from 'vitest';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
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

// With time in proportion to the square of the spaces, this takes half an hour.
test('splits notes with a million spaces in little time', () => {
  const notes = `Tides. ${' '.repeat(1_000_000)}x`;
  expect(measureCpuMs(() => splitNotes(notes))).toBeLessThan(400);
});
