import { facetCountsOfAll } from '#query/engines/facet-counts.ts';
import { listings } from './listings.ts';

const rows = listings.map(({ row }) => row);

/** The payment currencies that occur, A to Z. */
export const currencies: readonly string[] = [...new Set(rows.flatMap(row => row.payment_currency ?? []))].sort();

/** How many listings each value of each filter finds, as of this build. */
export const builtCounts = facetCountsOfAll(rows, currencies);
