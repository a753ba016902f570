import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '#manifest/json-object.ts';
import type { ExportCopy } from './export-files.ts';
import type { MirrorFolder } from './mirror-folder.ts';

/**
 * Checks the listings of a mirror against its export: each listing in the export must exist in the mirror with the same
 * members, and each digest must match. Skips the check if the two have different timestamps.
 *
 * @returns an error message for each mismatch
 */
export async function findMismatches(
  { index, files }: ExportCopy,
  folder: MirrorFolder,
  generatedAt: string | null,
): Promise<string[]> {
  if (index.generated_at !== generatedAt) return [];
  const errors: string[] = [];
  for (const file of files.filter(name => name.endsWith('.ndjson'))) {
    const lines = new TextDecoder().decode(await folder.read(file)).split('\n');
    for (const line of lines.filter(each => each !== '')) {
      const listing = getObject(JSON.parse(line), 'data') ?? JSON.parse(line);
      const { id } = listing;
      if (typeof id !== 'string') continue;
      const saved = await folder.read(`listings/${id}.json`);
      if (!saved) errors.push(`listings/${id}.json is missing, but ${file} has it.`);
      else if (/\/digests-\d+\.ndjson$/.test(file)) {
        if (createHash('sha256').update(saved).digest('hex') !== listing.sha256)
          errors.push(`listings/${id}.json does not match its digest in ${file}.`);
      } else if (!hasMembers(JSON.parse(new TextDecoder().decode(saved)), listing))
        errors.push(`listings/${id}.json does not match ${file}.`);
    }
  }
  return errors;
}

function hasMembers(saved: JsonObject, listing: JsonObject): boolean {
  const data = getObject(saved, 'data');
  return data !== undefined && Object.entries(listing).every(([name, value]) => isDeepStrictEqual(data[name], value));
}

function getObject(object: JsonObject, name: string): JsonObject | undefined {
  const value = object[name];
  return isObject(value) ? { ...value } : undefined;
}
