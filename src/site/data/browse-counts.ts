import { facetCountsOfAll } from '#query/engines/facet-counts.ts';
import { listings } from './listings.ts';

const rows = listings.map(({ row }) => row);

/** All payment currencies, A to Z. */
export const currencies: readonly string[] = [...new Set(rows.flatMap(row => row.payment_currency ?? []))].sort();

/** The number of matches for each filter value in this build. */
export const builtCounts = facetCountsOfAll(rows, currencies);
