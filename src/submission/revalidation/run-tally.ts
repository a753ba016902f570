import type { Status } from '#contract/row.ts';
import type { CheckedListing } from './results.ts';

/** The counts and changes of a run. */
export interface RunTally {
  readonly checked: number;
  readonly outcomes: Readonly<Record<CheckedListing['outcome'], number>>;
  /** Listings that had passed their last conclusive check. */
  readonly passedBefore: number;
  /** The number of those that fail now. */
  readonly failNow: number;
  readonly changes: readonly { readonly id: string; readonly words: string }[];
  readonly transitions: readonly { readonly id: string; readonly from: Status; readonly to: Status }[];
}

/** Counts results one at a time, to keep only the counts and changes in memory. */
export async function createTally(
  results: Iterable<CheckedListing> | AsyncIterable<CheckedListing>,
): Promise<RunTally> {
  const outcomes = { passed: 0, failed: 0, inconclusive: 0, observed: 0, unscheduled: 0 };
  const changes: { id: string; words: string }[] = [];
  const transitions: { id: string; from: Status; to: Status }[] = [];
  let [checked, passedBefore, failNow] = [0, 0, 0];
  for await (const result of results) {
    const { id, outcome, change, statusBefore: from, status: to } = result;
    outcomes[outcome] += 1;
    if (outcome === 'unscheduled') continue;
    checked += 1;
    if (result.passedBefore) passedBefore += 1;
    if (result.passedBefore && outcome === 'failed') failNow += 1;
    if (change) changes.push({ id, words: change.message.body.split('\n', 1)[0] ?? '' });
    if (from !== to) transitions.push({ id, from, to });
  }
  return { checked, outcomes, passedBefore, failNow, changes, transitions };
}

const MAX_FAILURE_SHARE = 0.2;
const MAX_FAILURES = 10;

/**
 * The circuit breaker. If more than a fifth of the listings that had passed now fail, and more than ten, the cause is
 * more likely our network or our checks than the listings.
 *
 * @returns why the results must not be written, or undefined if they may be
 */
export function findBreakerReason({ passedBefore, failNow }: RunTally): string | undefined {
  if (failNow <= MAX_FAILURES || failNow <= MAX_FAILURE_SHARE * passedBefore) return undefined;
  const share = Math.round((100 * failNow) / passedBefore);
  return `${failNow} of ${passedBefore} listings that had passed now fail (${share}%), so no results were written. Check the network and the checks of this registry first.`;
}
