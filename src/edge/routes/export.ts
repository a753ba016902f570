import {
  EXPORT_INDEX,
  type ExportIndex,
  type ExportLine,
  type ExportOutput,
  exportFiles,
  type ListingDocument,
} from '#listing/export/export.ts';
import { EXPORT_SIGNATURE, UNSIGNED_EXPORT } from '#listing/export/export-signature.ts';
import type { Assets } from '../catalog/assets.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { Problem } from '../http/problem.ts';

/** The media type of files with one JSON value a line. */
const LINES = 'application/x-ndjson';

/**
 * `GET /export/{file}`: the whole registry in few files, which the build writes (design: Static output). Only the index,
 * its signature, and the files that the index lists are files of the export: any other name could lead elsewhere.
 *
 * @throws Problem `not-found`
 */
export async function exportFile(name: string, assets: Assets): Promise<Response> {
  const path = `/export/${name}`;
  const file = (await isExported(path, assets)) ? await assets.fetch(path) : undefined;
  if (file === undefined)
    throw new Problem('not-found', 'The export has no such file. /export/index.json lists those that there are.');
  file.headers.set('Content-Type', name.endsWith('.ndjson') ? LINES : 'application/json');
  return file;
}

async function isExported(path: string, assets: Assets): Promise<boolean> {
  if (path === EXPORT_INDEX || path === EXPORT_SIGNATURE) return true;
  const index: ExportIndex | undefined = await (await assets.fetch(EXPORT_INDEX))?.json();
  return index?.files.some(file => file.path === path) ?? false;
}

/**
 * The files of a registry's export, its index last, and what says that nobody has signed it yet: whoever builds has no key.
 * @param ids of all listings, tombstones included, in the order that they are to have
 * @param digest SHA-256 in hexadecimal; without it, the Web's
 * @param known gives what an earlier export made of a listing that has not changed
 */
export async function* exportedFiles(
  catalog: Catalog,
  ids: readonly string[],
  digest?: (bytes: Uint8Array<ArrayBuffer>) => string,
  known?: (id: string) => ExportLine | undefined,
): AsyncGenerator<ExportOutput> {
  yield* exportFiles(listingsOf(catalog, ids, known), catalog.summary.generated_at, undefined, digest);
  yield { path: EXPORT_SIGNATURE, bytes: new TextEncoder().encode(JSON.stringify(UNSIGNED_EXPORT)) };
}

async function* listingsOf(
  catalog: Catalog,
  ids: readonly string[],
  known: (id: string) => ExportLine | undefined = () => undefined,
): AsyncGenerator<ListingDocument | ExportLine> {
  const encoder = new TextEncoder();
  for (const id of ids) {
    const line = known(id);
    if (line) {
      yield line;
      continue;
    }
    const body = await catalog.listing(id);
    if (body !== undefined) yield { id, bytes: typeof body === 'string' ? encoder.encode(body) : body };
  }
}
