import type { Source, Status } from '#contract/row.ts';
import { LISTED } from '#listing/status.ts';
import type { Term } from '#manifest/taxonomy.ts';

/** A question to the collection of listings, checked and complete (specification, section 4.2; design: Filters). */
export interface Query {
  readonly filters: Filters;
  /** The states wanted, in the order of the taxonomy. */
  readonly status: readonly Status[];
  /** Only what changed at or after this time (milliseconds since 1970), tombstones included. */
  readonly updatedSince?: number;
  /** Words to search for in name and description. */
  readonly q?: string;
  readonly sort: Sort;
  readonly order: Order;
  /** Rows a page, 1 to 500. */
  readonly limit: number;
  /** Rows before the page. */
  readonly offset: number;
}

/** What combines with AND; an absent member does not filter. */
export interface Filters {
  readonly category?: Term<'categories'>;
  readonly primary_category?: Term<'primary_categories'>;
  readonly pricing_model?: Term<'pricing_models'>;
  readonly payment_model?: Term<'payment_models'>;
  readonly payment_currency?: string;
  readonly settlement_type?: Term<'settlement_types'>;
  readonly supports_spend_cap?: boolean;
  /** Present only to ask for free APIs: `free_only=false` does not filter. */
  readonly free_only?: true;
  readonly auth_required?: boolean;
  readonly maintained_by?: Term<'maintainers'>;
  /** All of them are wanted. */
  readonly badges?: readonly Term<'badges'>[];
  readonly source?: Source;
}

export type Sort = 'relevance' | 'name' | 'created_at' | 'verified_at';
export type Order = 'asc' | 'desc';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 500;

/** The direction that each sort key has unless `order` asks for the other. */
export const DEFAULT_ORDER: Readonly<Record<Sort, Order>> = {
  relevance: 'desc',
  name: 'asc',
  created_at: 'desc',
  verified_at: 'desc',
};

/** The query that asks for nothing in particular: the first page of what is listed. */
export const DEFAULT_QUERY: Query = {
  filters: {},
  status: LISTED,
  sort: 'created_at',
  order: 'desc',
  limit: DEFAULT_LIMIT,
  offset: 0,
};
