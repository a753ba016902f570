import { type BadgeSubject, badgeImage } from '#listing/badge-image.ts';
import { inBatches } from './batches.ts';
import { keyOf } from './key.ts';
import type { Ledger } from './ledger.ts';

/**
 * Puts the badge of every listing, lapsed and withdrawn ones included, at `/badges/<id>.svg`.
 * @param from names the sources
 */
export async function putBadges(rows: readonly BadgeSubject[], ledger: Ledger, from: string): Promise<void> {
  const keys = new Map<string, string>();
  const keyFor = ({ status, last_checked_at }: BadgeSubject) => {
    const shown = `${status} ${last_checked_at}`;
    const key = keys.get(shown) ?? keyOf(from, 'badge', shown);
    keys.set(shown, key);
    return key;
  };
  await inBatches(rows, row => ledger.put(`badges/${row.id}.svg`, keyFor(row), () => badgeImage(row).svg));
}
