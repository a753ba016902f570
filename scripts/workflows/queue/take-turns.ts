/** A pull request that waits for its review. */
export interface QueuedPull {
  readonly number: number;
  /** The hash of its last commit. */
  readonly sha: string;
  /** The unit of the limit: the registrable domain of a submission, or the author of another pull request. */
  readonly author: string;
}

/** The maximum number of reviews of one author at a time. */
const MAX_PER_AUTHOR = 3;

/**
 * Chooses the next reviews: the first of each author, then the second of each, and so on. Of each round, the oldest and the
 * newest alternate, so that a wave that fills several runs delays those that come after it by one run only.
 *
 * @param waiting oldest first
 */
export function takeTurns<Pull extends QueuedPull>(waiting: readonly Pull[], maxReviews: number): readonly Pull[] {
  const rounds: Pull[][] = [];
  const counts = new Map<string, number>();
  for (const pull of waiting) {
    const turn = counts.get(pull.author) ?? 0;
    counts.set(pull.author, turn + 1);
    if (turn >= MAX_PER_AUTHOR) continue;
    rounds[turn] = [...(rounds[turn] ?? []), pull];
  }
  return rounds.flatMap(alternateEnds).slice(0, maxReviews);
}

/** Returns the first, the last, the second, the second last, and so on. */
function alternateEnds<Item>(items: readonly Item[]): readonly Item[] {
  const reversed = items.toReversed();
  return items.flatMap((item, index) => [item, reversed[index] as Item]).slice(0, items.length);
}
