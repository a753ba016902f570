import { sanitizeLine } from '#cli/terminal/sanitize-line.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { LISTED } from '#listing/status.ts';
import { type BrokenFile, readRecords } from '#store/record-files.ts';
import { findRepository } from '#submission/git/find-repository.ts';
import { isGone } from '#submission/revalidation/documentation-observation.ts';
import { readObservations } from './read-observations.ts';
import type { Setup } from './revalidation-setup.ts';

/**
 * Lists what a maintainer should look at: damaged records and observations, the listings from documentation whose endpoints are gone, and
 * those whose identity changed in the last 30 days.
 */
export async function review(setup: Setup): Promise<string> {
  const records: ListingRecord[] = [];
  const broken: BrokenFile[] = [];
  for await (const result of readRecords(setup.registryDir)) {
    if (result.ok) records.push(result.value);
    else broken.push(result);
  }
  const repository = await findRepository(setup.registryDir).catch(() => undefined);
  const ids = records.map(({ id }) => id);
  const brokenObservations: BrokenFile[] = [];
  const onBroken = (file: BrokenFile) => brokenObservations.push(file);
  const observations = await readObservations(ids, setup, repository?.git, onBroken);
  const listings = records
    .map(record => listingOf(record, observations.get(record.id)))
    .filter(({ status }) => LISTED.includes(status));
  return formatReview(listings, broken, brokenObservations);
}

/** Formats the list, oldest first within each part. */
function formatReview(
  listings: readonly Listing[],
  brokenRecords: readonly BrokenFile[],
  brokenObservations: readonly BrokenFile[],
): string {
  const gone = listings
    .filter(({ observation }) => observation !== undefined && isGone(observation))
    .map(listing => [listing.observation?.gone_since ?? '', listing] as const);
  const replaced = listings.flatMap(listing =>
    listing.identity_changed_at === null ? [] : [[listing.identity_changed_at, listing] as const],
  );
  const parts = [
    ...formatDamaged(
      'These records are damaged, so they are not listed. Fix them, or restore them from Git:',
      brokenRecords,
    ),
    ...formatDamaged(
      'These observations are damaged. The next revalidation replaces them. To keep their history, restore them from Git:',
      brokenObservations,
    ),
    ...formatPart(
      'No documented endpoint has been found for at least 7 days. Correct the record, or run withdraw:',
      gone,
    ),
    ...formatPart(
      'Name, contact, homepage, and all endpoints changed at once. Check who operates the API; if it misleads, run withdraw:',
      replaced,
    ),
  ];
  return parts.length === 0 ? 'No listing needs a review.' : parts.join('\n');
}

function formatDamaged(heading: string, files: readonly BrokenFile[]): string[] {
  const lines = files.map(({ file, findings }) => `  ${file}: ${sanitizeLine(findings[0]?.message ?? '', 200)}`);
  return lines.length === 0 ? [] : [heading, ...lines];
}

function formatPart(heading: string, found: readonly (readonly [since: string, Listing])[]): string[] {
  if (found.length === 0) return [];
  const lines = found
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([since, { record }]) => `  ${record.id}  since ${since.slice(0, 10)}  ${sanitizeLine(record.manifest.name, 80)}`,
    );
  return [heading, ...lines];
}
