import { hash } from 'node:crypto';
import type { DayResult } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import type { Observed, Row, Status } from '#contract/row.ts';
import { beginning } from '#listing/display/single-line.ts';
import { endpointPages } from '#listing/endpoint-pages.ts';
import type { Listing } from '#listing/listing.ts';
import { getPrice } from '#listing/price.ts';
import { type Bases, toRow } from '#listing/row.ts';
import type { Authentication, Authentication02 } from '#manifest/manifest.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { Entry } from '#query/entry.ts';
import { getFilterValues } from '#query/index/filter-values.ts';
import { readManifestText } from '#query/text/search-text.ts';
import { formatPrice } from '../../format/price.ts';

/** The members of a row that a build reads without the others. */
export interface BriefRow
  extends Pick<Row, 'id' | 'name' | 'status' | 'categories' | 'primary_category' | 'payment_currency'>,
    Pick<Row, 'created_at' | 'updated_at' | 'verified_at' | 'last_checked_at' | 'next_check_by'> {
  readonly observed: Pick<Observed, 'uptime_90d'>;
}

/**
 * The data of a listing for lists, counts, and indexes. Only the pages of the listing itself need its files. A build reads
 * the row, the texts, the price, and the results from a file whenever they are used; the others are in columns.
 */
export interface Card extends Entry {
  /** The members of the row that callers need of all listings. */
  readonly brief: BriefRow;
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly categories: readonly Term<'categories'>[];
  readonly primaryCategory: Term<'primary_categories'>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The values that it can be filtered by (`getFilterValues`). */
  readonly filterValues: readonly string[];
  /** A digest of the listing's files. */
  readonly digest: string;
  /** Identifies the texts that searches read. Unlike the digest, checks do not change it. */
  readonly textKey: string;
  /** The number of pages for its endpoints. */
  readonly endpointPages: number;
  /** The price in one line. */
  readonly price: string;
  readonly authentication: Pick<Authentication | Authentication02, 'required' | 'type'>;
  /** The protocol of its payment contract. Null if it has none. */
  readonly protocol: Term<'payment_protocols'> | null;
  readonly endpoints: number;
  readonly lastCheckedAt: Instant | null;
  readonly nextCheckBy: Instant | null;
  /** The daily results of its checks (`packResults`). */
  readonly results: string;
}

/** @param digest a digest of the listing's files */
export function toCard(listing: Listing, bases: Bases, digest: string): Card {
  const { manifest } = listing.record;
  const { authentication, endpoints } = manifest;
  const price = getPrice(manifest);
  const { required, type } = authentication;
  const row = toRow(listing, bases);
  const text = readManifestText(manifest);
  const texts = JSON.stringify([row.id, row.name, row.description, row.categories, text]);
  return {
    row,
    brief: row,
    id: row.id,
    name: row.name,
    status: row.status,
    categories: row.categories,
    primaryCategory: row.primary_category,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    filterValues: [...getFilterValues(row)],
    changedAt: listing.changed_at,
    text,
    digest,
    textKey: hash('sha256', texts, 'base64url').slice(0, 22),
    price: price.model === 'unknown' ? 'Price not stated' : beginning(formatPrice(price), 80),
    authentication: { required, ...(type !== undefined && { type }) },
    protocol: price.payment?.protocol ?? null,
    endpoints: endpoints.length,
    endpointPages: endpointPages(endpoints).length,
    lastCheckedAt: row.last_checked_at,
    nextCheckBy: row.next_check_by,
    results: packResults(listing.observation?.results ?? []),
  };
}

const OUTCOMES = ['passed', 'failed', 'inconclusive'] as const;

/** Packs results into one string, which loads faster than objects: `2026-11-20p120`. */
export function packResults(results: readonly DayResult[]): string {
  return results.map(({ date, outcome, ms }) => date + outcome.charAt(0) + (ms ?? '')).join(' ');
}

/** Unpacks the results of `packResults`. */
export function unpackResults(packed: string): DayResult[] {
  return (packed === '' ? [] : packed.split(' ')).map(result => {
    const [date, initial, ms] = [result.slice(0, 10), result.charAt(10), result.slice(11)];
    const outcome = OUTCOMES.find(each => each.startsWith(initial)) ?? 'inconclusive';
    return { date, outcome, ms: ms === '' ? null : Number(ms) };
  });
}
