/**
 * The maximum number of term matches for candidates, one per listing and concept. A database runs one query at a time,
 * and needs a few seconds for this many.
 */
const MAX_MATCHES = 300_000;

/**
 * Selects the concepts to find candidates by, in order. If all concepts together have too many matches, it keeps the
 * rarest, which carry the most information, and at least one.
 * @param counts the number of listings with each concept
 */
export function limitMatches(counts: readonly number[]): readonly number[] {
  const rarestFirst = [...counts.keys()]
    .filter(i => (counts[i] ?? 0) > 0)
    .sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
  let matches = 0;
  const kept = rarestFirst.filter((concept, i) => {
    matches += counts[concept] ?? 0;
    return i === 0 || matches <= MAX_MATCHES;
  });
  return kept.sort((a, b) => a - b);
}
