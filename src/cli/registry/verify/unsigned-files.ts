import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { EXPORT_INDEX, type ExportIndex, type ListingDigest } from '#listing/export/export.ts';
import { EXPORT_SIGNATURE, PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { getListingPath } from './listing-check.ts';

/** The maximum number of files in the errors. */
const MAX_FILES = 20;

/** The files of a mirror that the index does not list. */
const OWN_FILES = ['/mirror.json', EXPORT_INDEX, EXPORT_SIGNATURE, PUBLIC_KEYS];

/**
 * Returns an error for each file in a mirror that no digest covers, such as an injected listing. Symbolic links count as
 * files.
 */
export async function findUnsignedFiles(
  folder: string,
  index: ExportIndex,
  digests: readonly ListingDigest[],
): Promise<string[]> {
  const signed = new Set([
    ...OWN_FILES,
    ...index.files.map(file => path.posix.normalize(`/${file.path}`)),
    ...digests.map(({ id }) => getListingPath(id)),
  ]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const extra = entries
    .filter(entry => !entry.isDirectory())
    .map(entry => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`)
    .filter(urlPath => !signed.has(urlPath))
    .sort();
  const errors = extra.slice(0, MAX_FILES).map(urlPath => `${urlPath} is not part of the signed export.`);
  return extra.length > MAX_FILES
    ? [...errors, `${extra.length - MAX_FILES} more files are not part of the signed export.`]
    : errors;
}
