import { type BadgeSubject, badgeImage } from '#listing/display/badge-image.ts';
import { inBatches } from '../batches.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';

/**
 * Writes the badge of every listing, including lapsed and withdrawn ones, to `/badges/<id>.svg`.
 * @param from identifies the sources
 */
export async function putBadges(
  rows: Iterable<BadgeSubject>,
  siteName: string,
  cache: BuildCache,
  from: string,
): Promise<void> {
  const keys = new Map<string, string>();
  const keyFor = ({ status, source, last_checked_at, observed }: BadgeSubject) => {
    const content = `${status} ${source} ${last_checked_at} ${observed.responding} ${observed.last_responded_at}`;
    const key = keys.get(content) ?? createKey(from, 'badge', siteName, content);
    keys.set(content, key);
    return key;
  };
  await inBatches(rows, row => cache.put(`badges/${row.id}.svg`, keyFor(row), () => badgeImage(row, siteName).svg));
}
