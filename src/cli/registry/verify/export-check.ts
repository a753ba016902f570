import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { ExportFile, ExportIndex, ListingDigest } from '#listing/export/export.ts';
import { createFolderSource, type ExportSource } from './export-source.ts';
import { findFirstDifference, parseDigest, splitLines } from './lines.ts';
import { findListingError, getListingPath, type ListingParts, splitListing } from './listing-check.ts';
import { findUnsignedFiles } from './unsigned-files.ts';

export interface ExportCheckResult {
  readonly files: number;
  readonly listings: number;
  /** The mismatches, each with the file and, if known, the listing and the byte. */
  readonly faults: readonly string[];
}

/**
 * Checks a mirror against the index of its export: each file and each listing against its digest, and that there are no
 * other files. Each listing exists twice, so the intact copy locates the damage in the other one.
 */
export async function checkExport(folder: string, index: ExportIndex): Promise<ExportCheckResult> {
  const source = createFolderSource(folder);
  const faults: string[] = [];
  const digests: ListingDigest[] = [];
  const files: CheckedFile[] = [];
  for (const file of index.files) {
    const bytes = await source.read(file.path);
    if (!bytes) faults.push(`${file.path} is missing.`);
    else if (file.path.includes('/digests-'))
      digests.push(...splitLines(bytes).flatMap(line => parseDigest(line) ?? []));
    if (bytes) files.push({ file, bytes, isIntact: (await sha256Hex(bytes)) === file.sha256 });
  }
  const lines = new Map(
    files
      .filter(({ file, isIntact }) => isIntact && file.path.includes('/listings-'))
      .flatMap(({ bytes }) => splitLines(bytes).map(line => [parseId(line.bytes), line.bytes] as const)),
  );
  const { intactLines, damaged, head } = await checkListings(source, digests, faults);
  for (const { digest, bytes } of damaged) {
    const line = lines.get(digest.id);
    const parts = { ...(head && { head }), ...(line && { line }) };
    faults.push((await findListingError(getListingPath(digest.id), bytes, digest, parts)) ?? '');
  }
  let start = 0;
  for (const each of files) {
    const hasListings = each.file.path.includes('/listings-');
    const ids = digests.slice(start, start + each.file.listings).map(({ id }) => id);
    if (hasListings) start += each.file.listings;
    if (!each.isIntact) faults.push(describeDamage(each, hasListings ? ids : [], intactLines));
  }
  faults.push(...(await findUnsignedFiles(folder, index, digests)));
  return { files: index.files.length, listings: digests.length, faults };
}

interface CheckedFile {
  readonly file: ExportFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isIntact: boolean;
}

/** Separates damaged listings from intact ones, and returns the export lines of the intact ones. */
async function checkListings(source: ExportSource, digests: readonly ListingDigest[], faults: string[]) {
  const intactLines = new Map<string, Uint8Array>();
  const damaged: { readonly digest: ListingDigest; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  let head: ListingParts['head'] | undefined;
  for (const digest of digests) {
    const bytes = await source.read(getListingPath(digest.id));
    if (!bytes) faults.push(`${getListingPath(digest.id)} is missing.`);
    else if ((await sha256Hex(bytes)) === digest.sha256) {
      const parts = splitListing(bytes);
      head ??= parts.head;
      if (parts.line) intactLines.set(digest.id, parts.line);
    } else damaged.push({ digest, bytes });
  }
  return { intactLines, damaged, head };
}

/** Locates the first damaged line and byte of a file. */
function describeDamage(
  { file, bytes }: CheckedFile,
  ids: readonly string[],
  intactLines: ReadonlyMap<string, Uint8Array>,
): string {
  const lines = splitLines(bytes);
  for (const [index, id] of ids.entries()) {
    const expected = intactLines.get(id);
    const line = lines[index];
    const difference = line && expected && findFirstDifference(line.bytes, expected);
    if (difference !== undefined && line)
      return `${file.path} differs from the signed file in line ${index + 1} (${id}), from byte ${line.offset + difference} on.`;
  }
  const sizes = bytes.length === file.size ? '' : `: ${bytes.length} bytes instead of ${file.size}`;
  return `${file.path} does not match the signed export${sizes}.`;
}

function parseId(line: Uint8Array): string {
  return String(JSON.parse(new TextDecoder().decode(line)).id);
}
