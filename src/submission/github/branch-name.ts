import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { Origin } from '#listing/origin.ts';

/**
 * The branch of an origin's submission: `submission/<listing id>/<nonce>`. The nonce follows from the origin, so all who
 * submit it at once, from wherever, meet at one branch, of which GitHub makes only one; it is free again when that
 * submission is closed. It tells http from https, which share an id, and proves that a pull request's text was not
 * changed to name another origin.
 */
export async function toBranchName({ id, url }: Origin): Promise<string> {
  const nonce = (await sha256Hex(url)).slice(0, 12);
  return `submission/${refPart(id)}/${nonce}`;
}

/** An id as a part of a git ref, which may hold neither the brackets and colons of IPv6, nor end in `.lock`. */
function refPart(id: string): string {
  return id.replace(/[[\]:]/g, '-').replace(/\.lock$/, '-lock');
}
