import type { Status } from '#contract/row.ts';
import { LISTED } from '#listing/status.ts';
import { values } from '#manifest/taxonomy.ts';
import type { FilterValues } from './filters.ts';

/** A valid query with all defaults applied (specification, section 4.2; design: Filters). */
export interface Query {
  readonly filters: Filters;
  /** The accepted statuses, in the order of the taxonomy. */
  readonly status: readonly Status[];
  /** Only listings changed at or after this time (milliseconds since 1970), including tombstones. */
  readonly updatedSince?: number;
  /** The search text. */
  readonly q?: string;
  readonly sort: Sort;
  readonly order: Order;
  /** The page size, 1 to 500. */
  readonly limit: number;
  /** The number of rows to skip. */
  readonly offset: number;
}

/** The filters of a query without `status`, which has a default. */
export type Filters = Omit<FilterValues, 'status'>;

/** The keys that `sort` accepts, each with its default direction. */
const SORT_KEYS = { name: 'asc', created_at: 'desc', verified_at: 'desc', uptime: 'desc' } as const;

export type SortKey = keyof typeof SORT_KEYS;

/** The names of `SORT_KEYS`. */
export const SORT_KEY_NAMES = Object.keys(SORT_KEYS) as readonly SortKey[];

export type Sort = SortKey | 'relevance';
export const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 500;

/** The default direction of each sort key. `order` overrides it. */
export const DEFAULT_ORDER: Readonly<Record<Sort, Order>> = { relevance: 'desc', ...SORT_KEYS };

/** The default of `status` with `updated_since`, and without. Parsed queries share these arrays. */
export const ALL_STATUSES: readonly Status[] = values('statuses');
export const DEFAULT_STATUSES: readonly Status[] = LISTED;

/** The default query: the first page of the listed APIs. */
export const DEFAULT_QUERY: Query = {
  filters: {},
  status: DEFAULT_STATUSES,
  sort: 'created_at',
  order: 'desc',
  limit: DEFAULT_LIMIT,
  offset: 0,
};
