import { type ListingRecord, parseStored, recordFindings, recordPath, recordText } from '#listing/listing-record.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import type { Result } from '#manifest/result.ts';
import { sameManifest } from '#manifest/same-manifest.ts';
import type { Accepted } from './acceptance.ts';

/**
 * The result of comparing a pull request's file with the current record.
 * - `equal`: the file equals the record that the registry would write, in canonical form.
 * - `equal-but-times`: only times differ that the author of the file cannot know (`created_at`, `updated_at`,
 *   `identity_changed_at`, the manifest's `last_updated`); `text` is the text to merge instead.
 * - `different`: the file contradicts what the origin serves; `errors` has the differences.
 * - `needs-person`: the file is a documentation record, or it withdraws or restores a listing.
 */
export type FileReview =
  | { readonly verdict: 'equal' }
  | { readonly verdict: 'equal-but-times'; readonly text: string }
  | { readonly verdict: 'different'; readonly errors: readonly Finding[] }
  | { readonly verdict: 'needs-person'; readonly reason: string };

/**
 * Compares a pull request's file with the record that acceptance would write from what the origin serves now (design:
 * Submission). The file is untrusted data: none of it is used unless it is equal.
 *
 * @param text the file at the pull request's head
 * @param decision the current acceptance of the file's origin
 */
export function checkPullRequestFile(text: string, { record }: Accepted): FileReview {
  const proposed = parseRecord(text);
  if (!proposed.ok) return { verdict: 'different', errors: proposed.error };
  const { value } = proposed;
  const errors = findDifferences(value, record);
  if (errors.length > 0) return { verdict: 'different', errors };
  return hasSameTimes(value, record) ? { verdict: 'equal' } : { verdict: 'equal-but-times', text: recordText(record) };
}

/**
 * Returns a review if only a person can review the file. Runs before any check.
 *
 * @param present the file on the base branch; undefined if it does not exist
 */
export function reviewForPerson(text: string, present: string | undefined): FileReview | undefined {
  const proposed = parseRecord(text);
  if (!proposed.ok) return undefined;
  if (proposed.value.source.type === 'documentation')
    return {
      verdict: 'needs-person',
      reason: 'The file adds or changes a documentation record. A maintainer reviews these changes.',
    };
  const before = present === undefined ? undefined : parseRecord(present);
  const withdrawn = before?.ok ? before.value.withdrawn : undefined;
  if (JSON.stringify(proposed.value.withdrawn) === JSON.stringify(withdrawn)) return undefined;
  return {
    verdict: 'needs-person',
    reason: 'The file withdraws or restores a listing. A maintainer reviews these changes.',
  };
}

function parseRecord(text: string): Result<ListingRecord, readonly Finding[]> {
  return parseStored(text, value => {
    const id = typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : '';
    return recordFindings(recordPath(id), value);
  });
}

function findDifferences(proposed: ListingRecord, served: ListingRecord): readonly Finding[] {
  const hint = 'Use the file as the registry writes it. If you submit the URL, the registry writes the file for you.';
  const errors: Finding[] = [];
  if (proposed.id !== served.id || proposed.url !== served.url || !isSameSource(proposed, served)) {
    errors.push(finding('/url', 'served', `The file is not the record of ${served.url}.`, hint, proposed.url));
  }
  if (!sameManifest(proposed.manifest, served.manifest)) {
    errors.push(
      finding('/manifest', 'served', 'The manifest differs from the manifest that the origin serves now.', hint),
    );
  }
  return errors;
}

function isSameSource({ source }: ListingRecord, served: ListingRecord): boolean {
  return (
    source.type === 'publisher' &&
    served.source.type === 'publisher' &&
    source.manifest_url === served.source.manifest_url
  );
}

function hasSameTimes(proposed: ListingRecord, served: ListingRecord): boolean {
  return (
    proposed.created_at === served.created_at &&
    proposed.updated_at === served.updated_at &&
    proposed.identity_changed_at === served.identity_changed_at &&
    proposed.manifest.last_updated === served.manifest.last_updated
  );
}
