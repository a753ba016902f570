import type { Instant } from '#contract/instant.ts';

/**
 * Sorts by time, newest first. Parses each time once, because comparisons that parse take most of the time of a long list.
 * @param compareTies compares items of the same time, which by default keep their order
 */
export function newestFirst<T>(
  items: readonly T[],
  timeOf: (item: T) => Instant,
  compareTies: (a: T, b: T) => number = () => 0,
): readonly T[] {
  const timed = items.map(item => ({ item, time: Date.parse(timeOf(item)) }));
  timed.sort((a, b) => b.time - a.time || compareTies(a.item, b.item));
  return timed.map(({ item }) => item);
}
