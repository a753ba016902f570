import type { ListingDigest } from '#listing/export/export.ts';

/** One line of a file of the export. */
export interface Line {
  /** Where it begins in the file, in bytes. */
  readonly offset: number;
  /** Without its end. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The lines of a file, without decoding them, since a damaged one may be no text. */
export function linesOf(bytes: Uint8Array<ArrayBuffer>): Line[] {
  const lines: Line[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const found = bytes.indexOf(0x0a, offset);
    const end = found < 0 ? bytes.length : found;
    lines.push({ offset, bytes: bytes.subarray(offset, end) });
    offset = end + 1;
  }
  return lines;
}

/** The digest that a line holds; undefined when it is damaged. */
export function digestIn({ bytes }: Line): ListingDigest | undefined {
  try {
    const { id, size, sha256 } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof id === 'string' && typeof sha256 === 'string' ? { id, size, sha256 } : undefined;
  } catch {
    return undefined;
  }
}

/** The first byte at which two differ; undefined where they are equal. */
export function firstDifference(found: Uint8Array, right: Uint8Array): number | undefined {
  const shorter = Math.min(found.length, right.length);
  for (let at = 0; at < shorter; at++) if (found[at] !== right[at]) return at;
  return found.length === right.length ? undefined : shorter;
}
