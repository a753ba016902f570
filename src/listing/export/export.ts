import type { Instant } from '#contract/instant.ts';
import { isObject } from '#manifest/json-object.ts';
import { fnv1a } from '../encoding/fnv1a.ts';
import { type ComputeSha256, sha256Hex } from '../encoding/sha256.ts';

/** The path of the index of the export. */
export const EXPORT_INDEX = '/export/index.json';

/** The index of the export, which has all listings in a few files: `GET /export/index.json`. */
export interface ExportIndex {
  /** The time of the newest data. */
  readonly generated_at: Instant | null;
  /** The number of listings, including lapsed and withdrawn ones. */
  readonly listings: number;
  readonly files: readonly ExportFile[];
}

export interface ExportFile {
  /** The path on the registry. */
  readonly path: string;
  /** The size in bytes. */
  readonly size: number;
  /** The hash in lowercase hexadecimal. */
  readonly sha256: string;
  /** The number of listings, one per line. */
  readonly listings: number;
}

/** Whether a value has the members of an index that are needed to copy or verify its files. Trust it only if it is signed. */
export function isExportIndex(value: unknown): value is ExportIndex {
  return isObject(value) && Array.isArray(value.files) && value.files.every(isExportFile);
}

function isExportFile(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { path, size, sha256 } = value;
  return typeof path === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}

/** A line of `digests-<n>.ndjson`, which verifies one response to `GET /listings/{id}`. */
export interface ListingDigest {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
}

/** The response to `GET /listings/{id}`. */
export interface ListingDocument {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Consecutive listings of an earlier export. */
export interface KnownLines {
  readonly digests: readonly ListingDigest[];
  /** Their lines: `data` of each document with a line feed. */
  readonly lines: Uint8Array<ArrayBuffer>;
}

/** A file of an earlier export, with the lines of the next listings. */
export interface KnownFile extends Pick<ExportFile, 'size' | 'sha256'> {
  readonly digests: readonly ListingDigest[];
  /** The size of its first line. */
  readonly firstLine: number;
  /** Reads the file. The export fails if it has another size, because it has changed meanwhile. */
  read(): Uint8Array<ArrayBuffer>;
}

export interface ExportOutput {
  readonly path: string;
  /** The hash of the bytes. Absent for the index. */
  readonly sha256?: string;
  /** The content, which is read when it is used if it equals a file of an earlier export. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The default maximum size of a file. All common static hosts accept it. */
const MAX_BYTES = 24 * 1024 * 1024 - 1;

/** The average number of listings in a file. */
const LISTINGS_PER_FILE = 512;

/**
 * Whether a file ends after a listing. It depends on the id alone, so that a listing that is added, or whose size changes,
 * does not move the others to other files: mirrors and builds read and write one file instead of all.
 */
function endsFile(id: string): boolean {
  return fnv1a(id) % LISTINGS_PER_FILE === 0;
}

/**
 * Creates the files of an export: the listings, their digests, and the index. The bytes depend only on the listings,
 * their order, and `generatedAt`.
 *
 * @param listings the documents, or lines or whole files of an earlier export with the same `maxBytes`
 * @param maxBytes the maximum size of a file; a larger listing gets its own file
 * @param digest returns SHA-256 in hexadecimal; the default uses the Web API
 * @throws Error for a document without data, and if a file of the earlier export has changed
 */
export async function* exportFiles(
  listings: AsyncIterable<ListingDocument | KnownLines | KnownFile>,
  generatedAt: Instant | null,
  maxBytes: number = MAX_BYTES,
  digest: ComputeSha256 = sha256Hex,
): AsyncGenerator<ExportOutput> {
  const encoder = new TextEncoder();
  const files: ExportFile[] = [];
  const lines = new LinePacker('listings', maxBytes);
  const digests = new LinePacker('digests', maxBytes);
  const write = async ({ path, listings, known, content }: PackedLines): Promise<ExportOutput> => {
    const { size, sha256 } = known ?? { size: content.length, sha256: await digest(content) };
    files.push({ path, size, sha256, listings });
    return {
      path,
      sha256,
      get bytes() {
        return known ? readFile(known) : content;
      },
    };
  };
  // They take a twentieth of the space of the listings, whose files come first.
  const packedDigests: PackedLines[] = [];
  let count = 0;
  const addDigests = (added: readonly ListingDigest[]) => {
    const text = added.map(({ id, size, sha256 }) => `${JSON.stringify({ id, size, sha256 })}\n`).join('');
    packedDigests.push(...digests.add(encoder.encode(text), added.length));
    count += added.length;
  };
  for await (const listing of listings) {
    let full: readonly PackedLines[];
    let added: readonly ListingDigest[];
    if ('bytes' in listing) {
      const { id, bytes } = listing;
      full = lines.add(toLine(bytes), 1);
      added = [{ id, size: bytes.length, sha256: await digest(bytes) }];
    } else {
      full = 'lines' in listing ? lines.add(listing.lines, listing.digests.length) : lines.addFile(listing);
      added = listing.digests;
    }
    addDigests(added);
    for (const packed of full) yield await write(packed);
    // Of the lines of an earlier file, only the last can end one.
    if (endsFile(added.at(-1)?.id ?? '')) for (const packed of lines.end()) yield await write(packed);
  }
  for (const packed of [...lines.end(), ...packedDigests, ...digests.end()]) yield await write(packed);
  const index: ExportIndex = { generated_at: generatedAt, listings: count, files };
  yield { path: EXPORT_INDEX, bytes: encoder.encode(JSON.stringify(index)) };
}

/**
 * Returns the line of a listing: `data` of its document, and a line feed. `JSON.stringify` wrote the document with `meta`
 * first (design: Envelope), so the first match of `,"data":` is the start: strings have no unescaped quotes.
 */
function toLine(document: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const start = new TextDecoder().decode(document.subarray(0, MAX_META_BYTES)).indexOf(DATA);
  if (start === -1) throw new Error('The document of a listing has no data.');
  const line = document.slice(start + DATA.length);
  line[line.length - 1] = LINE_FEED;
  return line;
}

const DATA = ',"data":';
/** `meta` is ASCII. */
const MAX_META_BYTES = 1024;
const LINE_FEED = 0x0a;

/** The lines of one file. */
interface PackedLines {
  readonly path: string;
  readonly listings: number;
  /** The same lines in an earlier export. */
  readonly known: KnownFile | undefined;
  /** Empty if the file is known. */
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Packs lines into files, one file at a time. Each method returns the files that are full. */
class LinePacker {
  readonly #kind: string;
  readonly #maxBytes: number;
  #number = 0;
  /** All lines of the current file, if it equals a file of an earlier export so far. */
  #known: KnownFile | undefined;
  #bytes = new Uint8Array();
  /** The initial buffer size: the final size of the previous file's buffer, because full files have similar sizes. */
  #firstSize = MIN_BUFFER_BYTES;
  #size = 0;
  #count = 0;

