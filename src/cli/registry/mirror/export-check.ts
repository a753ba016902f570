import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ExportCopy } from './export-files.ts';
import type { MirrorFolder } from './mirror-folder.ts';

/**
 * Holds the listings of a mirror to the export that they have to agree with: every line that is a listing has to be in
 * the mirror, with every member that the line has, and every line that is a digest has to be that of its bytes. Tells nothing while the two are not of the same moment.
 *
 * @returns the listings that differ, in words
 */
export async function differingListings(
  { index, files }: ExportCopy,
  folder: MirrorFolder,
  generatedAt: string | null,
): Promise<string[]> {
  if (index.generated_at !== generatedAt) return [];
  const faults: string[] = [];
  for (const file of files.filter(name => name.endsWith('.ndjson'))) {
    const lines = new TextDecoder().decode(await folder.read(file)).split('\n');
    for (const line of lines.filter(each => each !== '')) {
      const listing = memberOf(JSON.parse(line), 'data') ?? JSON.parse(line);
      const { id } = listing;
      if (typeof id !== 'string') continue;
      const kept = await folder.read(`listings/${id}.json`);
      if (!kept) faults.push(`listings/${id}.json is missing, and is in ${file}.`);
      else if (/\/digests-\d+\.ndjson$/.test(file)) {
        if (createHash('sha256').update(kept).digest('hex') !== listing.sha256)
          faults.push(`listings/${id}.json has not the digest that is in ${file}.`);
      } else if (!agrees(JSON.parse(new TextDecoder().decode(kept)), listing))
        faults.push(`listings/${id}.json is not what ${file} holds.`);
    }
  }
  return faults;
}

type Members = Readonly<Record<string, unknown>>;

function agrees(kept: Members, listing: Members): boolean {
  const data = memberOf(kept, 'data');
  return data !== undefined && Object.entries(listing).every(([name, value]) => isDeepStrictEqual(data[name], value));
}

function memberOf(object: Members, name: string): Members | undefined {
  const value = object[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
