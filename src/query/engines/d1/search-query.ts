import type { Matches } from '../../engine.ts';
import { computeTermWeights, EXACT, enough, type TermWeights } from '../../text/relevance.ts';
import { extractTerms, type Term } from '../../text/terms.ts';
import { type Database, type Parameter, runQuery, type Sql } from './database.ts';
import { allOf, anyOf } from './match.ts';
import { MATCHES_SQL, toMatchedSql } from './matches.ts';
import { limitRankedTerms } from './rank-limit.ts';
import { findTermMatches, type TermMatches, type TermMatchList } from './term-matches.ts';

/** From where the listings that match a query are selected. */
export interface Candidates {
  /** What comes before `SELECT`. */
  readonly before: string;
  /** What comes after the columns: `FROM …`. */
  readonly from: string;
  readonly parameters: readonly Parameter[];
}

/** The candidates of a question. */
export interface SearchMatching {
  /** With their relevance, as all engines compute it. */
  readonly ranked: Candidates;
  /** The same listings without it, where they are found sooner so. */
  readonly unranked: Candidates;
  readonly matched: NonNullable<Matches['matched']>;
}

/** A text that is searched for, with all that the database knows of its terms. */
export interface SearchQuery {
  readonly terms: readonly Term[];
  readonly sightings: TermMatches;
}

/** Looks the terms of `q` up. */
export async function loadSearchQuery(database: Database, q: string): Promise<SearchQuery> {
  const terms = extractTerms(q);
  return { terms, sightings: await findTermMatches(database, terms) };
}

/**
 * The listings that pass a condition and have every term of a question; when there is none, those that have most of what
 * it says.
 */
export async function matchSearch(database: Database, question: SearchQuery, condition: Sql): Promise<SearchMatching> {
  const { terms } = question.sightings;
  if (terms.length === 0) {
    const from = `FROM (SELECT *, 0 AS relevance FROM listings) WHERE ${condition.sql}`;
    const all = { before: '', from, parameters: condition.parameters };
    return { ranked: all, unranked: all, matched: 'all' };
  }
  const every = havingEvery(terms);
  const from = `FROM listings WHERE number IN (${every.sql}) AND ${condition.sql}`;
  const unranked = { before: '', from, parameters: [...every.parameters, ...condition.parameters] };
  const [[counted] = []] = await runQuery(database, {
    sql: `SELECT count(*) AS total ${from}`,
    parameters: unranked.parameters,
  });
  const total = Number(counted?.total ?? 0);
  if (total === 0 && terms.length > 1) return answeringMost(database, question, condition);

  const named = terms.filter(({ needle }) => needle === undefined);
  const ranking = rankingOf(question, limitRankedTerms(terms.map(() => total)));
  const among = answersAmong(ranking, allOf(named.map(anywhere)), condition);
  const ranked = {
    ...among,
    from: `${among.from} AND number IN (${every.sql})`,
    parameters: [...among.parameters, ...every.parameters],
  };
  return { ranked, unranked, matched: 'all' };
}

async function answeringMost(database: Database, question: SearchQuery, condition: Sql): Promise<SearchMatching> {
  const ranking = rankingOf(
    question,
    limitRankedTerms(question.sightings.terms.map(({ having }) => having.at(-1) ?? 0)),
  );
  const weighty = weightyTerms(ranking);
  const isNamed = weighty.every(({ needle }) => needle === undefined);
  const among = answersAmong(ranking, isNamed ? anyOf(weighty.map(anywhere)) : undefined, condition);
  const { before, from, parameters } = among;
  const [[most] = []] = await runQuery(database, {
    sql: `${before}SELECT max(information) AS most ${from}`,
    parameters,
  });
  const least = enough(ranking.weighing, Number(most?.most ?? 0));
  const ranked = { before, from: `${from} AND information >= ?`, parameters: [...parameters, least] };
  return { ranked, unranked: ranked, matched: 'most' };
}

/** The terms by which listings are ranked, and what they weigh. */
interface Ranking {
  readonly terms: readonly TermMatchList[];
  readonly weighing: TermWeights;
}

function rankingOf({ terms, sightings }: SearchQuery, chosen: readonly number[]): Ranking {
  const among = <T>(all: readonly T[]) => all.filter((_, term) => chosen.includes(term));
  const known = among(sightings.terms);
  const having = known.map(term => term.having);
  return { terms: known, weighing: computeTermWeights(among(terms), having, sightings.size) };
}

/** @param among what finds the listings that are looked at; without it, all are */
function answersAmong({ terms, weighing }: Ranking, among: string | undefined, condition: Sql): Candidates {
  return {
    before: `WITH ${MATCHES_SQL} `,
    from: `FROM answers WHERE ${condition.sql}`,
    parameters: [...toMatchedSql(terms, weighing, among), weighing.best, ...condition.parameters],
  };
}

/** Selects the numbers of the listings that have every term. Only the first can be one that is looked for in texts. */
function havingEvery(terms: readonly TermMatchList[]): Sql {
  const [first, ...others] = terms;
  const { needle = '' } = first ?? {};
  const matching = 'SELECT rowid FROM texts WHERE texts MATCH ?';
  if (needle === '') return { sql: matching, parameters: [allOf(terms.map(anywhere)) ?? ''] };
  const own = `(rowid IN (${matching}) OR instr(name || ' ', ?) > 0 OR instr(description || ' ', ?) > 0)`;
  const found = [first ? (anywhere(first) ?? '') : '', needle, needle];
  const rest = allOf(others.map(anywhere));
  if (rest === undefined) return { sql: `SELECT rowid FROM texts WHERE ${own}`, parameters: found };
  return { sql: `${matching} AND ${own}`, parameters: [rest, ...found] };
}

/** What finds the listings that have a term at any level. */
function anywhere({ matches }: TermMatchList): string | undefined {
  return anyOf(matches);
}

/** The terms of weight: the others together are too little for an answer. */
function weightyTerms({ terms, weighing }: Ranking): readonly TermMatchList[] {
  const worthOf = (term: number) => weighing.worths[term]?.[EXACT] ?? 0;
  const lightFirst = [...terms.keys()].sort((a, b) => worthOf(a) - worthOf(b));
  let passedOver = 0;
  return lightFirst.flatMap(term => {
    passedOver += worthOf(term);
    const sightings = terms[term];
    return passedOver < enough(weighing, 0) || sightings === undefined ? [] : [sightings];
  });
}
