import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { EXPORT_INDEX, type ExportIndex, type ListingDigest } from '#listing/export/export.ts';
import { EXPORT_SIGNATURE, PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { placeOf } from './listing-check.ts';

/** The most files that are named one by one. */
const MOST = 20;

/** What a mirror has besides the files that are signed: its state, what is signed, and the keys. */
const OWN_FILES = ['/mirror.json', EXPORT_INDEX, EXPORT_SIGNATURE, PUBLIC_KEYS];

/**
 * Names the files of a mirror's folder that no digest covers, such as a listing that somebody added. Links count as
 * files, wherever they lead.
 */
export async function unsignedFiles(
  folder: string,
  index: ExportIndex,
  digests: readonly ListingDigest[],
): Promise<string[]> {
  const signed = new Set([
    ...OWN_FILES,
    ...index.files.map(file => path.posix.normalize(`/${file.path}`)),
    ...digests.map(({ id }) => placeOf(id)),
  ]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const extra = entries
    .filter(entry => !entry.isDirectory())
    .map(entry => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`)
    .filter(place => !signed.has(place))
    .sort();
  const named = extra.slice(0, MOST).map(place => `${place} is not in the export, so nobody signed it.`);
  return extra.length > MOST ? [...named, `and ${extra.length - MOST} more files that nobody signed.`] : named;
}
