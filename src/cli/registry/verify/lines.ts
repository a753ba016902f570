import type { ListingDigest } from '#listing/export/export.ts';

/** A line of an export file. */
export interface Line {
  /** The offset in the file in bytes. */
  readonly offset: number;
  /** The bytes without the line feed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Splits a file into lines without decoding them, since a damaged file may not be valid UTF-8. */
export function splitLines(bytes: Uint8Array<ArrayBuffer>): Line[] {
  const lines: Line[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const lineFeed = bytes.indexOf(0x0a, offset);
    const end = lineFeed < 0 ? bytes.length : lineFeed;
    lines.push({ offset, bytes: bytes.subarray(offset, end) });
    offset = end + 1;
  }
  return lines;
}

/** Parses the digest in a line. Returns undefined for a damaged line. */
export function parseDigest({ bytes }: Line): ListingDigest | undefined {
  try {
    const { id, size, sha256 } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof id === 'string' && typeof sha256 === 'string' ? { id, size, sha256 } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the offset of the first different byte; undefined for equal bytes. */
export function findFirstDifference(actual: Uint8Array, expected: Uint8Array): number | undefined {
  const minLength = Math.min(actual.length, expected.length);
  for (let offset = 0; offset < minLength; offset++) if (actual[offset] !== expected[offset]) return offset;
  return actual.length === expected.length ? undefined : minLength;
}
