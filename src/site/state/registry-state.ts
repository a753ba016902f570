import type { DayResult } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import { MAX_RESULT_DAYS } from '#listing/observation.ts';
import { earliest, latest } from '#listing/time/timestamp.ts';
import { type Card, unpackResults } from '../data/cards/card.ts';
import { findLastDay, getDaysUntil } from './days.ts';
import { median } from './median.ts';

/** The observed state of the registry. Depends only on the data, so that builds are reproducible. */
export interface RegistryState {
  /** The time of the last check. Null before the first check. */
  readonly lastRun: Instant | null;
  /** The deadline for the next check. Null without one. */
  readonly nextDue: Instant | null;
  /** The 90 days up to the last check, oldest first. Empty before the first check. */
  readonly days: readonly DayState[];
  /** The number of checked listings. */
  readonly checkedListings: number;
  /** The median response time of the last 90 days, in milliseconds. */
  readonly medianMs: number | null;
}

/** The results of all listings on one day. */
export interface DayState {
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly medianMs: number | null;
}

/** Summarizes the checks of all listings, which may be none. */
export function stateOf(listings: Iterable<Card>): RegistryState {
  const byDate = new Map<string, DayResults>();
  let [lastRun, nextDue]: (Instant | null)[] = [null, null];
  let checkedListings = 0;
  for (const { lastCheckedAt, nextCheckBy, results } of listings) {
    lastRun = latest([lastRun ?? null, lastCheckedAt]);
    nextDue = earliest([nextDue ?? null, nextCheckBy]);
    if (lastCheckedAt !== null) checkedListings++;
    for (const result of unpackResults(results)) {
      const day = byDate.get(result.date) ?? new DayResults();
      byDate.set(result.date, day);
      day.add(result);
    }
  }
  const last = findLastDay([...byDate.keys()]);
  const days = last === undefined ? [] : getDaysUntil(last, MAX_RESULT_DAYS);
  return {
    lastRun: lastRun ?? null,
    nextDue: nextDue ?? null,
    days: days.map(date => (byDate.get(date) ?? new DayResults()).toState(date)),
    checkedListings,
    medianMs: median(days.flatMap(date => byDate.get(date)?.times ?? [])),
  };
}

/** The results of one day. Keeps numbers only, because there are 90 results of each listing. */
class DayResults {
  readonly times: number[] = [];
  readonly #outcomes = { passed: 0, failed: 0, inconclusive: 0 };

  add({ outcome, ms }: DayResult): void {
    this.#outcomes[outcome]++;
    if (ms !== null) this.times.push(ms);
  }

  toState(date: string): DayState {
    return { date, ...this.#outcomes, medianMs: median(this.times) };
  }
}
