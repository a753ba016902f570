import type { Matches } from '../../engine.ts';
import { computeTermWeights, EXACT, enough, type TermWeights } from '../../text/relevance.ts';
import { extractTerms, type Term } from '../../text/terms.ts';
import { type Database, type Parameter, runQuery, type Sql } from './database.ts';
import { allOf, anyOf } from './match.ts';
import { MATCHES_SQL, toMatchedSql } from './matches.ts';
import { limitRankedTerms } from './rank-limit.ts';
import { findTermMatches, type TermMatches, type TermMatchList } from './term-matches.ts';

/** The source of a `SELECT` for the listings that match a query. */
export interface Candidates {
  /** The text before `SELECT`. */
  readonly before: string;
  /** The text after the columns: `FROM …`. */
  readonly from: string;
  readonly parameters: readonly Parameter[];
}

/** The candidates of a query. */
export interface SearchMatching {
  /** With their relevance, computed as in all engines. */
  readonly ranked: Candidates;
  /** The same listings without relevance, if that is faster. */
  readonly unranked: Candidates;
  readonly matched: NonNullable<Matches['matched']>;
}

/** A search text, with the statistics of its terms in the database. */
export interface SearchQuery {
  readonly terms: readonly Term[];
  readonly matches: TermMatches;
}

/** Loads the statistics of the terms in `q`. */
export async function loadSearchQuery(database: Database, q: string): Promise<SearchQuery> {
  const terms = extractTerms(q);
  return { terms, matches: await findTermMatches(database, terms) };
}

/**
 * Finds the listings that meet a condition and have every term of a query; if no listing has all, those that have most of
 * its information.
 */
export async function matchSearch(database: Database, query: SearchQuery, condition: Sql): Promise<SearchMatching> {
  const { terms } = query.matches;
  if (terms.length === 0) {
    const from = `FROM (SELECT *, 0 AS relevance FROM listings) WHERE ${condition.sql}`;
    const all = { before: '', from, parameters: condition.parameters };
    return { ranked: all, unranked: all, matched: 'all' };
  }
  const every = toMatchAllSql(terms);
  const from = `FROM listings WHERE number IN (${every.sql}) AND ${condition.sql}`;
  const unranked = { before: '', from, parameters: [...every.parameters, ...condition.parameters] };
  const [[counted] = []] = await runQuery(database, {
    sql: `SELECT count(*) AS total ${from}`,
    parameters: unranked.parameters,
  });
  const total = Number(counted?.total ?? 0);
  if (total === 0 && terms.length > 1) return matchMost(database, query, condition);

  const listedTerms = terms.filter(({ needle }) => needle === undefined);
  const ranking = createRanking(query, limitRankedTerms(terms.map(() => total)));
  const among = toCandidates(ranking, allOf(listedTerms.map(matchAnywhere)), condition);
  const ranked = {
    ...among,
    from: `${among.from} AND number IN (${every.sql})`,
    parameters: [...among.parameters, ...every.parameters],
  };
  return { ranked, unranked, matched: 'all' };
}

async function matchMost(database: Database, query: SearchQuery, condition: Sql): Promise<SearchMatching> {
  const ranking = createRanking(query, limitRankedTerms(query.matches.terms.map(({ having }) => having.at(-1) ?? 0)));
  const significant = findSignificantTerms(ranking);
  const isNamed = significant.every(({ needle }) => needle === undefined);
  const among = toCandidates(ranking, isNamed ? anyOf(significant.map(matchAnywhere)) : undefined, condition);
  const { before, from, parameters } = among;
  const [[most] = []] = await runQuery(database, {
    sql: `${before}SELECT max(information) AS most ${from}`,
    parameters,
  });
  const least = enough(ranking.weighing, Number(most?.most ?? 0));
  const ranked = { before, from: `${from} AND information >= ?`, parameters: [...parameters, least] };
  return { ranked, unranked: ranked, matched: 'most' };
}

/** The terms that listings are ranked by, and their weights. */
interface Ranking {
  readonly terms: readonly TermMatchList[];
  readonly weighing: TermWeights;
}

function createRanking({ terms, matches }: SearchQuery, chosen: readonly number[]): Ranking {
  const among = <T>(all: readonly T[]) => all.filter((_, term) => chosen.includes(term));
  const chosenTerms = among(matches.terms);
  const having = chosenTerms.map(term => term.having);
  return { terms: chosenTerms, weighing: computeTermWeights(among(terms), having, matches.size) };
}

/** @param among an FTS5 expression for the candidates; all listings if undefined */
function toCandidates({ terms, weighing }: Ranking, among: string | undefined, condition: Sql): Candidates {
  return {
    before: `WITH ${MATCHES_SQL} `,
    from: `FROM answers WHERE ${condition.sql}`,
    parameters: [...toMatchedSql(terms, weighing, among), weighing.best, ...condition.parameters],
  };
}

/** Selects the numbers of the listings that have every term. Only the first term can need a substring search. */
function toMatchAllSql(terms: readonly TermMatchList[]): Sql {
  const [first, ...others] = terms;
  const { needle = '' } = first ?? {};
  const matching = 'SELECT rowid FROM texts WHERE texts MATCH ?';
  if (needle === '') return { sql: matching, parameters: [allOf(terms.map(matchAnywhere)) ?? ''] };
  const own = `(rowid IN (${matching}) OR instr(name || ' ', ?) > 0 OR instr(description || ' ', ?) > 0)`;
  const found = [first ? (matchAnywhere(first) ?? '') : '', needle, needle];
  const rest = allOf(others.map(matchAnywhere));
  if (rest === undefined) return { sql: `SELECT rowid FROM texts WHERE ${own}`, parameters: found };
  return { sql: `${matching} AND ${own}`, parameters: [rest, ...found] };
}

/** Returns an expression that matches listings with a term at any level; undefined if no listing does. */
function matchAnywhere({ matches }: TermMatchList): string | undefined {
  return anyOf(matches);
}

/** Returns the significant terms. The others together do not suffice for a match. */
function findSignificantTerms({ terms, weighing }: Ranking): readonly TermMatchList[] {
  const worthOf = (term: number) => weighing.worths[term]?.[EXACT] ?? 0;
  const lightFirst = [...terms.keys()].sort((a, b) => worthOf(a) - worthOf(b));
  let skipped = 0;
  return lightFirst.flatMap(term => {
    skipped += worthOf(term);
    const matches = terms[term];
    return skipped < enough(weighing, 0) || matches === undefined ? [] : [matches];
  });
}
