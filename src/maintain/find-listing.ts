import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { didYouMean } from '#cli/did-you-mean.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { readRecord } from '#store/record-files.ts';

/**
 * The record that a maintainer means.
 * @param subject an id, or an address of the API
 * @throws RangeError when there is none, or it is broken; fit to be shown
 */
export async function findRecord(registryDir: string, subject: string): Promise<ListingRecord> {
  const id = listingId(subject);
  const found = await readRecord(registryDir, id);
  if (found?.ok) return found.value;
  if (found) throw new RangeError(`${found.file} is no record: ${found.findings[0]?.message}`);
  const meant = didYouMean(id, await listKnownIds(registryDir));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new RangeError(`There is no listing ${id} in ${registryDir}.${hint}`);
}

/** The id of what was given as an id, a host or an address. */
export function listingId(subject: string): string {
  return originFrom(subject).id;
}

/**
 * The origin of what was given as an id, a host or an address; https unless an address says otherwise.
 * @throws Misunderstood when there can be none
 */
export function originFrom(subject: string): Origin {
  const address = subject.includes('://') ? subject : `https://${subject.replace(/_(\d+)$/, ':$1')}`;
  const result = parseOrigin(address);
  if (result.ok) return result.origin;
  throw new UsageError(`"${subject}" is neither a listing's id nor an address: ${result.reason}`);
}

/** The ids of all records, by the names of their files. */
export async function listKnownIds(registryDir: string): Promise<string[]> {
  const names = await readdir(path.join(registryDir, 'listings'), { recursive: true }).catch(() => []);
  return names.filter(name => name.endsWith('.json')).map(name => path.basename(name, '.json'));
}
