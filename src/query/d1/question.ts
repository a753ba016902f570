import type { Matches } from '../engine.ts';
import { EXACT, enough, type Weighing, weighingOf } from '../relevance.ts';
import { termsOf } from '../terms.ts';
import { ANSWERS, seenIn } from './answers.ts';
import { ask, type Database, type Parameter, type Sql } from './database.ts';
import { allOf, anyOf } from './match.ts';
import { sightingsOf, type TermSightings } from './sightings.ts';

/** From where the listings that match a query are selected. */
export interface Candidates {
  /** What comes before `SELECT`. */
  readonly before: string;
  /** What comes after the columns: `FROM …`. */
  readonly from: string;
  readonly parameters: readonly Parameter[];
}

/** The candidates of a question. */
export interface Answering {
  /** With their relevance, as all engines compute it. */
  readonly ranked: Candidates;
  /** The same listings without it, where they are found sooner so. */
  readonly unranked: Candidates;
  readonly matched: NonNullable<Matches['matched']>;
}

/** A text that is searched for, with all that the database knows of its terms. */
export interface Question {
  readonly terms: readonly TermSightings[];
  readonly weighing: Weighing;
}

/** Looks the terms of `q` up. */
export async function questionOf(database: Database, q: string): Promise<Question> {
  const { size, terms: known } = await sightingsOf(database, termsOf(q));
  const having = known.map(term => term.having);
  return { terms: known, weighing: weighingOf(termsOf(q), having, size) };
}

/**
 * The listings that pass a condition and have every term of a question; when there is none, those that have most of what
 * it says.
 */
export async function answering(database: Database, question: Question, condition: Sql): Promise<Answering> {
  const { terms } = question;
  if (terms.length === 0) {
    const from = `FROM (SELECT *, 0 AS relevance FROM listings) WHERE ${condition.sql}`;
    const all = { before: '', from, parameters: condition.parameters };
    return { ranked: all, unranked: all, matched: 'all' };
  }
  const every = havingEvery(terms);
  const unranked = {
    before: '',
    from: `FROM listings WHERE number IN (${every.sql}) AND ${condition.sql}`,
    parameters: [...every.parameters, ...condition.parameters],
  };
  if (terms.length > 1) {
    const { from, parameters } = unranked;
    const [found = []] = await ask(database, { sql: `SELECT number ${from} LIMIT 1`, parameters });
    if (found.length === 0) return answeringMost(database, question, condition);
  }
  const named = terms.filter(({ needle }) => needle === undefined);
  const among = answersAmong(question, allOf(named.map(anywhere)), condition);
  const ranked = { ...among, from: `${among.from} AND terms = ?`, parameters: [...among.parameters, terms.length] };
  return { ranked, unranked, matched: 'all' };
}

async function answeringMost(database: Database, question: Question, condition: Sql): Promise<Answering> {
  const weighty = weightyTerms(question);
  const isNamed = weighty.every(({ needle }) => needle === undefined);
  const among = answersAmong(question, isNamed ? anyOf(weighty.map(anywhere)) : undefined, condition);
  const { before, from, parameters } = among;
  const [[most] = []] = await ask(database, { sql: `${before}SELECT max(information) AS most ${from}`, parameters });
  const least = enough(question.weighing, Number(most?.most ?? 0));
  const ranked = { before, from: `${from} AND information >= ?`, parameters: [...parameters, least] };
  return { ranked, unranked: ranked, matched: 'most' };
}

/** @param among what finds the listings that are looked at; without it, all are */
function answersAmong({ terms, weighing }: Question, among: string | undefined, condition: Sql): Candidates {
  return {
    before: `WITH ${ANSWERS} `,
    from: `FROM answers WHERE ${condition.sql}`,
    parameters: [...seenIn(terms, weighing, among), weighing.best, ...condition.parameters],
  };
}

/** Selects the numbers of the listings that have every term. Only the first can be one that is looked for in texts. */
function havingEvery(terms: readonly TermSightings[]): Sql {
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
function anywhere({ matches }: TermSightings): string | undefined {
  return anyOf(matches);
}

/** The terms of weight: the others together are too little for an answer. */
function weightyTerms({ terms, weighing }: Question): readonly TermSightings[] {
  const worthOf = (term: number) => weighing.worths[term]?.[EXACT] ?? 0;
  const lightFirst = [...terms.keys()].sort((a, b) => worthOf(a) - worthOf(b));
  let passedOver = 0;
  return lightFirst.flatMap(term => {
    passedOver += worthOf(term);
    const sightings = terms[term];
    return passedOver < enough(weighing, 0) || sightings === undefined ? [] : [sightings];
  });
}
