import type { Revalidation } from '#contract/health.ts';
import type { Instant } from '#contract/instant.ts';
import type { Row, Status } from '#contract/row.ts';
import { LISTED } from '#listing/status.ts';
import { earliest, latest } from '#listing/time/timestamp.ts';
import { type Term, values } from '#manifest/taxonomy.ts';
import type { Engine } from '#query/engine.ts';
import { commonCurrencies } from '#query/facets.ts';

/** A response body, as bytes or text. */
export type Body = string | Uint8Array<ArrayBuffer>;

/** The data that the API reads. A host provides it from memory, from files, or from the platform's storage. */
export interface Catalog {
  readonly engine: Engine;
  readonly summary: Summary;
  /** Returns the body of `GET /listings/{id}`; undefined if the listing does not exist. */
  listing(id: string): Promise<Body | undefined>;
  /** Returns the body of `GET /listings/{id}/history`; undefined if the listing does not exist. */
  history(id: string): Promise<Body | undefined>;
  /** Returns the feeds of recent changes. */
  feeds(): Promise<Feeds>;
}

/** The same feed in two formats. */
export interface Feeds {
  /** RFC 4287. */
  readonly atom: Body;
  /** JSON Feed 1.1. */
  readonly json: Body;
}

/** Facts that are not in the rows. */
export interface SummaryContext {
  /** The full hash of the served commit; null if unknown. */
  readonly commit?: string | null;
  /** When the last run of revalidation completed. */
  readonly lastRunAt?: Instant | undefined;
  /** Whether a process checks the listings when they are due (default: true). */
  readonly isRevalidated?: boolean | undefined;
}

/** Facts about a registry as a whole. */
export interface Summary {
  /** Number of listings by status, including tombstones. */
  readonly statuses: Readonly<Record<Status, number>>;
  /** Number of listings that match `GET /listings?category=…`. */
  readonly categories: Readonly<Record<Term<'categories'>, number>>;
  readonly primary_categories: Readonly<Record<Term<'primary_categories'>, number>>;
  /** The most common payment currencies, A to Z (`commonCurrencies`). */
  readonly currencies: readonly string[];
  /** Time of the newest data, so that two builds of the same data agree. Null for an empty registry. */
  readonly generated_at: Instant | null;
  /** Time of the last completed run of revalidation, or of the last check if that is later; null if none has run. */
  readonly last_run_at: Instant | null;
  /** Deadline for the next check; null without a schedule. */
  readonly next_check_by: Instant | null;
  /** Whether a process checks the listings when they are due. */
  readonly revalidation: Revalidation;
  /** Full hash of the commit that the registry was built from; null if unknown. */
  readonly commit: string | null;
}

/** The members of a row that a summary reads. */
type SummarizedRow = Pick<
  Row,
  'status' | 'categories' | 'primary_category' | 'payment_currency' | 'last_checked_at' | 'next_check_by'
>;

/**
 * Summarizes the rows of a registry.
 * @param entries the rows, each with the time of its last change
 */
export function summaryOf(
  entries: Iterable<{ readonly row: SummarizedRow; readonly changedAt: Instant }>,
  { commit = null, lastRunAt, isRevalidated = true }: SummaryContext = {},
): Summary {
  const statuses = zeros(values('statuses'));
  const categories = zeros(values('categories'));
  const primary_categories = zeros(values('primary_categories'));
  const currencies: (string | null)[] = [];
  let generated_at: Instant | null = null;
  let last_checked_at: Instant | null = null;
  let next_check_by: Instant | null = null;
  for (const { row, changedAt } of entries) {
    generated_at = latest([generated_at, changedAt]);
    last_checked_at = latest([last_checked_at, row.last_checked_at]);
    next_check_by = earliest([next_check_by, row.next_check_by]);
    statuses[row.status]++;
    if (!LISTED.includes(row.status)) continue;
    primary_categories[row.primary_category]++;
    for (const category of new Set(row.categories)) categories[category]++;
    currencies.push(row.payment_currency);
  }
  return {
    statuses,
    categories,
    primary_categories,
    currencies: commonCurrencies(currencies),
    generated_at,
    // A submission checks its origin, too. It must not hide that revalidation has stopped.
    last_run_at: lastRunAt ?? last_checked_at,
    next_check_by,
    revalidation: isRevalidated ? 'on' : 'off',
    commit,
  };
}

/** Returns the number of listings that match `GET /listings` without filters. */
export function listedCount({ statuses }: Summary): number {
  return LISTED.reduce((sum, status) => sum + statuses[status], 0);
}

function zeros<K extends string>(keys: readonly K[]): Record<K, number> {
  return Object.fromEntries(keys.map(key => [key, 0])) as Record<K, number>;
}
