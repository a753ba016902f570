import type { Instant } from '#contract/instant.ts';
import { sha256Hex } from '../encoding/sha256.ts';

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

/** A listing in an export: `data` of its document with a line feed, and the digest of the document. */
export interface ExportLine extends ListingDigest {
  readonly line: Uint8Array<ArrayBuffer>;
}

/** A file of an earlier export, with the lines of the next listings. */
export interface KnownFile extends Pick<ExportFile, 'size' | 'sha256'> {
  readonly digests: readonly ListingDigest[];
  /** The size of its first line. */
  readonly firstLine: number;
  /** Reads its lines. The export fails if they have another size, because the file has changed meanwhile. */
  lines(): Iterable<Uint8Array<ArrayBuffer>>;
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

/**
 * Creates the files of an export: the listings, their digests, and the index. The bytes depend only on the listings,
 * their order, and `generatedAt`.
 *
 * @param listings the documents, or the lines or whole files of an earlier export with the same `maxBytes`
 * @param maxBytes the maximum size of a file; a larger listing gets its own file
 * @param digest returns SHA-256 in hexadecimal; the default uses the Web API
 * @throws Error for a document without data, and if a file of the earlier export has changed
 */
export async function* exportFiles(
  listings: AsyncIterable<ListingDocument | ExportLine | KnownFile>,
  generatedAt: Instant | null,
  maxBytes: number = MAX_BYTES,
  digest: (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string> = sha256Hex,
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
        return known ? concat(readLines(known), size) : content;
      },
    };
  };
  // They take a twentieth of the space of the listings, whose files come first.
  const packedDigests: PackedLines[] = [];
  let count = 0;
  const addDigest = ({ id, size, sha256 }: ListingDigest) => {
    packedDigests.push(...digests.add(encoder.encode(`${JSON.stringify({ id, size, sha256 })}\n`)));
    count++;
  };
  for await (const listing of listings) {
    let full: readonly PackedLines[];
    if ('digests' in listing) {
      full = lines.addFile(listing);
      listing.digests.forEach(addDigest);
    } else if ('line' in listing) {
      full = lines.add(listing.line);
      addDigest(listing);
    } else {
      const { id, bytes } = listing;
      full = lines.add(toLine(bytes));
      addDigest({ id, size: bytes.length, sha256: await digest(bytes) });
    }
    for (const packed of full) yield await write(packed);
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
  #bytes = new Uint8Array(MIN_BUFFER_BYTES);
  #size = 0;
  #count = 0;

  constructor(kind: string, maxBytes: number) {
    this.#kind = kind;
    this.#maxBytes = maxBytes;
  }

  add(line: Uint8Array): readonly PackedLines[] {
    const full = this.#fits(line.length) ? [] : this.end();
    if (this.#known) this.#unpack(this.#known);
    this.#append(line);
    return full;
  }

  /** Adds the lines of a file. If it starts a file here, too, they are not read, because the rest is known. */
  addFile(file: KnownFile): readonly PackedLines[] {
    if (this.#count > 0 && this.#fits(file.firstLine)) return readLines(file).flatMap(line => this.add(line));
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
    // A copy, because the next file reuses the buffer, which has grown to the size of a file.
    const content = this.#known ? new Uint8Array() : this.#bytes.slice(0, this.#size);
    const packed = { path, listings: this.#count, known: this.#known, content };
    this.#known = undefined;
    [this.#size, this.#count] = [0, 0];
    return [packed];
  }

  #fits(length: number): boolean {
    return this.#size + length <= this.#maxBytes;
  }

  /** Reads the lines of a known file, because another one follows. */
  #unpack(file: KnownFile): void {
    this.#known = undefined;
    [this.#size, this.#count] = [0, 0];
    for (const line of readLines(file)) this.#append(line);
  }

  #append(line: Uint8Array): void {
    const needed = this.#size + line.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(Math.min(2 * this.#bytes.length, this.#maxBytes), needed));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(line, this.#size);
    this.#size = needed;
    this.#count++;
  }
}

const MIN_BUFFER_BYTES = 64 * 1024;

/** Reads the lines of a file of an earlier export, whose digests are in this export already. */
function readLines(file: KnownFile): Uint8Array<ArrayBuffer>[] {
  const lines = [...file.lines()];
  const size = lines.reduce((sum, { length }) => sum + length, 0);
  if (size !== file.size || lines.length !== file.digests.length)
    throw new Error('A file of the last export was changed during the build. Build again.');
  return lines;
}

function concat(parts: Iterable<Uint8Array>, size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
