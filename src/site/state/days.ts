const DAY = 86_400_000;

/** The last of some dates. Undefined without dates. */
export function findLastDay(dates: readonly string[]): string | undefined {
  return dates.toSorted().at(-1);
}

/** The dates of consecutive days up to the given one, oldest first: `2026-11-20`. */
export function getDaysUntil(last: string, count: number): readonly string[] {
  const end = Date.parse(last);
  return Array.from({ length: count }, (_, at) => new Date(end - (count - 1 - at) * DAY).toISOString().slice(0, 10));
}
