import type { ExportFile, ExportIndex, ListingDigest } from '#listing/export/export.ts';
import { sha256 } from '#listing/sha256.ts';
import { type ExportSource, folderSource } from './export-source.ts';
import { digestIn, firstDifference, linesOf } from './lines.ts';
import { findListingError, type Parts, partsOf, placeOf } from './listing-check.ts';
import { unsignedFiles } from './unsigned-files.ts';

export interface ExportCheckResult {
  readonly files: number;
  readonly listings: number;
  /** Each thing that is not as it was signed, with the file, the listing and the byte. */
  readonly faults: readonly string[];
}

/**
 * Holds a whole mirror to the index of its export: each file to its digest, each listing to its own, and no file besides. What is damaged in
 * one place is whole in another, and that tells which byte it is.
 */
export async function checkExport(folder: string, index: ExportIndex): Promise<ExportCheckResult> {
  const source = folderSource(folder);
  const faults: string[] = [];
  const digests: ListingDigest[] = [];
  const exported: Exported[] = [];
  for (const file of index.files) {
    const bytes = await source.read(file.path);
    if (!bytes) faults.push(`${file.path} is missing.`);
    else if (file.path.includes('/digests-')) digests.push(...linesOf(bytes).flatMap(line => digestIn(line) ?? []));
    if (bytes) exported.push({ file, bytes, whole: (await sha256(bytes)) === file.sha256 });
  }
  const lines = new Map(
    exported
      .filter(({ file, whole }) => whole && file.path.includes('/listings-'))
      .flatMap(({ bytes }) => linesOf(bytes).map(line => [idIn(line.bytes), line.bytes] as const)),
  );
  const { documents, damaged, head } = await sortedOut(source, digests, faults);
  for (const { digest, bytes } of damaged) {
    const line = lines.get(digest.id);
    const parts = { ...(head && { head }), ...(line && { line }) };
    faults.push((await findListingError(placeOf(digest.id), bytes, digest, parts)) ?? '');
  }
  let before = 0;
  for (const each of exported) {
    const isOfListings = each.file.path.includes('/listings-');
    const ids = digests.slice(before, before + each.file.listings).map(({ id }) => id);
    if (isOfListings) before += each.file.listings;
    if (!each.whole) faults.push(fileFault(each, isOfListings ? ids : [], documents));
  }
  faults.push(...(await unsignedFiles(folder, index, digests)));
  return { files: index.files.length, listings: digests.length, faults };
}

interface Exported {
  readonly file: ExportFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly whole: boolean;
}

/** The listings that are as signed, by the line that the export has of each, and those that are not. */
async function sortedOut(source: ExportSource, digests: readonly ListingDigest[], faults: string[]) {
  const documents = new Map<string, Uint8Array>();
  const damaged: { readonly digest: ListingDigest; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  let head: Parts['head'] | undefined;
  for (const digest of digests) {
    const bytes = await source.read(placeOf(digest.id));
    if (!bytes) faults.push(`${placeOf(digest.id)} is missing.`);
    else if ((await sha256(bytes)) === digest.sha256) {
      const parts = partsOf(bytes);
      head ??= parts.head;
      if (parts.line) documents.set(digest.id, parts.line);
    } else damaged.push({ digest, bytes });
  }
  return { documents, damaged, head };
}

/** Which line of a damaged file it is, and which byte of the file. */
function fileFault({ file, bytes }: Exported, ids: readonly string[], documents: ReadonlyMap<string, Uint8Array>) {
  const lines = linesOf(bytes);
  for (const [at, id] of ids.entries()) {
    const right = documents.get(id);
    const line = lines[at];
    const difference = line && right && firstDifference(line.bytes, right);
    if (difference !== undefined && line)
      return `${file.path} differs from what was signed in line ${at + 1} (${id}), from byte ${line.offset + difference} on.`;
  }
  const sizes = bytes.length === file.size ? '' : `: it has ${bytes.length} bytes, and was signed with ${file.size}`;
  return `${file.path} is not what was signed${sizes}.`;
}

function idIn(line: Uint8Array): string {
  return String(JSON.parse(new TextDecoder().decode(line)).id);
}
