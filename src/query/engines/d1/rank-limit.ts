/**
 * The maximum number of term matches to rank for a query, one per listing and term. A database runs one query at a
 * time, and needs a few seconds for this many.
 */
const MAX_RANKED_MATCHES = 300_000;

/**
 * Selects the terms to rank by, in order. If all terms together have too many matches, it keeps the rarest, which carry
 * the most information, and at least one.
 * @param having the number of listings with each term
 */
export function limitRankedTerms(having: readonly number[]): readonly number[] {
  const rarestFirst = [...having.keys()].sort((a, b) => (having[a] ?? 0) - (having[b] ?? 0));
  let matches = 0;
  const kept = rarestFirst.filter((term, i) => {
    matches += having[term] ?? 0;
    return i === 0 || matches <= MAX_RANKED_MATCHES;
  });
  return kept.sort((a, b) => a - b);
}
