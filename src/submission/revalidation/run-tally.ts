import type { Status } from '#contract/row.ts';
import type { CheckedListing } from './results.ts';

/** What a run came to, in numbers and in what is worth telling. */
export interface RunTally {
  readonly checked: number;
  readonly outcomes: Readonly<Record<CheckedListing['outcome'], number>>;
  /** Listings whose last check that decided had passed. */
  readonly passedBefore: number;
  /** Of those, the ones that fail now. */
  readonly failNow: number;
  readonly changes: readonly { readonly id: string; readonly words: string }[];
  readonly transitions: readonly { readonly id: string; readonly from: Status; readonly to: Status }[];
}

/** Adds up results, one at a time, so that no more than what is worth telling is held. */
export async function createTally(results: AsyncIterable<CheckedListing>): Promise<RunTally> {
  const outcomes = { passed: 0, failed: 0, inconclusive: 0 };
  const changes: { id: string; words: string }[] = [];
  const transitions: { id: string; from: Status; to: Status }[] = [];
  let [checked, passedBefore, failNow] = [0, 0, 0];
  for await (const result of results) {
    const { id, outcome, change, statusBefore: from, status: to } = result;
    checked += 1;
    outcomes[outcome] += 1;
    if (result.passedBefore) passedBefore += 1;
    if (result.passedBefore && outcome === 'failed') failNow += 1;
    if (change) changes.push({ id, words: change.message.body.split('\n', 1)[0] ?? '' });
    if (from !== to) transitions.push({ id, from, to });
  }
  return { checked, outcomes, passedBefore, failNow, changes, transitions };
}

const SHARE = 0.2;
const COUNT = 10;

/**
 * The brake: a run in which more than a fifth of the listings that passed so far, and more than ten, fail, says more about
 * us than about them.
 *
 * @returns why nothing may be written; undefined when it may
 */
export function findBreakerReason({ passedBefore, failNow }: RunTally): string | undefined {
  if (failNow <= COUNT || failNow <= SHARE * passedBefore) return undefined;
  const share = Math.round((100 * failNow) / passedBefore);
  return `${failNow} of ${passedBefore} listings that passed so far fail now (${share}%), so nothing was written: look at our own network and checks first.`;
}
