import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '#cli/terminal/usage-error.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { registrableDomain } from '#listing/registrable-domain.ts';
import { suggestName } from '#manifest/text/closest-match.ts';
import { readRecord } from '#store/record-files.ts';

/**
 * Reads the record of a listing.
 * @param subject the id of the listing, or a URL of the API
 * @throws RangeError if the record does not exist or is invalid
 */
export async function findRecord(registryDir: string, subject: string): Promise<ListingRecord> {
  const id = getListingId(subject);
  const found = await readRecord(registryDir, id);
  if (found?.ok) return found.value;
  if (found) throw new RangeError(`${found.file} is not a valid record. ${found.findings[0]?.message}`);
  const ids = await listKnownIds(registryDir);
  // The host of an API differs from its domain by more than a typo.
  const related = ids.filter(each => domainOf(each) === domainOf(id)).slice(0, MAX_SUGGESTIONS);
  const suggestion = related.length > 0 ? related.join(' or ') : suggestName(id, ids);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  throw new RangeError(`Listing ${id} not found in ${registryDir}.${hint}`);
}

const MAX_SUGGESTIONS = 5;

function domainOf(id: string): string {
  return registrableDomain(id.replace(/_\d+$/, ''));
}

/** Returns the listing id for an id, a host, or a URL. */
export function getListingId(subject: string): string {
  return parseSubject(subject).id;
}

/**
 * Returns the origin for an id, a host, or a URL. Without a scheme, it uses https.
 * @throws UsageError if the text has no valid origin
 */
export function parseSubject(subject: string): Origin {
  const address = subject.includes('://') ? subject : `https://${subject.replace(/_(\d+)$/, ':$1')}`;
  const result = parseOrigin(address);
  if (result.ok) return result.value;
  throw new UsageError(`"${subject}" is not a listing id or a URL. ${result.error}`);
}

/** Returns the ids of all records from their file names. */
export async function listKnownIds(registryDir: string): Promise<string[]> {
  const names = await readdir(path.join(registryDir, 'listings'), { recursive: true }).catch(() => []);
  return names.filter(name => name.endsWith('.json')).map(name => path.basename(name, '.json'));
}
