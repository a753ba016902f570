import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { ListingDigest } from '#listing/export/export.ts';
import { findFirstDifference } from './lines.ts';

const DATA_START = '"data":';
const DATA_END = '}';

/** The parts of the response for a listing. */
export interface ListingParts {
  /** The bytes before the listing, which are equal for all listings. */
  readonly head: Uint8Array;
  /** The listing as JSON, equal to its line in the export. */
  readonly line: Uint8Array;
}

/**
 * Checks the bytes of a listing against its digest.
 *
 * @param name the file or URL path, for the message
 * @param parts intact parts of the listing, if known, to locate the first different byte
 * @returns the error message; undefined for a match
 */
export async function findListingError(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  digest: ListingDigest,
  parts: Partial<ListingParts>,
): Promise<string | undefined> {
  if ((await sha256Hex(bytes)) === digest.sha256) return undefined;
  const expected = await restore(bytes, digest, parts);
  const offset = expected && findFirstDifference(bytes, expected);
  if (offset !== undefined) return `${name} (${digest.id}) differs from the signed listing from byte ${offset} on.`;
  const sizes = bytes.length === digest.size ? '' : `: ${bytes.length} bytes instead of ${digest.size}`;
  return `${name} (${digest.id}) does not match the signed export${sizes}.`;
}

/** Returns the URL path of a listing file. */
export function getListingPath(id: string): string {
  return `/listings/${id}.json`;
}

/** Splits an intact response for a listing into its parts. */
export function splitListing(document: Uint8Array): Partial<ListingParts> {
  const index = new TextDecoder('latin1').decode(document).indexOf(DATA_START);
  if (index < 0) return {};
  const start = index + DATA_START.length;
  return { head: document.slice(0, start), line: document.slice(start, document.length - DATA_END.length) };
}

/** Restores the signed bytes of a damaged listing. Its own head may be intact. */
async function restore(
  bytes: Uint8Array<ArrayBuffer>,
  digest: ListingDigest,
  { head, line }: Partial<ListingParts>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!line) return undefined;
  const ownHead = bytes.subarray(0, Math.max(0, digest.size - line.length - DATA_END.length));
  for (const each of [ownHead, head ?? ownHead]) {
    const candidate = new Uint8Array([...each, ...line, DATA_END.charCodeAt(0)]);
    if ((await sha256Hex(candidate)) === digest.sha256) return candidate;
  }
  return undefined;
}
