import type { Instant } from '#contract/instant.ts';
import type { Row, Status } from '#contract/row.ts';
import { LISTED } from '#listing/status.ts';
import { earliest, latest } from '#listing/timestamp.ts';
import { type Term, values } from '#manifest/taxonomy.ts';
import type { Engine } from '#query/engine.ts';
import { commonCurrencies } from '#query/facets.ts';

/** The bytes of an answer, or their text. */
export type Body = string | Uint8Array<ArrayBuffer>;

/** All that the API reads of a registry. A host provides it: from memory, from files, or from a platform's storage. */
export interface Catalog {
  readonly engine: Engine;
  readonly summary: Summary;
  /** The answer to `GET /listings/{id}` as JSON text; undefined when there is no such listing. */
  listing(id: string): Promise<Body | undefined>;
  /** The answer to `GET /listings/{id}/history` as JSON text; undefined when there is no such listing. */
  history(id: string): Promise<Body | undefined>;
  /** What is new, as feeds. */
  feeds(): Promise<Feeds>;
}

/** The same feed in two formats. */
export interface Feeds {
  /** RFC 4287. */
  readonly atom: Body;
  /** JSON Feed 1.1. */
  readonly json: Body;
}

/** What can be said of a registry as a whole. */
export interface Summary {
  /** Listings by state, tombstones included. */
  readonly statuses: Readonly<Record<Status, number>>;
  /** How many listings `GET /listings?category=…` finds. */
  readonly categories: Readonly<Record<Term<'categories'>, number>>;
  readonly primary_categories: Readonly<Record<Term<'primary_categories'>, number>>;
  /** The most common payment currencies, A to Z (`commonCurrencies`). */
  readonly currencies: readonly string[];
  /** The moment of the newest data: two builds of the same data say the same. Null when there is none. */
  readonly generated_at: Instant | null;
  /** When anything was last checked; null when nothing ever was. */
  readonly last_run_at: Instant | null;
  /** By when the next check is promised; null when none is. */
  readonly next_check_by: Instant | null;
  /** The commit that the registry was built from, in full; null where nobody knows it. */
  readonly commit: string | null;
}

/** Summarises the rows of a registry, with the moment at which each last changed. */
export function summaryOf(
  entries: Iterable<{ readonly row: Row; readonly changedAt: Instant }>,
  commit: string | null = null,
): Summary {
  const statuses = zeros(values('statuses'));
  const categories = zeros(values('categories'));
  const primary_categories = zeros(values('primary_categories'));
  const currencies: (string | null)[] = [];
  let generated_at: Instant | null = null;
  let last_run_at: Instant | null = null;
  let next_check_by: Instant | null = null;
  for (const { row, changedAt } of entries) {
    generated_at = latest([generated_at, changedAt]);
    last_run_at = latest([last_run_at, row.last_checked_at]);
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
    last_run_at,
    next_check_by,
    commit,
  };
}

/** How many listings `GET /listings` returns without a filter. */
export function listedCount({ statuses }: Summary): number {
  return LISTED.reduce((sum, status) => sum + statuses[status], 0);
}

function zeros<K extends string>(keys: readonly K[]): Record<K, number> {
  return Object.fromEntries(keys.map(key => [key, 0])) as Record<K, number>;
}
