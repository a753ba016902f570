import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { Origin } from '#listing/origin.ts';
import { limitUnit } from '../limit-unit.ts';

/**
 * Returns the branch of an origin's submission: `submission/<limit unit>/<listing id>/<nonce>`. The nonce depends only on the
 * origin, so simultaneous submissions share one branch, which GitHub creates only once. The name is free again after
 * the submission is closed. The nonce distinguishes http from https, which share an id, and proves that the text of a
 * pull request was not changed to another origin.
 */
export async function toBranchName({ id, url }: Origin): Promise<string> {
  const nonce = (await sha256Hex(url)).slice(0, 12);
  return `${getBranchPrefix({ id, url })}${refPart(id)}/${nonce}`;
}

/** Returns the start of the names of all branches of an origin's limit unit, which is its registrable domain. */
export function getBranchPrefix(origin: Pick<Origin, 'id' | 'url'>): string {
  return `submission/${refPart(limitUnit(origin))}/`;
}

/** Converts an id or a unit to a part of a git ref, which cannot contain the brackets and colons of IPv6 or end with `.lock`. */
function refPart(id: string): string {
  return id.replace(/[[\]:/]/g, '-').replace(/\.lock$/, '-lock');
}
