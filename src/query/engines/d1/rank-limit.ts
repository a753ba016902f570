/**
 * How many sightings are ranked for a question at most, one for each listing and term. A database answers one query at a
 * time, and takes a few seconds for so many.
 */
const MOST_SIGHTINGS = 300_000;

/**
 * The terms whose sightings can be ranked, in their order: where all together are too many, those that the fewest listings
 * have, since they say most; one at least.
 *
 * @param having how many listings have each term
 */
export function limitRankedTerms(having: readonly number[]): readonly number[] {
  const rarestFirst = [...having.keys()].sort((a, b) => (having[a] ?? 0) - (having[b] ?? 0));
  let sightings = 0;
  const kept = rarestFirst.filter((term, i) => {
    sightings += having[term] ?? 0;
    return i === 0 || sightings <= MOST_SIGHTINGS;
  });
  return kept.sort((a, b) => a - b);
}
