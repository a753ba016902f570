import { values } from '#manifest/taxonomy.ts';
import type { Summary } from '../catalog/catalog.ts';

/** Formats the number of listings with each status: `verified 3, unverified 79, lapsed 0, withdrawn 1`. */
export function formatStatusCounts(statuses: Summary['statuses']): string {
  return values('statuses')
    .map(status => `${status} ${statuses[status]}`)
    .join(', ');
}

/** Definitions of the two main terms of the registry, one sentence each. */
export const STATUS_TERMS =
  '"validated" means that a manifest conforms to the format; the live API may still fail. ' +
  '"verified" means that the origin served its manifest and that at least one of its endpoints responded to a check.';

/** How to read the listings from a CDN, without the search engine. */
export function staticLists(registry: string): string {
  return (
    '/listings/by/<parameter>/<value>/<page>.json has up to 100 listings per page for each value of a filter, ' +
    `as in ${registry}/listings/by/category/weather/1.json; pages count from 1`
  );
}
