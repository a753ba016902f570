import { type DayResult, RESULT_DAYS } from '#listing/observation.ts';
import { earliest, type Instant, latest } from '#listing/timestamp.ts';
import { type Card, unpackedResults } from '../data/card.ts';
import { daysUntil, lastDay } from './days.ts';
import { median } from './median.ts';

/** What was observed of the registry as a whole. It depends on nothing but the data, so a build can be repeated. */
export interface RegistryState {
  /** When anything was last checked; null when nothing ever was. */
  readonly lastRun: Instant | null;
  /** By when the next check is promised; null when none is. */
  readonly nextDue: Instant | null;
  /** The last 90 days until the last check, oldest first; empty when nothing was ever checked. */
  readonly days: readonly DayState[];
  /** How many listings were ever checked. */
  readonly checkedListings: number;
  /** The median of all results with a time in the last 90 days, in milliseconds. */
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

export function stateOf(listings: readonly Card[]): RegistryState {
  const results = listings.flatMap(({ results }) => unpackedResults(results));
  const last = lastDay(results);
  const days = last === undefined ? [] : daysUntil(last, RESULT_DAYS);
  const byDate = Map.groupBy(results, ({ date }) => date);
  return {
    lastRun: latest(listings.map(({ row }) => row.last_checked_at)),
    nextDue: earliest(listings.map(({ row }) => row.next_check_by)),
    days: days.map(date => dayState(date, byDate.get(date) ?? [])),
    checkedListings: listings.filter(({ row }) => row.last_checked_at !== null).length,
    medianMs: median(timesOf(days.flatMap(date => byDate.get(date) ?? []))),
  };
}

function dayState(date: string, results: readonly DayResult[]): DayState {
  const count = (wanted: DayResult['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  return {
    date,
    passed: count('passed'),
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    medianMs: median(timesOf(results)),
  };
}

function timesOf(results: readonly DayResult[]): number[] {
  return results.flatMap(({ ms }) => ms ?? []);
}
