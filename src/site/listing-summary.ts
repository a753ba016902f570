import type { Listing } from '#listing/listing.ts';
import type { Status } from '#listing/status.ts';
import { title } from '#manifest/taxonomy.ts';
import { authenticationInWords } from './authentication.ts';
import { count } from './numbers.ts';
import { priceInWords } from './price.ts';
import { beginning, singleLine } from './text.ts';

/** A listing in short, as every list shows it. */
export interface Summary {
  readonly id: string;
  readonly name: string;
  /** The beginning of the description. */
  readonly text: string;
  readonly status: Status;
  readonly price: string;
  readonly authentication: string;
  /** The kind of source and its size: `Live, 12 endpoints`. */
  readonly kind: string;
}

/** Puts a listing in a few words, once for all the lists that it stands in. */
export function summaryOf(listing: Listing): Summary {
  const known = summaries.get(listing) ?? summarise(listing);
  summaries.set(listing, known);
  return known;
}

const summaries = new WeakMap<Listing, Summary>();

function summarise({ record: { id, manifest }, status }: Listing): Summary {
  const { name, description, pricing, authentication, primary_category, endpoints } = manifest;
  return {
    id,
    name: singleLine(name),
    text: beginning(description, 220),
    status,
    price: pricing.model === 'unknown' ? 'Price not stated' : beginning(priceInWords(pricing), 80),
    authentication: authenticationInWords(authentication),
    kind: `${title('primary_categories', primary_category)}, ${count(endpoints.length, 'endpoint')}`,
  };
}
