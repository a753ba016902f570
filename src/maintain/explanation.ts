import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import type { HistoryEntry } from '#contract/history.ts';
import type { Listing } from '#listing/listing.ts';
import { LAPSE_AFTER } from '#listing/status.ts';
import { instant } from '#listing/timestamp.ts';
import { dueAt } from '#submission/check-times.ts';
import { failedChecks } from './failed-checks.ts';

export interface ExplainContext {
  /** Why its origin is refused; undefined when it is not. */
  readonly refused: string | undefined;
  /** What happened to it, newest first. */
  readonly past: readonly HistoryEntry[];
  /** Why not all that happened is known; undefined when it is. */
  readonly gap: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The most that is told of its past. */
const MOST_ENTRIES = 15;

/** Why a listing is in its state, what would change that, and what happened to it, in sentences with dates. */
export function formatExplanation(listing: Listing, { refused, past, gap, now }: ExplainContext): string {
  const { record, status } = listing;
  const told = past
    .slice(0, MOST_ENTRIES)
    .map(({ at, kind, summary }) => `  ${at}  ${kind}: ${sanitizeLine(summary, 200)}`);
  return [
    `${record.id} is ${status}: ${sanitizeLine(record.manifest.name)}, ${record.url}`,
    '',
    ...reasons(listing),
    ...(refused === undefined ? [] : [`Its origin is refused, so it is neither checked nor taken in: ${refused}`]),
    ...checkTimes(listing, refused !== undefined, now),
    '',
    `What happened to it, in UTC, newest first${past.length > told.length ? ` (${told.length} of ${past.length})` : ''}:`,
    ...told,
    ...(gap === undefined ? [] : [`  The rest is not known: ${gap}`]),
  ].join('\n');
}

function reasons(listing: Listing): string[] {
  const { record, status, observation } = listing;
  if (record.withdrawn) {
    const { at, reason } = record.withdrawn;
    return [
      `Withdrawn because the registry took it back at ${at}: ${sanitizeLine(reason)}`,
      'It comes back by: npm run maintain -- restore.',
    ];
  }
  if (status === 'withdrawn') {
    return [
      `Withdrawn because its manifest says listing_requested: false, since ${record.updated_at}.`,
      'It comes back when the origin serves one that does not, by the next check or a submission.',
    ];
  }
  if (record.source.type === 'documentation') {
    return [
      `Unverified because it was written from public documentation (${sanitizeLine(record.source.documentation_url)}), and no origin has vouched for it.`,
      "It gives way to the publisher's own manifest as soon as that is submitted and passes.",
    ];
  }
  if (!observation) return ['Unverified because no check of it is noted here.'];
  return status === 'unverified' ? neverPassed(listing) : status === 'lapsed' ? lapsed(listing) : verified(listing);
}

function neverPassed({ observation }: Listing): string[] {
  const failures = observation?.failures;
  if (!failures) return ['Unverified because no check of it could decide so far.'];
  const { count, first_at, last_at } = failures;
  return [
    `Unverified because it has never passed: ${checks(count)} failed, the first at ${first_at}, the last at ${last_at}.`,
    ...failedChecks(observation?.report),
    'It is verified as soon as a check passes.',
  ];
}

function lapsed({ observation, verified_at }: Listing): string[] {
  const { count, first_at, last_at } = observation?.failures ?? { count: 0, first_at: '', last_at: '' };
  return [
    `Lapsed because it failed ${checks(count)} in a row, the first at ${first_at}, the last at ${last_at}, which is 24 hours or more apart. It had passed at ${verified_at}.`,
    ...failedChecks(observation?.report),
    'It is verified again as soon as a check passes.',
  ];
}

function verified({ observation, verified_at, last_checked_at }: Listing): string[] {
  const failures = observation?.failures;
  if (failures) {
    const { count, first_at, last_at } = failures;
    const from = instant(Date.parse(first_at) + LAPSE_AFTER);
    return [
      `Verified because it passed at ${verified_at}, although ${checks(count)} failed since: the first at ${first_at}, the last at ${last_at}, which is less than 24 hours apart.`,
      ...failedChecks(observation?.report),
      `It lapses if a check at or after ${from} fails before one has passed.`,
    ];
  }
  const undecided = last_checked_at !== verified_at;
  return [
    `Verified because it passed at ${verified_at}.`,
    ...(undecided ? [`The check at ${last_checked_at} could not decide, which changes nothing.`] : []),
    'It lapses if two checks in a row, 24 hours or more apart, fail.',
  ];
}

function checks(count: number): string {
  return count === 1 ? '1 check' : `${count} checks`;
}

function checkTimes({ record, observation }: Listing, refused: boolean, now: number): string[] {
  if (record.withdrawn || refused || record.source.type === 'documentation') return [];
  if (!observation?.next_check_by) return ['It is checked by the next re-validation.'];
  const due = instant(dueAt(observation));
  const late =
    Date.parse(observation.next_check_by) < now
      ? ' That is past: re-validation did not run, or did not get to it.'
      : '';
  return [`The next check is due at ${due}, and promised by ${observation.next_check_by}.${late}`];
}
