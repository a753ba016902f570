import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { toBasis } from '#listing/documentation-source.ts';
import type { Listing } from '#listing/listing.ts';
import { LAPSE_AFTER } from '#listing/status.ts';
import { instant } from '#listing/time/timestamp.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { dueAt } from '#submission/check-times.ts';
import { formatFailedChecks } from './failed-checks.ts';

export interface ExplainContext {
  /** The reason why its origin is blocked. Undefined if it is not. */
  readonly blockReason: string | undefined;
  /** The history, newest first. */
  readonly past: readonly HistoryEntry[];
  /** The reason why the history is incomplete. Undefined if it is complete. */
  readonly gap: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The maximum number of history entries. */
const MAX_ENTRIES = 15;

/** Explains the status of a listing, the events that would change it, and its history. */
export function formatExplanation(listing: Listing, { blockReason, past, gap, now }: ExplainContext): string {
  const { record, status } = listing;
  const entries = past
    .slice(0, MAX_ENTRIES)
    .map(({ at, kind, summary }) => `  ${at}  ${kind}: ${sanitizeLine(summary, 200)}`);
  return [
    `${record.id} is ${status}: ${sanitizeLine(record.manifest.name)}, ${record.url}`,
    '',
    ...explainStatus(listing),
    ...(blockReason === undefined
      ? []
      : [`Its origin is blocked, so checks and submissions are disabled: ${blockReason}`]),
    ...formatCheckTimes(listing, blockReason !== undefined, now),
    '',
    `History in UTC, newest first${past.length > entries.length ? ` (${entries.length} of ${past.length})` : ''}:`,
    ...entries,
    ...(gap === undefined ? [] : [`  Earlier entries are unknown: ${gap}`]),
  ].join('\n');
}

function explainStatus(listing: Listing): string[] {
  const { record, status, observation } = listing;
  if (record.withdrawn) {
    const { at, reason } = record.withdrawn;
    return [
      `Withdrawn because a maintainer withdrew it at ${at}: ${sanitizeLine(reason)}`,
      'To restore it, run: npm run maintain -- restore.',
    ];
  }
  if (status === 'withdrawn') {
    return [
      `Withdrawn because its manifest has listing_requested: false, since ${record.updated_at}.`,
      'To restore it, the publisher removes this member. The next check or submission then lists the API again.',
    ];
  }
  if (record.source.type === 'documentation') {
    const basis = toBasis(record.source);
    return [
      `Unverified because this registry wrote it from public documentation (${sanitizeLine(record.source.documentation_url)}).`,
      ...(basis ? [sanitizeLine(basis.description)] : []),
      ...describeEndpoints(listing),
      'A manifest from the publisher replaces it after an accepted submission.',
    ];
  }
  if (!observation) return ['Unverified because no check is recorded.'];
  return status === 'unverified'
    ? explainUnverified(listing)
    : status === 'lapsed'
      ? explainLapsed(listing)
      : explainVerified(listing);
}

function describeEndpoints({ observed, observation, last_checked_at }: Listing): string[] {
  const since = observation?.gone_since;
  if (since !== undefined) return [`No documented endpoint has been found since ${since}.`];
  if (observed.responding === null) return [];
  const { endpoints_responding, endpoints_probed } = observed;
  return [`${endpoints_responding} of ${endpoints_probed} probed endpoints responded at ${last_checked_at}.`];
}

function explainUnverified({ observation }: Listing): string[] {
  const failures = observation?.failures;
  if (!failures) return ['Unverified because all checks were inconclusive.'];
  const { count, first_at, last_at } = failures;
  return [
    `Unverified because it never passed its checks: ${formatCount(count, 'check')} failed from ${first_at} to ${last_at}.`,
    ...formatFailedChecks(observation?.report),
    'It becomes verified when a check passes.',
  ];
}

function explainLapsed({ observation, verified_at }: Listing): string[] {
  const { count, first_at, last_at } = observation?.failures ?? { count: 0, first_at: '', last_at: '' };
  return [
    `Lapsed because ${formatCount(count, 'check')} in a row failed from ${first_at} to ${last_at}, at least 24 hours apart. It last passed at ${verified_at}.`,
    ...formatFailedChecks(observation?.report),
    'It becomes verified again when a check passes.',
  ];
}

function explainVerified({ observation, verified_at, last_checked_at }: Listing): string[] {
  const failures = observation?.failures;
  if (failures) {
    const { count, first_at, last_at } = failures;
    const from = instant(Date.parse(first_at) + LAPSE_AFTER);
    return [
      `Verified because it passed at ${verified_at}. Since then, ${formatCount(count, 'check')} failed from ${first_at} to ${last_at}, less than 24 hours apart.`,
      ...formatFailedChecks(observation?.report),
      `It lapses if a check at or after ${from} fails and no check passes before.`,
    ];
  }
  const isInconclusive = last_checked_at !== verified_at;
  return [
    `Verified because it passed at ${verified_at}.`,
    ...(isInconclusive ? [`The check at ${last_checked_at} was inconclusive, which changes nothing.`] : []),
    'It lapses if two checks in a row fail, at least 24 hours apart.',
  ];
}

function formatCheckTimes({ record, observation }: Listing, isBlocked: boolean, now: number): string[] {
  if (record.withdrawn || isBlocked) return [];
  if (record.source.type === 'documentation' && !observation) return [];
  if (!observation?.next_check_by) return ['The next revalidation checks it.'];
  const due = instant(dueAt(observation));
  const late =
    Date.parse(observation.next_check_by) < now
      ? ' The deadline has passed: revalidation did not run or did not finish.'
      : '';
  return [`The next check is due at ${due}. Its deadline is ${observation.next_check_by}.${late}`];
}
