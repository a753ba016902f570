import type { Row } from '#contract/row.ts';
import type { Engine, Matches } from '../engine.ts';
import type { Entry } from '../entry.ts';
import { type FilterName, getFilter, readFilterValues } from '../filters.ts';
import type { Query } from '../query.ts';
import { toRowTexts } from '../row-text.ts';
import { weighTerms } from '../text/document-terms.ts';
import { commonDirection, createDirections } from '../text/meaning/listing-direction.ts';
import type { WordVectors } from '../text/meaning/word-vectors.ts';
import { createMemoryTerms } from '../text/memory-terms.ts';
import { type RankedListings, Ranker } from '../text/ranking/ranker.ts';
import { gradeOf } from '../text/ranking/relevance.ts';
import { readSearchText } from '../text/search-text.ts';
import { rankText } from '../text/similar-listings.ts';
import type { ListingMeanings } from '../text/term-source.ts';
import { normalizeText } from '../text/words/normalize-text.ts';

/**
 * The simplest engine: it filters and sorts an array for each query. It defines the meaning of a query, and all other engines
 * must return the same results.
 */
export function createReferenceEngine(entries: Iterable<Entry>, vectors?: WordVectors): Engine {
  const all = Array.from(entries).sort((a, b) => compare(a.row.id, b.row.id));
  const candidates = all.map(candidateOf);
  const documents = all.map(({ row, text }) => weighTerms(readSearchText(row, text)));
  const terms = createMemoryTerms(
    documents,
    all.map(({ row }) => row.name),
    vectors && (word => vectors.find(word) !== undefined),
  );
  const ranker = new Ranker(terms, vectors && createMeanings(documents, vectors));
  const readRow = (listing: number) => (candidates[listing] as Candidate).row;
  return {
    search(query): Matches {
      const ranked = query.q === undefined ? undefined : rankText(ranker, query.q, readRow);
      const passes = conditionOf(query);
      const found = toMatches(candidates, ranked).filter(({ candidate }) => passes(candidate));
      const best = Math.max(0, ...found.map(({ grade }) => grade));
      const sorted = found.sort(comparison(query));
      const page = sorted.slice(query.offset, query.offset + query.limit);
      return {
        total: sorted.length,
        count: page.length,
        changedAt: page.length === 0 ? null : Math.max(...page.map(({ candidate }) => candidate.changedAt)),
        rows: toRowTexts(page.map(({ candidate }) => JSON.stringify(candidate.row))),
        ...(ranked && { match: gradeOf(best) }),
        ...(ranked && ranked.corrections.size > 0 && { corrections: ranked.corrections }),
      };
    },
  };
}

/** An entry with its comparable values, computed once. */
interface Candidate {
  readonly row: Row;
  readonly name: string;
  readonly changedAt: number;
  readonly createdAt: number;
  readonly verifiedAt: number | null;
}

interface Match {
  readonly candidate: Candidate;
  readonly relevance: number;
  readonly grade: number;
}

function candidateOf({ row, changedAt }: Entry): Candidate {
  return {
    row,
    name: normalizeText(row.name),
    changedAt: Date.parse(changedAt),
    createdAt: Date.parse(row.created_at),
    verifiedAt: row.verified_at === null ? null : Date.parse(row.verified_at),
  };
}

/** Returns whether a listing passes the filters of a query. */
function conditionOf({ filters, status, updatedSince }: Query): (candidate: Candidate) => boolean {
  const wanted = Object.entries(filters) as [FilterName, unknown][];
  return ({ row, changedAt }) =>
    status.includes(row.status) &&
    (updatedSince === undefined || changedAt >= updatedSince) &&
    wanted.every(([name, value]) => {
      const present = readFilterValues(row, name);
      if (!Array.isArray(value)) return present.includes(String(value));
      return getFilter(name).kind === 'all'
        ? value.every(each => present.includes(each))
        : value.some(each => present.includes(each));
    });
}

/**
 * The sort order of the matches of a query. Among equally relevant listings, verified listings that respond come first. Ties by id, so that
 * paging is stable; listings without the value come last either way.
 */
function comparison({ sort, order }: Query): (a: Match, b: Match) => number {
  const direction = order === 'asc' ? 1 : -1;
  const byId = (a: Match, b: Match) => compare(a.candidate.row.id, b.candidate.row.id);
  switch (sort) {
    case 'relevance':
      return (a, b) => direction * (a.relevance - b.relevance || preference(a) - preference(b)) || byId(a, b);
    case 'name':
      return (a, b) => direction * compare(a.candidate.name, b.candidate.name) || byId(a, b);
    case 'created_at':
      return (a, b) => direction * (a.candidate.createdAt - b.candidate.createdAt) || byId(a, b);
    case 'verified_at':
      return (a, b) => compareKnown(a.candidate.verifiedAt, b.candidate.verifiedAt, direction) || byId(a, b);
    case 'uptime':
      return (a, b) =>
        compareKnown(a.candidate.row.observed.uptime_90d, b.candidate.row.observed.uptime_90d, direction) || byId(a, b);
  }
}

/** Compares numbers in a direction. Null is last in both. */
function compareKnown(a: number | null, b: number | null, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return direction * (a - b);
}

/** Compares by UTF-16 code unit, which is the same everywhere, unlike a collation. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether a listing comes first among equally relevant ones, as a number. */
function preference({ candidate }: Match): number {
  return Number(candidate.row.status === 'verified' && candidate.row.observed.responding === true);
}

/** Returns the candidates that match a text, or without one, all of them. */
function toMatches(candidates: readonly Candidate[], ranked: RankedListings | undefined): Match[] {
  if (ranked === undefined) return candidates.map(candidate => ({ candidate, relevance: 0, grade: 0 }));
  return Array.from(ranked.listings, (listing, i) => ({
    candidate: candidates[listing] as Candidate,
    relevance: ranked.relevance[i] ?? 0,
    grade: ranked.grades[i] ?? 0,
  }));
}

function createMeanings(documents: readonly ReadonlyMap<string, number>[], vectors: WordVectors): ListingMeanings {
  const { dimensions } = vectors;
  const directions = documents.map(createDirections(vectors));
  const all = new Int8Array(dimensions * directions.length);
  for (const [listing, direction] of directions.entries()) all.set(direction, listing * dimensions);
  return {
    vectorOf: word => {
      const number = vectors.find(word);
      return number === undefined ? undefined : vectors.vectorAt(number);
    },
    common: commonDirection(all, dimensions),
    directions: all,
  };
}
