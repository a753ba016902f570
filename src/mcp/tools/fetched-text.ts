import type { Detail } from '#contract/detail.ts';
import type { ManifestChange } from '#manifest/diff.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { Validation } from '#manifest/validate.ts';
import { PUBLISHERS_WORDS } from '../identity.ts';
import { toSafeJson } from '../safe-json.ts';
import { problemLine } from './finding-schemas.ts';
import { truncateManifest } from './truncate-manifest.ts';

export interface Fetched {
  readonly url: string;
  readonly value: unknown;
  readonly validation: Validation;
  readonly listed: Detail | undefined;
  readonly found: readonly ManifestChange[];
}

const SHOWN = 10;

/** What was fetched from a publisher, as a text that a model reads. */
export function fetchedText({ url, value, validation, listed, found }: Fetched): string {
  const { valid, specVersion, findings, total } = validation;
  const lines = [
    `${toSafeJson(url)} serves ${valid ? `a valid manifest of format ${specVersion}` : `no valid manifest: ${total} problems`}.`,
  ];
  lines.push(...findings.slice(0, SHOWN).map(problemLine));
  lines.push(formatServerStatus(listed));
  if (listed && valid) lines.push(...comparison(found));
  if (!listed && valid) lines.push('Its publisher can have it listed by submit_api.');
  const shown = valid ? truncateManifest(value as Manifest).manifest : undefined;
  if (shown) lines.push(`The manifest as it is served. ${PUBLISHERS_WORDS}`, toSafeJson(shown));
  return lines.join('\n');
}

/** Whether and how an API is listed, in a sentence. */
export function formatServerStatus(listed: Detail | undefined): string {
  if (listed === undefined) return 'It is not listed.';
  const named = `It is listed as ${toSafeJson(listed.id)}, ${listed.status}`;
  if (listed.source === 'documentation')
    return `${named}, by a manifest that was written from its public documentation; get_listing gives it.`;
  const passed =
    listed.verified_at === null
      ? 'it has not passed a check yet'
      : `it last passed its checks at ${listed.verified_at}`;
  return `${named}; ${passed}. get_listing gives its last good manifest.`;
}

function comparison(found: readonly ManifestChange[]): readonly string[] {
  if (found.length === 0) return ['It says the same as the listed snapshot.'];
  const breaking = found.filter(difference => difference.breaking).length;
  return [
    `It differs from the listed snapshot in ${found.length} places, ${breaking} of them breaking:`,
    ...found.slice(0, SHOWN).map(({ breaking, text }) => `- ${breaking ? 'breaking: ' : ''}${toSafeJson(text)}`),
    ...(found.length > SHOWN ? [`- and ${found.length - SHOWN} more`] : []),
  ];
}
