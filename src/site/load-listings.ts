import type { Listing } from '#listing/listing.ts';
import type { Finding } from '#manifest/finding.ts';
import { readListings } from '#store/listing-files.ts';
import { byName } from './alphabet.ts';
import type { Settings } from './settings.ts';

/** The listings of a registry, A to Z by name, and by id what names the content of each: the same digest, the same listing. */
export interface LoadedListings {
  readonly listings: readonly Listing[];
  readonly digests: ReadonlyMap<string, string>;
}

/**
 * Reads all listings of a registry.
 *
 * @throws BrokenFiles naming each broken file, the place in it and what is wrong, unless broken files are to be skipped; then
 * they are named on standard error
 */
export async function loadListings(
  settings: Pick<Settings, 'registry' | 'observations' | 'skipInvalid'>,
): Promise<LoadedListings> {
  const found: Listing[] = [];
  const digests = new Map<string, string>();
  const problems: string[] = [];
  for await (const file of readListings(settings)) {
    if (file.ok) {
      found.push(file.value);
      digests.set(file.value.record.id, file.digest);
    } else problems.push(...file.findings.map(finding => problem(file.file, finding)));
  }
  if (problems.length > 0 && !settings.skipInvalid) {
    throw new BrokenFiles(`${problems.join('\n')}\nMend these files, or leave them out with SKIP_INVALID=true.`);
  }
  for (const line of problems) console.warn(`Left out: ${line}`);
  return { listings: byName(found), digests };
}

class BrokenFiles extends Error {
  override name = 'BrokenFiles';

  /** Without the message: where that says "document", Astro would take it for a misuse of the browser's and advise so. */
  override toString(): string {
    return this.name;
  }
}

function problem(file: string, { pointer, rule, message, hint }: Finding): string {
  return `${file}${pointer === '' ? '' : ` at ${pointer}`} (${rule}): ${message} ${hint}`;
}
