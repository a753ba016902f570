import type { Listing } from '#listing/listing.ts';
import { meaning } from '#manifest/taxonomy.ts';
import { formatDate } from './calendar.ts';
import { count } from './numbers.ts';

/** Formats the status of a listing as sentences: its meaning, then the dates. */
export function describeStatus({
  status,
  record,
  observation,
  verified_at,
  last_checked_at,
  next_check_by,
}: Listing): readonly string[] {
  if (record.withdrawn)
    return [`Withdrawn by this registry on ${formatDate(record.withdrawn.at)}: ${record.withdrawn.reason}`];
  if (status === 'withdrawn') return ['Withdrawn by its publisher: its manifest has listing_requested: false.'];
  if (record.source.type === 'documentation') {
    return ['Not verified: written from public documentation, because the provider serves no manifest.'];
  }
  if (last_checked_at === null) return ['Not checked yet. This is the manifest that the origin served.'];
  if (verified_at === null) {
    return [
      `Not passed yet. This is the manifest that the origin served. Last checked on ${formatDate(last_checked_at)}.`,
    ];
  }
  const failures = observation?.failures;
  const [passed, checked] = [formatDate(verified_at), formatDate(last_checked_at)];
  const next = next_check_by ? `, next check by ${formatDate(next_check_by)}` : '';
  if (!failures && passed === checked) return [meaning('statuses', status), `Last checked on ${checked}${next}.`];
  return [
    meaning('statuses', status),
    `Last passed on ${passed}.`,
    ...(failures ? [`${count(failures.count, 'failed check')} since ${formatDate(failures.first_at)}.`] : []),
    `Last checked on ${checked}${next}.`,
  ];
}
