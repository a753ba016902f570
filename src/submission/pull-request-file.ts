import { type ListingRecord, recordFindings, recordPath, recordText } from '#listing/listing-record.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { sameManifest } from '#manifest/same-manifest.ts';
import type { Accepted } from './acceptance.ts';

/**
 * What a pull request's file is worth.
 * - `equal`: it is what we would write, canonically.
 * - `equal-but-times`: only times that the file cannot know differ (`created_at`, `updated_at`, the manifest's
 *   `last_updated`); `text` is what to merge in its place.
 * - `different`: it claims what the origin does not serve; `errors` say where.
 * - `needs-person`: it is a documentation record, or takes a listing back, or brings one back.
 */
export type FileReview =
  | { readonly verdict: 'equal' }
  | { readonly verdict: 'equal-but-times'; readonly text: string }
  | { readonly verdict: 'different'; readonly errors: readonly Finding[] }
  | { readonly verdict: 'needs-person'; readonly reason: string };

/**
 * Compares a pull request's file with what admission would write from what the origin serves now (design: Submission).
 * The file is data: nothing of it is taken over unless it is the same.
 *
 * @param text the file as it stands at the pull request's head
 * @param decision the admission of the file's origin, made now
 */
export function checkPullRequestFile(text: string, { record }: Accepted): FileReview {
  const proposed = proposedRecord(text);
  if (!proposed.ok) return { verdict: 'different', errors: proposed.errors };
  const { value } = proposed;
  const errors = contradictions(value, record);
  if (errors.length > 0) return { verdict: 'different', errors };
  return isOnTime(value, record) ? { verdict: 'equal' } : { verdict: 'equal-but-times', text: recordText(record) };
}

/**
 * Whether a pull request's file is one that only a person can judge; asked before any check.
 * @param present the file as the base branch has it; undefined where it has none
 */
export function reviewForPerson(text: string, present: string | undefined): FileReview | undefined {
  const proposed = proposedRecord(text);
  if (!proposed.ok) return undefined;
  if (proposed.value.source.type === 'documentation')
    return { verdict: 'needs-person', reason: 'It adds or changes a documentation record, which a person reviews.' };
  const before = present === undefined ? undefined : proposedRecord(present);
  const withdrawn = before?.ok ? before.value.withdrawn : undefined;
  if (JSON.stringify(proposed.value.withdrawn) === JSON.stringify(withdrawn)) return undefined;
  return { verdict: 'needs-person', reason: 'It takes a listing back, or brings one back, which a person decides.' };
}

type Proposed =
  | { readonly ok: true; readonly value: ListingRecord }
  | { readonly ok: false; readonly errors: readonly Finding[] };

function proposedRecord(text: string): Proposed {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return { ok: false, errors: parsed.error };
  const { value } = parsed;
  const id = typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : '';
  const errors = recordFindings(recordPath(id), value);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: value as ListingRecord };
}

function contradictions(proposed: ListingRecord, served: ListingRecord): readonly Finding[] {
  const hint = 'Take the file as the registry writes it; submitting the address does that for you.';
  const errors: Finding[] = [];
  if (proposed.id !== served.id || proposed.url !== served.url || !isSameSource(proposed, served)) {
    errors.push(finding('/url', 'served', `The file is not the record of ${served.url}.`, hint, proposed.url));
  }
  if (!sameManifest(proposed.manifest, served.manifest)) {
    errors.push(finding('/manifest', 'served', 'The manifest is not what the origin serves now.', hint));
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

function isOnTime(proposed: ListingRecord, served: ListingRecord): boolean {
  return (
    proposed.created_at === served.created_at &&
    proposed.updated_at === served.updated_at &&
    proposed.manifest.last_updated === served.manifest.last_updated
  );
}
