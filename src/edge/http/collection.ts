import type { Instant } from '#contract/instant.ts';
import type { Matches } from '#query/engine.ts';
import type { Query } from '#query/query.ts';
import { toAppliedQuery, toPageQueryString } from '#query/query-string.ts';
import { metaOf } from './envelope.ts';

/** Addresses of the pages around a page; null where there is none. */
export interface PageLinks {
  readonly self: string;
  readonly next: string | null;
  readonly prev: string | null;
  readonly first: string;
  readonly last: string;
}

/** One page of listings, with the links that its `Link` header repeats. */
export interface CollectionPage {
  /** Its JSON, in pieces. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly links: PageLinks;
}

/**
 * Puts a page of listings together (design: Envelope). The rows are JSON already and are copied as they are.
 * @param registry the registry's address, which all links start with
 */
export function collectionPage(
  query: Query,
  matches: Matches,
  registry: string,
  generatedAt: Instant | null,
): CollectionPage {
  const links = pageLinks(query, matches.total, `${registry}/listings`);
  const meta = JSON.stringify({
    ...metaOf('Listings that match the query, a page at a time. Follow meta.links.next until it is null.'),
    query: { ...toAppliedQuery(query), ...(matches.matched && { matched: matches.matched }) },
    links,
    generated_at: generatedAt,
  });
  const head = ENCODER.encode(`{"meta":${meta},"data":{"listings":[`);
  const tail = ENCODER.encode(`],"count":${matches.count},"total":${matches.total}}}`);
  return { pieces: [head, ...(matches.pieces ?? [matches.rows]), tail], links };
}

/** The links of a page as a `Link` header (RFC 8288). */
export function linkHeader(links: PageLinks): string {
  return Object.entries(links)
    .flatMap(([rel, address]) => (address === null ? [] : [`<${address}>; rel="${rel}"`]))
    .join(', ');
}

function pageLinks(query: Query, total: number, base: string): PageLinks {
  const { limit, offset } = query;
  const search = toPageQueryString(query);
  const at = (start: number) => base + search(start);
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

const ENCODER = new TextEncoder();

/** The pieces as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}
