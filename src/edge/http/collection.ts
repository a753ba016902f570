import type { Instant } from '#contract/instant.ts';
import { instant } from '#listing/time/timestamp.ts';
import type { Matches } from '#query/engine.ts';
import { filePages } from '#query/facets.ts';
import { DEFAULT_QUERY, type Query } from '#query/query.ts';
import { toAppliedQuery, toPageQueryString } from '#query/query-string.ts';
import { type Allocate, joinRowTexts, type RowText } from '#query/row-text.ts';
import { suggestSearches } from '#query/text/suggestions.ts';
import type { Summary } from '../catalog/catalog.ts';
import { metaOf } from './envelope.ts';

/** The pagination links of a page; null if the page does not exist. */
export interface PageLinks {
  readonly self: string;
  readonly next: string | null;
  readonly prev: string | null;
  readonly first: string;
  readonly last: string;
}

/** One page of listings, with the links that its `Link` header repeats. */
export interface CollectionPage {
  readonly links: PageLinks;
  /** The text of the body around its rows. */
  readonly frame: string;
  readonly rows: readonly RowText[];
  /**
   * Assembles the body.
   * @param allocate returns its memory
   */
  toBody(allocate?: Allocate): Uint8Array<ArrayBuffer>;
}

/**
 * Creates a page of listings (design: Envelope). Copies the rows unchanged, because they are already JSON.
 * @param registry the registry's URL, the base of all links
 * @param summary of the registry whose listings these are
 */
export function collectionPage(
  query: Query,
  matches: Matches,
  registry: string,
  summary: Pick<Summary, 'generated_at' | 'currencies'>,
): CollectionPage {
  const links = pageLinks(query, matches.total, registry, filePages(query, summary.currencies));
  const applied = toAppliedQuery(query);
  if (isUnfiltered(query)) applied.unfiltered = true;
  let meta = `${META},"query":${JSON.stringify(applied)}`;
  if (matches.match) meta += `,"match":"${matches.match}"`;
  if (isWeak(matches)) meta += `,"suggestions":${JSON.stringify(toSuggestions(query, matches, registry))}`;
  meta += `,"links":${formatLinks(links)},"generated_at":${quote(timeOf(query, matches, summary))}}`;
  const head = `{"meta":${meta},"data":{"listings":[`;
  const tail = `],"count":${matches.count},"total":${matches.total}}}`;
  const { rows } = matches;
  return { links, frame: head + tail, rows, toBody: allocate => joinRowTexts(rows, head, tail, allocate) };
}

/** The first members of `meta`, which all pages share, as JSON without the closing brace. */
const META = JSON.stringify(
  metaOf('One page of the listings that match the query. Follow meta.links.next until it is null.'),
).slice(0, -1);

/**
 * The time of the newest change of a listing on the page, so that a change elsewhere leaves the page as it is. A page of
 * changes has the time of the newest data of the registry instead, from which mirrors continue.
 */
function timeOf(
  { updatedSince }: Query,
  { changedAt }: Matches,
  { generated_at }: Pick<Summary, 'generated_at'>,
): Instant | null {
  if (updatedSince !== undefined) return generated_at;
  return changedAt === null ? null : instant(changedAt);
}

function isWeak({ match }: Matches): boolean {
  return match === 'none' || match === 'near';
}

function toSuggestions({ q = '' }: Query, { corrections }: Matches, registry: string) {
  const { spelling, categories } = suggestSearches(q, corrections);
  const toUrl = (name: string, value: string) => `${registry}/listings?${new URLSearchParams({ [name]: value })}`;
  return {
    ...(spelling !== undefined && { spelling: { q: spelling, url: toUrl('q', spelling) } }),
    categories: categories.map(category => ({ category, url: toUrl('category', category) })),
    request_api: `${registry}/publish/`,
  };
}

/** Formats the links of a page as JSON. */
function formatLinks({ self, next, prev, first, last }: PageLinks): string {
  return `{"self":${quote(self)},"next":${quote(next)},"prev":${quote(prev)},"first":${quote(first)},"last":${quote(last)}}`;
}

/** Formats a parsed URL or a time as JSON. They contain no character that JSON escapes. */
function quote(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}

/** Formats the links of a page as a `Link` header (RFC 8288). */
export function linkHeader(links: PageLinks): string {
  const { self, next, prev, first, last } = links;
  const optional = (url: string | null, rel: string) => (url === null ? '' : `, <${url}>; rel="${rel}"`);
  return `<${self}>; rel="self"${optional(next, 'next')}${optional(prev, 'prev')}, <${first}>; rel="first", <${last}>; rel="last"`;
}

/** Whether a query has only the default status filter. */
function isUnfiltered({ q, filters, status, updatedSince }: Query): boolean {
  if (q !== undefined || updatedSince !== undefined || Object.keys(filters).length > 0) return false;
  return status.join() === DEFAULT_QUERY.status.join();
}

/**
 * Returns the links of a page. Where static files have the pages, the links are theirs, so that they work on every host.
 */
function pageLinks(
  query: Query,
  total: number,
  registry: string,
  files: ((offset: number) => string) | undefined,
): PageLinks {
  const { limit, offset } = query;
  const search = toPageQueryString(query);
  const isFile = files !== undefined && (offset === 0 || offset < total);
  const at = (start: number) =>
    registry + (files !== undefined && (start !== offset || isFile) ? files(start) : `/listings${search(start)}`);
  const lastStart = total > 0 ? Math.floor((total - 1) / limit) * limit : 0;
  const hasNext = offset + limit < total;
  return {
    self: at(offset),
    next: hasNext ? at(offset + limit) : null,
    prev: offset > 0 ? at(Math.max(0, Math.min(offset - limit, lastStart))) : null,
    first: at(0),
    last: at(lastStart),
  };
}
