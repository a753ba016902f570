import type { Row } from '#contract/row.ts';
import type { Engine, Matches } from '../engine.ts';
import { type FilterName, getFilter, readFilterValues } from '../filters.ts';
import type { Query } from '../query.ts';
import { isWithinEditDistance } from '../text/edit-distance.ts';
import { normalizeText } from '../text/normalize-text.ts';
import {
  ABSENT,
  BEGINNING,
  computeInformation,
  computeRelevance,
  computeTermWeights,
  EXACT,
  enough,
  INSIDE,
  isRare,
  LEVELS,
  ONE_EDIT,
  TWO_EDITS,
} from '../text/relevance.ts';
import { descriptionTerms, extractTerms, nameLength, nameTerms, type Term } from '../text/terms.ts';

/** The input of an engine: a row, and the time of the listing's last change. */
export interface Entry {
  readonly row: Row;
  readonly changedAt: string;
}

/**
 * The simplest engine: it filters and sorts an array for each query. It defines the meaning of a query, and all other engines
 * must return the same results.
 */
export function createReferenceEngine(entries: Iterable<Entry>): Engine {
  const candidates = Array.from(entries, candidateOf);
  return {
    search(query): Matches {
      const passing = candidates.filter(conditionOf(query));
      const { matches, matched } = query.q === undefined ? matchAll(passing) : search(query.q, passing, candidates);
      const sorted = matches.sort(comparison(query));
      const page = sorted.slice(query.offset, query.offset + query.limit);
      return {
        total: sorted.length,
        count: page.length,
        rows: new TextEncoder().encode(page.map(({ candidate }) => JSON.stringify(candidate.row)).join()),
        ...(matched && { matched }),
      };
    },
  };
}

/** An entry with its comparable values, computed once. */
interface Candidate {
  readonly row: Row;
  readonly name: string;
  readonly nameTerms: readonly string[];
  readonly nameLength: number;
  readonly descriptionTerms: readonly string[];
  readonly changedAt: number;
  readonly createdAt: number;
  readonly verifiedAt: number | null;
}

interface Match {
  readonly candidate: Candidate;
  readonly relevance: number;
}

interface Answer {
  readonly matches: Match[];
  readonly matched?: 'all' | 'most';
}

function candidateOf({ row, changedAt }: Entry): Candidate {
  return {
    row,
    name: normalizeText(row.name),
    nameTerms: nameTerms(row.name),
    nameLength: nameLength(row.name),
    descriptionTerms: descriptionTerms(row.description),
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
 * The sort order of the matches of a query. Among equally relevant listings the verified come first. Ties by id, so that
 * paging is stable; listings without the value come last either way.
 */
function comparison({ sort, order }: Query): (a: Match, b: Match) => number {
  const direction = order === 'asc' ? 1 : -1;
  const byId = (a: Match, b: Match) => compare(a.candidate.row.id, b.candidate.row.id);
  switch (sort) {
    case 'relevance':
      return (a, b) => direction * (a.relevance - b.relevance || verified(a) - verified(b)) || byId(a, b);
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

function verified({ candidate }: Match): number {
  return Number(candidate.row.status === 'verified');
}

function matchAll(passing: readonly Candidate[]): Answer {
  return { matches: passing.map(candidate => ({ candidate, relevance: 0 })) };
}

/**
 * Returns the candidates that contain every term of `q`, or if no candidate does, those that contain most of its
 * information. The information of a term depends on all candidates, so filters do not change the order.
 */
function search(q: string, passing: readonly Candidate[], all: readonly Candidate[]): Answer {
  const terms = extractTerms(q);
  const byTerm = terms.map(term => findMatches(term, all));
  const having = byTerm.map(matches => LEVELS.map(level => countAt(matches.values(), level)));
  const weighing = computeTermWeights(terms, having, all.length);
  const found = passing.map(candidate => {
    const levels = byTerm.map(matches => matches.get(candidate) ?? NOWHERE);
    const matches = { name: levels.map(level => level.name), description: levels.map(level => level.description) };
    const relevance = computeRelevance(weighing, matches, candidate.nameLength);
    return { candidate, levels, relevance, information: computeInformation(weighing, matches) };
  });
  const every = found.filter(({ levels }) => levels.every(level => best(level) !== ABSENT));
  if (every.length > 0 || terms.length < 2) return { matches: every, matched: 'all' };
  const least = enough(weighing, Math.max(0, ...found.map(({ information }) => information)));
  return { matches: found.filter(({ information }) => information >= least), matched: 'most' };
}

/** The match levels of one term in one candidate. */
interface TermMatch {
  readonly name: number;
  readonly description: number;
}

const NOWHERE: TermMatch = { name: ABSENT, description: ABSENT };

function best({ name, description }: TermMatch): number {
  return Math.min(name, description);
}

/** Finds the candidates that contain a term. Tolerates typos only if the term is rare: see `isRare`. */
function findMatches(term: Term, candidates: readonly Candidate[]): Map<Candidate, TermMatch> {
  const allowing = (edits: number) => {
    const level = (texts: readonly string[]) => levelIn(texts, { ...term, edits });
    const look = (candidate: Candidate) =>
      [candidate, { name: level(candidate.nameTerms), description: level(candidate.descriptionTerms) }] as const;
    return new Map(candidates.map(look));
  };
  const none = allowing(0);
  if (term.edits < 1 || !isRare(countAt(none.values(), BEGINNING), candidates.length)) return none;
  const one = allowing(1);
  if (term.edits < 2 || countAt(one.values(), ONE_EDIT) > 0) return one;
  return allowing(2);
}

function countAt(matches: Iterable<TermMatch>, level: number): number {
  let total = 0;
  for (const match of matches) if (best(match) <= level) total++;
  return total;
}

function levelIn(texts: readonly string[], { text, beginning, forms, within, edits }: Term): number {
  if (texts.includes(text)) return EXACT;
  if (beginning && texts.some(each => each.startsWith(text))) return BEGINNING;
  if (texts.some(each => forms.includes(each))) return BEGINNING;
  if (within === 'anywhere' && texts.some(each => each.includes(text))) return INSIDE;
  if (within === 'end' && texts.some(each => each.endsWith(text))) return INSIDE;
  if (edits >= 1 && texts.some(each => isWithinEditDistance(each, text, 1))) return ONE_EDIT;
  if (edits >= 2 && texts.some(each => isWithinEditDistance(each, text, 2))) return TWO_EDITS;
  return ABSENT;
}
