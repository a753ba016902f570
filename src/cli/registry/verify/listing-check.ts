import type { ListingDigest } from '#listing/export/export.ts';
import { sha256 } from '#listing/sha256.ts';
import { firstDifference } from './lines.ts';

const BEFORE = '"data":';
const AFTER = '}';

/** A listing's answer, by its parts: what stands before the listing itself is the same for all of them. */
export interface Parts {
  readonly head: Uint8Array;
  /** The listing, as the export has it on a line. */
  readonly line: Uint8Array;
}

/**
 * Holds a listing's bytes to its digest.
 *
 * @param name where the bytes lie
 * @param parts what they should be made of, where that is known; it tells which byte differs
 * @returns what is wrong, in words; undefined when nothing is
 */
export async function findListingError(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  digest: ListingDigest,
  parts: Partial<Parts>,
): Promise<string | undefined> {
  if ((await sha256(bytes)) === digest.sha256) return undefined;
  const right = await restored(bytes, digest, parts);
  const at = right && firstDifference(bytes, right);
  if (at !== undefined) return `${name} (${digest.id}) differs from what was signed from byte ${at} on.`;
  const sizes =
    bytes.length === digest.size ? '' : `: it has ${bytes.length} bytes, and was signed with ${digest.size}`;
  return `${name} (${digest.id}) is not what was signed${sizes}.`;
}

/** The path of a listing's file. */
export function placeOf(id: string): string {
  return `/listings/${id}.json`;
}

/** The parts of a listing's answer that is whole; nothing where it is no such answer. */
export function partsOf(document: Uint8Array): Partial<Parts> {
  const at = new TextDecoder('latin1').decode(document).indexOf(BEFORE);
  if (at < 0) return {};
  const begin = at + BEFORE.length;
  return { head: document.slice(0, begin), line: document.slice(begin, document.length - AFTER.length) };
}

/** The bytes as they were signed. The head of the damaged bytes will do, where the damage is not there. */
async function restored(
  bytes: Uint8Array<ArrayBuffer>,
  digest: ListingDigest,
  { head, line }: Partial<Parts>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!line) return undefined;
  const own = bytes.subarray(0, Math.max(0, digest.size - line.length - AFTER.length));
  for (const each of [own, head ?? own]) {
    const right = new Uint8Array([...each, ...line, AFTER.charCodeAt(0)]);
    if ((await sha256(right)) === digest.sha256) return right;
  }
  return undefined;
}
