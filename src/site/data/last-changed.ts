import { newestFirst } from '#listing/time/newest-first.ts';
import type { Card } from './cards/card.ts';
import { listings } from './listings.ts';

/** The number of changes on the page of changes; the feeds and the API have the others. */
export const SHOWN_CHANGES = 200;

/** The number of changes on the home page. */
export const HOME_CHANGES = 6;

let sorted: readonly Card[] | undefined;

/** Returns the listings that changed last. Several pages show some of them. */
export function getLastChanged(count: number): readonly Card[] {
  sorted ??= newestFirst(listings, ({ changedAt }) => changedAt);
  return sorted.slice(0, count);
}
