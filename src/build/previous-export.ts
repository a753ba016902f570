import { EXPORT_INDEX, type ExportIndex, type ExportLine, type ListingDigest } from '#listing/export/export.ts';
import type { BuildCache } from './build-cache.ts';

/**
 * Returns the unchanged listings of the last good build from its export: three large files are faster to read than ten
 * thousand small ones.
 * @param cache contains the files of all listings already, and no export yet
 */
export function readPreviousExport(cache: BuildCache): (id: string) => ExportLine | undefined {
  const lines = linesOf(cache);
  return id => (cache.isUnchanged(`listings/${id}.json`) ? lines.get(id) : undefined);
}

function linesOf(cache: BuildCache): ReadonlyMap<string, ExportLine> {
  const lines = new Map<string, ExportLine>();
  const index = cache.lastGoodFile(EXPORT_INDEX);
  if (!index) return lines;
  const { files }: ExportIndex = JSON.parse(String(index));
  const read = (kind: string) =>
    files.flatMap(({ path }) => (path.startsWith(`/export/${kind}-`) ? linesIn(cache.lastGoodFile(path)) : []));
  const [listings, digests] = [read('listings'), read('digests')];
  // Another program has modified one of the files.
  if (listings.length !== digests.length) return lines;
  for (const [at, line] of listings.entries()) {
    const digest: ListingDigest = JSON.parse(String(digests[at]));
    lines.set(digest.id, { ...digest, line });
  }
  return lines;
}

function linesIn(bytes: Buffer<ArrayBuffer> = Buffer.alloc(0)): Buffer<ArrayBuffer>[] {
  const lines: Buffer<ArrayBuffer>[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf('\n', start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
  }
  return lines;
}
