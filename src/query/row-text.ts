import type { Row } from '#contract/row.ts';

/** A row as JSON text in UTF-8. An engine returns the same object for the same row of several queries, if it can. */
export interface RowText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The digest of the bytes, kept with them once it is computed (`edge/http/page-tag.ts`). */
  digest?: string;
}

/** Encodes rows of JSON text as UTF-8. */
export function toRowTexts(rows: readonly string[]): RowText[] {
  return rows.map(row => ({ bytes: ENCODER.encode(row) }));
}

/** Parses rows. */
export function parseRowTexts(rows: readonly RowText[]): Row[] {
  return rows.map(({ bytes }) => JSON.parse(DECODER.decode(bytes)));
}

/** Returns memory of at least the given number of bytes, whose content does not matter. */
export type Allocate = (size: number) => Uint8Array<ArrayBuffer>;

/** Returns the rows, separated by commas, between a head and a tail, in one buffer into which each row is copied once. */
export function joinRowTexts(
  rows: readonly RowText[],
  head = '',
  tail = '',
  allocate: Allocate = size => new Uint8Array(size),
): Uint8Array<ArrayBuffer> {
  let size = MAX_UTF8_BYTES * (head.length + tail.length) + rows.length;
  for (const { bytes } of rows) size += bytes.length;
  const joined = allocate(size);
  let end = ENCODER.encodeInto(head, joined).written;
  for (const { bytes } of rows) {
    joined.set(bytes, end);
    end += bytes.length;
    joined[end++] = COMMA;
  }
  // The tail overwrites the comma after the last row.
  if (rows.length > 0) end--;
  end += ENCODER.encodeInto(tail, joined.subarray(end)).written;
  return joined.subarray(0, end);
}

/** The bytes that a UTF-16 code unit takes at most. */
const MAX_UTF8_BYTES = 3;

const COMMA = ','.charCodeAt(0);
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
