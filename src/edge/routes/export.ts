import type { ComputeSha256 } from '#listing/encoding/sha256.ts';
import {
  EXPORT_INDEX,
  type ExportIndex,
  type ExportOutput,
  exportFiles,
  type KnownFile,
  type KnownLines,
  type ListingDocument,
} from '#listing/export/export.ts';
import { EXPORT_SIGNATURE, UNSIGNED_EXPORT } from '#listing/export/export-signature.ts';
import type { Assets } from '../catalog/assets.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { Problem } from '../http/problem.ts';

/** The media type of files with one JSON value per line. */
const LINES = 'application/x-ndjson';

/**
 * Handles `GET /export/{file}`, which exports the whole registry in a few files (design: Static output). Serves only the
 * index, its signature, and the files that the index lists: any other name could select a file outside the export.
 *
 * @throws Problem `not-found`
 */
export async function exportFile(name: string, assets: Assets): Promise<Response> {
  const path = `/export/${name}`;
  const file = (await isExported(path, assets)) ? await assets.fetch(path) : undefined;
  if (file === undefined) throw new Problem('not-found', 'Export file not found. /export/index.json lists all files.');
  file.headers.set('Content-Type', name.endsWith('.ndjson') ? LINES : 'application/json');
  return file;
}

async function isExported(path: string, assets: Assets): Promise<boolean> {
  if (path === EXPORT_INDEX || path === EXPORT_SIGNATURE) return true;
  const index: ExportIndex | undefined = await (await assets.fetch(EXPORT_INDEX))?.json();
  return index?.files.some(file => file.path === path) ?? false;
}

/**
 * Generates the export files of a registry, with the index last, and a placeholder for the signature: the build has no
 * key and never signs.
 * @param ids the ids of all listings, including tombstones, in export order
 */
export async function* exportedFiles(
  catalog: Catalog,
  ids: readonly string[],
  { digest, known, maxBytes }: ExportOptions = {},
): AsyncGenerator<ExportOutput> {
  yield* exportFiles(listingsOf(catalog, ids, known), catalog.summary.generated_at, maxBytes, digest);
  yield { path: EXPORT_SIGNATURE, bytes: new TextEncoder().encode(JSON.stringify(UNSIGNED_EXPORT)) };
}

interface ExportOptions {
  /** Default: Web Crypto. */
  readonly digest?: ComputeSha256;
  /** The unchanged part of an earlier export with the same size of files. */
  readonly known?: KnownExport | undefined;
  /** The maximum size of a file (default: 24 MiB). */
  readonly maxBytes?: number;
}

/** The unchanged part of an earlier export. */
export interface KnownExport {
  /** Returns the next listings that have not changed and that a file of that export has in this order, from a position on. */
  next(ids: readonly string[], at: number): KnownLines | KnownFile | undefined;
}

async function* listingsOf(
  catalog: Catalog,
  ids: readonly string[],
  known?: KnownExport,
): AsyncGenerator<ListingDocument | KnownLines | KnownFile> {
  const encoder = new TextEncoder();
  for (let at = 0; at < ids.length; ) {
    const found = known?.next(ids, at);
    const id = ids[at] ?? '';
    at += found?.digests.length ?? 1;
    if (found) {
      yield found;
      continue;
    }
    const body = await catalog.listing(id);
    if (body !== undefined) yield { id, bytes: typeof body === 'string' ? encoder.encode(body) : body };
  }
}
