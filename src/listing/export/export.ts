import { sha256Hex } from '../encoding/sha256.ts';
import type { Instant } from '../timestamp.ts';

/** Where the export lies. */
export const EXPORT_INDEX = '/export/index.json';

/** The whole registry in few files: `GET /export/index.json`. */
export interface ExportIndex {
  /** The moment of the newest data in them. */
  readonly generated_at: Instant | null;
  /** Listings, lapsed and withdrawn ones included. */
  readonly listings: number;
  readonly files: readonly ExportFile[];
}

export interface ExportFile {
  /** From the registry's address. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal, in lower case. */
  readonly sha256: string;
  /** How many it tells of, one a line. */
  readonly listings: number;
}

/** A line of `digests-<n>.ndjson`: what the answer to `GET /listings/{id}` is, so that a single one can be checked. */
export interface ListingDigest {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
}

/** The answer to `GET /listings/{id}`. */
export interface ListingDocument {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A listing as it stands in an export: `data` of its document with a line feed, and the digest of the document. */
export interface ExportLine extends ListingDigest {
  readonly line: Uint8Array<ArrayBuffer>;
}

export interface ExportOutput {
  readonly path: string;
  /** Of the bytes, where the index of the export has it. */
  readonly sha256?: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Below what every host of files takes. */
const MOST_BYTES = 24 * 1024 * 1024 - 1;

/**
 * Makes the files of an export: the listings, then their digests, and the index of all at the end. Bytes depend on the
 * listings, their order and `generatedAt` alone.
 *
 * @param listings their documents, or what an earlier export made of these
 * @param mostBytes of a file; a listing that is larger has a file of its own
 * @param digest SHA-256 in hexadecimal; hosts that have a faster one than the Web's bring it
 */
export async function* exportFiles(
  listings: AsyncIterable<ListingDocument | ExportLine>,
  generatedAt: Instant | null,
  mostBytes: number = MOST_BYTES,
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
        yield lineOf(bytes);
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
    for await (const { bytes, count } of packed(source(), mostBytes)) {
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
 * A listing's line: `data` of its document, and a line feed. The document was written by `JSON.stringify`, its envelope
 * first (design: Envelope), so its bytes are copied; no text in the envelope has unescaped quotes.
 */
function lineOf(document: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const start = new TextDecoder().decode(document.subarray(0, LONGEST_META)).indexOf(DATA);
  if (start === -1) throw new Error('A document of a listing has no data.');
  const line = document.slice(start + DATA.length);
  line[line.length - 1] = LINE_FEED;
  return line;
}

const DATA = ',"data":';
/** In bytes; it is ASCII. */
const LONGEST_META = 1024;
const LINE_FEED = 0x0a;

async function* packed(
  lines: AsyncIterable<Uint8Array<ArrayBuffer>>,
  mostBytes: number,
): AsyncGenerator<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number }> {
  let held: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const line of lines) {
    if (held.length > 0 && size + line.length > mostBytes) {
      yield { bytes: joined(held, size), count: held.length };
      [held, size] = [[], 0];
    }
    held.push(line);
    size += line.length;
  }
  if (held.length > 0) yield { bytes: joined(held, size), count: held.length };
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
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

/** Whether parts follow each other in one buffer already, as the lines of an earlier export do. */
function areAdjacent(parts: readonly Uint8Array[]): boolean {
  return parts.every((part, at) => {
    const before = parts[at - 1];
    return !before || (part.buffer === before.buffer && part.byteOffset === before.byteOffset + before.byteLength);
  });
}
