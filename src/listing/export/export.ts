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
  const digests: ListingDigest[] = [];
  const lines = async function* () {
    for await (const listing of listings) {
      if ('line' in listing) {
        const { id, size, sha256 } = listing;
        digests.push({ id, size, sha256 });
        yield listing.line;
      } else {
        const { id, bytes } = listing;
        digests.push({ id, size: bytes.length, sha256: await digest(bytes) });
        yield toLine(bytes);
      }
    }
  };
  const digestLines = async function* () {
    for (const digest of digests) yield encoder.encode(`${JSON.stringify(digest)}\n`);
  };
  for (const [kind, source] of [
    ['listings', lines],
    ['digests', digestLines],
  ] as const) {
    let number = 0;
    for await (const { bytes, count } of packLines(source(), maxBytes)) {
      const path = `/export/${kind}-${++number}.ndjson`;
      const sha256 = await digest(bytes);
      files.push({ path, size: bytes.length, sha256, listings: count });
      yield { path, bytes, sha256 };
    }
  }
  const index: ExportIndex = { generated_at: generatedAt, listings: digests.length, files };
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

async function* packLines(
  lines: AsyncIterable<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): AsyncGenerator<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number }> {
  let batch: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const line of lines) {
    if (batch.length > 0 && size + line.length > maxBytes) {
      yield { bytes: concatParts(batch, size), count: batch.length };
      [batch, size] = [[], 0];
    }
    batch.push(line);
    size += line.length;
  }
  if (batch.length > 0) yield { bytes: concatParts(batch, size), count: batch.length };
}

function concatParts(parts: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (first && areAdjacent(parts)) return new Uint8Array(first.buffer, first.byteOffset, size);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns whether the parts are adjacent in one buffer, like the lines of an earlier export. */
function areAdjacent(parts: readonly Uint8Array[]): boolean {
  return parts.every((part, at) => {
    const previous = parts[at - 1];
    return (
      !previous || (part.buffer === previous.buffer && part.byteOffset === previous.byteOffset + previous.byteLength)
    );
  });
}
