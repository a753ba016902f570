import type { KnownExport } from '#edge/routes/export.ts';
import {
  EXPORT_INDEX,
  type ExportFile,
  type ExportIndex,
  type KnownFile,
  type KnownLines,
  type ListingDigest,
} from '#listing/export/export.ts';
import type { BuildCache } from './build-cache.ts';

/**
 * Returns the unchanged listings of the last good build from its export: a few large files are faster to read than ten
 * thousand small ones, and most of the time all but one of them need not be read.
 * @param cache contains no export yet
 * @param isUnchanged whether the listing at a position of the new export is the same as in the last good build
 */
export function readPreviousExport(cache: BuildCache, isUnchanged: (at: number) => boolean): KnownExport | undefined {
  const index = cache.lastGoodFile(EXPORT_INDEX);
  if (!index) return undefined;
  const { files }: ExportIndex = JSON.parse(String(index));
  const ofKind = (kind: string) => files.filter(({ path }) => path.startsWith(`/export/${kind}-`));
  const digests = ofKind('digests').flatMap(({ path }) => parseDigests(cache.lastGoodFile(path)));
  const listed = ofKind('listings');
  // Otherwise, another program has modified a file.
  if (listed.reduce((sum, { listings }) => sum + listings, 0) !== digests.length) return undefined;
  return new PreviousExport(cache, listed, digests, isUnchanged);
}

function parseDigests(lines: Buffer = Buffer.alloc(0)): readonly ListingDigest[] {
  return JSON.parse(`[${lines.toString('utf8', 0, lines.length - 1).replaceAll('\n', ',')}]`);
}

/** A file of the previous export, and the position of its first listing. */
interface PreviousFile extends ExportFile {
  readonly start: number;
}

/** The content of a file, and where each line ends. */
interface FileLines {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly ends: readonly number[];
}

class PreviousExport implements KnownExport {
  readonly #cache: BuildCache;
  readonly #digests: readonly ListingDigest[];
  readonly #files: readonly PreviousFile[];
  readonly #isUnchanged: (at: number) => boolean;
  /** The position of each listing. */
  readonly #positions: ReadonlyMap<string, number>;
  /** The last file that was read. */
  #read: { readonly file: PreviousFile; readonly lines: FileLines } | undefined;

  constructor(
    cache: BuildCache,
    files: readonly ExportFile[],
    digests: readonly ListingDigest[],
    isUnchanged: (at: number) => boolean,
  ) {
    let start = 0;
    this.#files = files.map(file => {
      const placed = { ...file, start };
      start += file.listings;
      return placed;
    });
    this.#positions = new Map(digests.map(({ id }, at) => [id, at]));
    this.#cache = cache;
    this.#digests = digests;
    this.#isUnchanged = isUnchanged;
  }

  next(ids: readonly string[], at: number): KnownLines | KnownFile | undefined {
    const position = this.#positions.get(ids[at] ?? '') ?? -1;
    const file = this.#files.find(({ start, listings }) => position >= start && position < start + listings);
    const isModified = this.#read?.file === file && this.#read?.lines.ends.length === 0;
    if (!file || isModified) return undefined;
    const { start, listings } = file;
    let count = 0;
    while (
      position + count < start + listings &&
      this.#digests[position + count]?.id === ids[at + count] &&
      this.#isUnchanged(at + count)
    )
      count++;
    if (count === 0) return undefined;
    const digests = this.#digests.slice(position, position + count);
    return (count === listings ? this.#wholeFile(file, digests) : undefined) ?? this.#lines(file, position, digests);
  }

  #wholeFile(file: PreviousFile, digests: readonly ListingDigest[]): KnownFile | undefined {
    const { path, size, sha256 } = file;
    const firstLine = (this.#cache.lastGoodFile(path, MAX_LINE_BYTES)?.indexOf('\n') ?? -1) + 1;
    return firstLine > 0 ? { size, sha256, digests, firstLine, read: () => this.#readLines(file).bytes } : undefined;
  }

  /** Undefined if another program has modified the file. */
  #lines(file: PreviousFile, position: number, digests: readonly ListingDigest[]): KnownLines | undefined {
    const { bytes, ends } = this.#readLines(file);
    const first = position - file.start;
    const end = ends[first + digests.length - 1];
    return end === undefined ? undefined : { digests, lines: bytes.subarray(ends[first - 1] ?? 0, end) };
  }

  /** Empty if another program has modified the file. */
  #readLines(file: PreviousFile): FileLines {
    if (this.#read?.file === file) return this.#read.lines;
    const bytes = this.#cache.lastGoodFile(file.path) ?? Buffer.alloc(0);
    const ends: number[] = [];
    for (let end = bytes.indexOf('\n') + 1; end > 0; end = bytes.indexOf('\n', end) + 1) ends.push(end);
    const lines = { bytes, ends };
    this.#read = { file, lines };
    return lines;
  }
}

/** A longer first line of a file is not found, so that the file is read. */
const MAX_LINE_BYTES = 64 * 1024;
