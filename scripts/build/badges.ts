import { badgeImage } from '#listing/badge-image.ts';
import type { Row } from '#listing/row.ts';
import { inBatches } from './batches.ts';
import { keyOf } from './key.ts';
import type { Ledger } from './ledger.ts';

/**
 * Puts the badge of every listing, lapsed and withdrawn ones included, at `/badges/<id>.svg`.
 * @param from names the sources
 */
export async function putBadges(rows: readonly Row[], ledger: Ledger, from: string): Promise<void> {
  await inBatches(rows, row => ledger.put(`badges/${row.id}.svg`, keyOf(from, row), () => badgeImage(row).svg));
}
