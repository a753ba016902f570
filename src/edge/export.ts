import { type ExportOutput, exportFiles, type ListingDocument } from '#listing/export.ts';
import { EXPORT_SIGNATURE, signExport } from '#listing/export-signature.ts';
import type { SigningKey } from '#listing/signing-key.ts';
import { values } from '#manifest/taxonomy.ts';
import { EVERYTHING, MAXIMUM_LIMIT } from '#query/query.ts';
import type { Assets } from './assets.ts';
import type { Catalogue } from './catalogue.ts';
import { rowsOf } from './markdown/rows.ts';
import { Problem } from './problem.ts';

/** The media type of files with one JSON value a line. */
const LINES = 'application/x-ndjson';

/**
 * `GET /export/{file}`: the whole registry in few files, which the build writes (design: Static output).
 * @throws Problem `not-found`
 */
export async function exportFile(name: string, assets: Assets): Promise<Response> {
  const file = await assets.fetch(`/export/${name}`);
  if (file === undefined)
    throw new Problem('not-found', 'The export has no such file. /export/index.json lists those that there are.');
  file.headers.set('Content-Type', name.endsWith('.ndjson') ? LINES : 'application/json');
  return file;
}

/**
 * The files of a registry's export, its index and the index's signature last, in the order of the ids.
 * @param key without it the signature says that there is none
 * @param digest SHA-256 in hexadecimal; without it, the Web's
 */
export async function* exportedFiles(
  catalogue: Catalogue,
  key: SigningKey | undefined,
  digest?: (bytes: Uint8Array<ArrayBuffer>) => string,
): AsyncGenerator<ExportOutput> {
  let index: ExportOutput | undefined;
  for await (const file of exportFiles(documents(catalogue), catalogue.summary.generated_at, undefined, digest)) {
    yield file;
    index = file;
  }
  if (!index) return;
  const signature = JSON.stringify(await signExport(index.bytes, key));
  yield { path: EXPORT_SIGNATURE, bytes: new TextEncoder().encode(signature) };
}

async function* documents(catalogue: Catalogue): AsyncGenerator<ListingDocument> {
  const encoder = new TextEncoder();
  for (const id of await everyId(catalogue)) {
    const body = await catalogue.listing(id);
    if (body !== undefined) yield { id, bytes: typeof body === 'string' ? encoder.encode(body) : body };
  }
}

/** The ids of all listings, tombstones included, in one order whatever the dates. */
async function everyId(catalogue: Catalogue): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += MAXIMUM_LIMIT) {
    const query = { ...EVERYTHING, status: values('statuses'), limit: MAXIMUM_LIMIT, offset };
    const { rows, total } = await rowsOf(catalogue, query);
    ids.push(...rows.map(({ id }) => id));
    if (offset + MAXIMUM_LIMIT >= total) return ids.sort();
  }
}
