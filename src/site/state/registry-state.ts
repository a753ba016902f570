import type { DayResult } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import { MAX_RESULT_DAYS } from '#listing/observation.ts';
import { earliest, latest } from '#listing/timestamp.ts';
import { type Card, unpackedResults } from '../data/card.ts';
import { daysUntil, lastDay } from './days.ts';
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

export function stateOf(listings: readonly Card[]): RegistryState {
  const results = listings.flatMap(({ results }) => unpackedResults(results));
  const last = lastDay(results);
  const days = last === undefined ? [] : daysUntil(last, MAX_RESULT_DAYS);
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