  constructor(kind: string, maxBytes: number) {
    this.#kind = kind;
    this.#maxBytes = maxBytes;
  }

  /** Adds lines, which are copied together if the file has space for all of them. */
  add(lines: Uint8Array<ArrayBuffer>, count: number): readonly PackedLines[] {
    if (count > 1 && !this.#fits(lines.length)) return this.#addEach(splitAfterLineFeeds(lines), count);
    const full = this.#fits(lines.length) ? [] : this.end();
    if (this.#known) this.#unpack(this.#known);
    this.#append(lines, count);
    return full;
  }

  /** Adds the lines of a file. If it starts a file here, too, they are not read, because the rest is known. */
  addFile(file: KnownFile): readonly PackedLines[] {
    if (this.#count > 0 && this.#fits(file.firstLine)) return this.add(readFile(file), file.digests.length);
    const full = this.end();
    this.#known = file;
    this.#size = file.size;
    this.#count = file.digests.length;
    return full;
  }

  /** Returns the file of the lines since the last one; none if there are no lines. */
  end(): readonly PackedLines[] {
    if (this.#count === 0) return [];
    const path = `/export/${this.#kind}-${++this.#number}.ndjson`;
    const content = this.#known ? new Uint8Array() : this.#bytes.subarray(0, this.#size);
    const packed = { path, listings: this.#count, known: this.#known, content };
    this.#known = undefined;
    this.#firstSize = Math.max(MIN_BUFFER_BYTES, this.#bytes.length);
    this.#bytes = new Uint8Array();
    [this.#size, this.#count] = [0, 0];
    return [packed];
  }

  #addEach(lines: readonly Uint8Array<ArrayBuffer>[], count: number): readonly PackedLines[] {
    if (lines.length !== count) throw new Error(CHANGED_FILE);
    return lines.flatMap(line => this.add(line, 1));
  }

  #fits(length: number): boolean {
    return this.#size + length <= this.#maxBytes;
  }

  /** Reads the lines of a known file, because another one follows. */
  #unpack(file: KnownFile): void {
    this.#known = undefined;
    [this.#size, this.#count] = [0, 0];
    this.#append(readFile(file), file.digests.length);
  }

  #append(lines: Uint8Array, count: number): void {
    const needed = this.#size + lines.length;
    if (needed > this.#bytes.length) {
      const doubled = Math.min(2 * this.#bytes.length, this.#maxBytes);
      const larger = new Uint8Array(Math.max(this.#firstSize, doubled, needed));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(lines, this.#size);
    this.#size = needed;
    this.#count += count;
  }
}

const MIN_BUFFER_BYTES = 64 * 1024;

const CHANGED_FILE = 'A file of the last export was changed during the build. Build again.';

/** Reads a file of an earlier export, whose digests are in this export already. */
function readFile(file: KnownFile): Uint8Array<ArrayBuffer> {
  const bytes = file.read();
  if (bytes.length !== file.size) throw new Error(CHANGED_FILE);
  return bytes;
}

function splitAfterLineFeeds(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const lines: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
  }
  return lines;
}
