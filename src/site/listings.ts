import type { Listing } from '#listing/listing.ts';
import { LISTED } from '#listing/status.ts';
import type { Finding } from '#manifest/finding.ts';
import { readListings } from '#store/listing-files.ts';
import { byName } from './alphabet.ts';
import { settings } from './settings.ts';

/**
 * All listings of the registry, A to Z by name, read once for the whole build.
 * A broken record ends the build, unless SKIP_INVALID leaves it out.
 */
export const listings: readonly Listing[] = await load();

/** What lists show: verified and unverified listings. The others have a page each, and nothing links to it. */
export const listed: readonly Listing[] = listings.filter(listing => LISTED.includes(listing.status));

async function load(): Promise<readonly Listing[]> {
  const found: Listing[] = [];
  const broken: string[] = [];
  for await (const file of readListings(settings)) {
    if (file.ok) found.push(file.value);
    else broken.push(...file.findings.map(finding => problem(file.file, finding)));
  }
  if (broken.length > 0 && !settings.skipInvalid) {
    throw new Error(`${broken.join('\n')}\nMend these files, or leave them out with SKIP_INVALID=true.`);
  }
  for (const line of broken) console.warn(`Left out: ${line}`);
  return byName(found);
}

function problem(file: string, { pointer, rule, message, hint }: Finding): string {
  return `${file}${pointer === '' ? '' : ` at ${pointer}`} (${rule}): ${message} ${hint}`;
}
