import type { Detail } from '#contract/detail.ts';
import type { ManifestChange } from '#manifest/diff.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { Validation } from '#manifest/validate.ts';
import { PUBLISHER_TEXT_NOTICE } from '../identity.ts';
import { toSafeJson } from '../safe-json.ts';
import { formatFinding } from './finding-schemas.ts';
import { TRUNCATION_NOTICE, truncateManifest } from './truncate-manifest.ts';

export interface FetchedManifest {
  readonly url: string;
  readonly value: unknown;
  readonly validation: Validation;
  /** The listing of the same origin. */
  readonly listing: Detail | undefined;
  readonly changes: readonly ManifestChange[];
}

const MAX_LINES = 10;

/** Formats a manifest that was fetched from its publisher as text for a model. */
export function formatFetchedManifest({ url, value, validation, listing, changes }: FetchedManifest): string {
  const { valid, specVersion, findings, total } = validation;
  const lines = [
    valid
      ? `${toSafeJson(url)} serves a valid ${specVersion} manifest.`
      : `${toSafeJson(url)} serves an invalid manifest with ${total === 1 ? '1 problem' : `${total} problems`}.`,
  ];
  lines.push(...findings.slice(0, MAX_LINES).map(formatFinding));
  lines.push(formatListingStatus(listing));
  if (listing && valid) lines.push(...formatChanges(changes));
  if (!listing && valid) lines.push('The publisher can list it with submit_api.');
  if (valid) {
    const { manifest, isTruncated } = truncateManifest(value as Manifest);
    lines.push(`The manifest as JSON. ${PUBLISHER_TEXT_NOTICE}`, toSafeJson(manifest));
    if (isTruncated) lines.push(TRUNCATION_NOTICE);
  }
  return lines.join('\n');
}

/** Formats the status of an API in the registry as one sentence. */
export function formatListingStatus(listing: Detail | undefined): string {
  if (listing === undefined) return 'The API is not listed.';
  const status = `The API is listed as ${toSafeJson(listing.id)}, ${listing.status}`;
  if (listing.source === 'documentation')
    return `${status}, with a manifest from its public documentation. To read that manifest, use get_listing.`;
  const lastPass =
    listing.verified_at === null
      ? 'it has never passed its checks'
      : `it last passed its checks at ${listing.verified_at}`;
  return `${status}; ${lastPass}. For its last valid manifest, use get_listing.`;
}

function formatChanges(changes: readonly ManifestChange[]): readonly string[] {
  if (changes.length === 0) return ['It has no differences from the listed snapshot.'];
  const breaking = changes.filter(change => change.breaking).length;
  return [
    `Differences from the listed snapshot (${changes.length} total, ${breaking} breaking):`,
    ...changes.slice(0, MAX_LINES).map(({ breaking, text }) => `- ${breaking ? 'breaking: ' : ''}${toSafeJson(text)}`),
    ...(changes.length > MAX_LINES ? [`- and ${changes.length - MAX_LINES} more`] : []),
  ];
}
