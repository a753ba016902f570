import { rowOf } from '#listing/row.ts';
import { facetCounts } from '#query/facet-counts.ts';
import { plainEngine } from '#query/plain-engine.ts';
import { EVERYTHING } from '#query/query.ts';
import { listings } from './listings.ts';
import { settings } from './settings.ts';

const rows = listings.map(listing => rowOf(listing, { registry: settings.registryUrl, site: settings.siteUrl }));

/** The payment currencies that occur, A to Z. */
export const currencies: readonly string[] = [...new Set(rows.flatMap(row => row.payment_currency ?? []))].sort();

/** How many listings each value of each filter finds, as of this build. */
export const builtCounts = await facetCounts(
  plainEngine(rows.map(row => ({ row, changedAt: row.updated_at }))),
  EVERYTHING,
  currencies,
);
