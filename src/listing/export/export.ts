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

export interface ExportOutput {
  readonly path: string;
  /** The hash of the bytes. Absent for the index. */
  readonly sha256?: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The default maximum size of a file. All common static hosts accept it. */
const MAX_BYTES = 24 * 1024 * 1024 - 1;

/**
 * Creates the files of an export: the listings, their digests, and the index. The bytes depend only on the listings,
 * their order, and `generatedAt`.
 *
 * @param listings the documents, or the lines of an earlier export
 * @param maxBytes the maximum size of a file; a larger listing gets its own file
 * @param digest returns SHA-256 in hexadecimal; the default uses the Web API
 */
export async function* exportFiles(
  listings: AsyncIterable<ListingDocument | ExportLine>,
  generatedAt: Instant | null,
  maxBytes: number = MAX_BYTES,
  digest: (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string> = sha256Hex,
): AsyncGenerator<ExportOutput> {
  const encoder = new TextEncoder();
  const files: ExportFile[] = [];
  const lines = new LinePacker('listings', maxBytes);
  const digests = new LinePacker('digests', maxBytes);
  const write = async ({ path, bytes, listings }: PackedLines): Promise<ExportOutput> => {
    const sha256 = await digest(bytes);
    files.push({ path, size: bytes.length, sha256, listings });
    return { path, bytes, sha256 };
  };
  // They take a twentieth of the space of the listings, whose files come first.
  const packedDigests: PackedLines[] = [];
  let count = 0;
  for await (const listing of listings) {
    const isKnown = 'line' in listing;
    const [size, sha256] = isKnown
      ? [listing.size, listing.sha256]
      : [listing.bytes.length, await digest(listing.bytes)];
    const packed = lines.add(isKnown ? listing.line : toLine(listing.bytes));
    if (packed) yield await write(packed);
    const { id } = listing;
    const full = digests.add(encoder.encode(`${JSON.stringify({ id, size, sha256 } satisfies ListingDigest)}\n`));
    if (full) packedDigests.push(full);
    count++;
  }
  const last = lines.end();
  if (last) yield await write(last);
  const lastDigests = digests.end();
  if (lastDigests) packedDigests.push(lastDigests);
  for (const packed of packedDigests) yield await write(packed);
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
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly listings: number;
}

/** Packs lines into files, one file at a time. */
class LinePacker {
  readonly #kind: string;
  readonly #maxBytes: number;
  #number = 0;
  #bytes = new Uint8Array(MIN_BUFFER_BYTES);
  #size = 0;
  #count = 0;

  constructor(kind: string, maxBytes: number) {
    this.#kind = kind;
    this.#maxBytes = maxBytes;
  }

  /** Adds a line. Returns the file of the previous lines if it has no space for this one. */
  add(line: Uint8Array): PackedLines | undefined {
    const full = this.#size + line.length > this.#maxBytes ? this.end() : undefined;
    if (this.#size + line.length > this.#bytes.length) {
      const doubled = Math.min(2 * this.#bytes.length, this.#maxBytes);
      const larger = new Uint8Array(Math.max(doubled, this.#size + line.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(line, this.#size);
    this.#size += line.length;
    this.#count++;
    return full;
  }

  /** Returns the file of the lines since the last one; undefined without lines. */
  end(): PackedLines | undefined {
    if (this.#count === 0) return undefined;
    const path = `/export/${this.#kind}-${++this.#number}.ndjson`;
    // A copy, because the next file reuses the buffer, which has grown to the size of a file.
    const packed = { path, bytes: this.#bytes.slice(0, this.#size), listings: this.#count };
    [this.#size, this.#count] = [0, 0];
    return packed;
  }
}

const MIN_BUFFER_BYTES = 64 * 1024;
