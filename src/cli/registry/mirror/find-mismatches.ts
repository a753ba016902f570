import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '#manifest/json-object.ts';
import type { ExportCopy } from './export-files.ts';
import { isFileName, type MirrorFolder } from './mirror-folder.ts';

/** A listing of an export that the mirror lacks or has with other content. */
export interface Mismatch {
  readonly id: string;
  /** The error message. */
  readonly error: string;
}

/**
 * Checks the listings of a mirror against its export: each listing in the export must exist in the mirror with the same
 * members, and each digest must match. Skips the check if the two have different timestamps.
 *
 * @returns the listings that differ
 */
export async function findMismatches(
  { index, files }: ExportCopy,
  folder: MirrorFolder,
  generatedAt: string | null,
): Promise<Mismatch[]> {
  if (index.generated_at !== generatedAt) return [];
  const found: Mismatch[] = [];
  for (const file of files.filter(name => name.endsWith('.ndjson'))) {
    const lines = new TextDecoder().decode(await folder.read(file)).split('\n');
    for (const line of lines.filter(each => each !== '')) {
      const value = parseObject(line);
      const listing = getObject(value, 'data') ?? value;
      const { id } = listing;
      if (typeof id !== 'string') continue;
      const name = `listings/${id}.json`;
      // Another id could lead out of the folder.
      const saved = isFileName(id) ? await folder.read(name) : undefined;
      if (!saved) found.push({ id, error: `${name} is missing, but ${file} has it.` });
      else if (/\/digests-\d+\.ndjson$/.test(file)) {
        if (createHash('sha256').update(saved).digest('hex') !== listing.sha256)
          found.push({ id, error: `${name} does not match its digest in ${file}.` });
      } else if (!hasMembers(parseObject(new TextDecoder().decode(saved)), listing))
        found.push({ id, error: `${name} does not match ${file}.` });
    }
  }
  return found;
}

/** Returns an object without members for any other text, such as a damaged file. */
function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function hasMembers(saved: JsonObject, listing: JsonObject): boolean {
  const data = getObject(saved, 'data');
  return data !== undefined && Object.entries(listing).every(([name, value]) => isDeepStrictEqual(data[name], value));
}

function getObject(object: JsonObject, name: string): JsonObject | undefined {
  const value = object[name];
  return isObject(value) ? { ...value } : undefined;
}
