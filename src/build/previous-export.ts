import type { KnownExport } from '#edge/routes/export.ts';
import {
  EXPORT_INDEX,
  type ExportFile,
  type ExportIndex,
  type ExportLine,
  type KnownFile,
  type ListingDigest,
} from '#listing/export/export.ts';
import type { BuildCache } from './build-cache.ts';

/**
 * Returns the unchanged listings of the last good build from its export: three large files are faster to read than ten
 * thousand small ones, and most of the time two of them need not be read.
 * @param cache contains the files of all listings already, and no export yet
 */
export function readPreviousExport(cache: BuildCache): KnownExport | undefined {
  const index = cache.lastGoodFile(EXPORT_INDEX);
  if (!index) return undefined;
  const { files }: ExportIndex = JSON.parse(String(index));
  const ofKind = (kind: string) => files.filter(({ path }) => path.startsWith(`/export/${kind}-`));
  const digests = ofKind('digests').flatMap(({ path }) => parseDigests(cache.lastGoodFile(path)));
  const listed = ofKind('listings');
  // Otherwise, another program has modified a file.
  if (listed.reduce((sum, { listings }) => sum + listings, 0) !== digests.length) return undefined;
  return new PreviousExport(cache, listed, digests);
}

function parseDigests(lines: Buffer = Buffer.alloc(0)): readonly ListingDigest[] {
  return JSON.parse(`[${lines.toString('utf8', 0, lines.length - 1).replaceAll('\n', ',')}]`);
}

/** A file of the previous export, and the position of its first listing. */
interface PreviousFile extends ExportFile {
  readonly start: number;
}

class PreviousExport implements KnownExport {
  readonly #cache: BuildCache;
  readonly #digests: readonly ListingDigest[];
  readonly #files: readonly PreviousFile[];
  /** The position of each unchanged listing. */
  readonly #positions: ReadonlyMap<string, number>;
  /** The lines of the files that were read. */
  readonly #lines = new Map<PreviousFile, readonly Buffer<ArrayBuffer>[]>();

  constructor(cache: BuildCache, files: readonly ExportFile[], digests: readonly ListingDigest[]) {
    let start = 0;
    this.#files = files.map(file => {
      const placed = { ...file, start };
      start += file.listings;
      return placed;
    });
    const unchanged = [...digests.entries()].filter(([, { id }]) => cache.isUnchanged(`listings/${id}.json`));
    this.#positions = new Map(unchanged.map(([at, { id }]) => [id, at]));
    this.#cache = cache;
    this.#digests = digests;
  }

  line(id: string): ExportLine | undefined {
    const at = this.#positions.get(id) ?? -1;
    const digest = this.#digests[at];
    const file = this.#files.find(({ start, listings }) => at >= start && at < start + listings);
    const line = file && this.#read(file)[at - file.start];
    return digest && line && { ...digest, line };
  }

  file(ids: readonly string[], at: number): KnownFile | undefined {
    const position = this.#positions.get(ids[at] ?? '');
    const file = this.#files.find(({ start }) => start === position);
    if (!file) return undefined;
    const { size, sha256, start, listings, path } = file;
    const digests = this.#digests.slice(start, start + listings);
    const isSame = digests.every(({ id }, next) => id === ids[at + next] && this.#positions.has(id));
    const firstLine = isSame ? this.#cache.lastGoodFile(path, MAX_LINE_BYTES)?.indexOf('\n') : undefined;
    if (firstLine === undefined || firstLine < 0) return undefined;
    return { size, sha256, digests, firstLine: firstLine + 1, lines: () => this.#read(file) };
  }

  /** Empty if another program has modified the file. */
  #read(file: PreviousFile): readonly Buffer<ArrayBuffer>[] {
    const known = this.#lines.get(file);
    if (known) return known;
    const lines = linesIn(this.#cache.lastGoodFile(file.path));
    this.#lines.set(file, lines);
    return lines;
  }
}

/** A longer first line of a file is not found, so that the lines are added one by one. */
const MAX_LINE_BYTES = 64 * 1024;

function linesIn(bytes: Buffer<ArrayBuffer> = Buffer.alloc(0)): Buffer<ArrayBuffer>[] {
  const lines: Buffer<ArrayBuffer>[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf('\n', start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
  }
  return lines;
}
