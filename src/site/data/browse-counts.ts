import { LISTED } from '#listing/status.ts';
import { facetCountsOfAll } from '#query/engines/facet-counts.ts';
import { commonCurrencies } from '#query/facets.ts';
import { listings } from './listings.ts';

const rows = listings.map(({ row }) => row);

const listed = rows.filter(({ status }) => LISTED.includes(status));

/** The most common payment currencies, A to Z. */
export const currencies = commonCurrencies(listed.map(({ payment_currency }) => payment_currency));

/** The number of matches for each filter value in this build. */
export const builtCounts = facetCountsOfAll(rows, currencies);
