import { type BadgeSubject, badgeImage } from '#listing/badge-image.ts';
import { inBatches } from '../batches.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';

/**
 * Puts the badge of every listing, lapsed and withdrawn ones included, at `/badges/<id>.svg`.
 * @param from names the sources
 */
export async function putBadges(
  rows: readonly BadgeSubject[],
  siteName: string,
  ledger: BuildCache,
  from: string,
): Promise<void> {
  const keys = new Map<string, string>();
  const keyFor = ({ status, last_checked_at }: BadgeSubject) => {
    const shown = `${status} ${last_checked_at}`;
    const key = keys.get(shown) ?? createKey(from, 'badge', siteName, shown);
    keys.set(shown, key);
    return key;
  };
  await inBatches(rows, row => ledger.put(`badges/${row.id}.svg`, keyFor(row), () => badgeImage(row, siteName).svg));
}
