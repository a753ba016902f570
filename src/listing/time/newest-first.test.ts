import { expect, test } from 'vitest';
import { newestFirst } from './newest-first.ts';

const ITEMS = [
  { id: 'b', at: '2026-11-01T00:00:00Z' },
  { id: 'a', at: '2026-11-01T00:00:00.000Z' },
  { id: 'c', at: '2026-11-02T00:00:00Z' },
] as const;

test('sorts by time, not by text, and leaves the items as they are', () => {
  const sorted = newestFirst(ITEMS, ({ at }) => at);
  expect(sorted.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(ITEMS.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});

test('sorts items of the same time with the function of the caller', () => {
  const sorted = newestFirst(
    ITEMS,
    ({ at }) => at,
    (a, b) => (a.id < b.id ? -1 : 1),
  );
  expect(sorted.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
