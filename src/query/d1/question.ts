import type { Matches } from '../engine.ts';
import { enough, HIGHEST, INSIDE, NAME, type Weighing, WHOLE_NAME, weighingOf } from '../relevance.ts';
import { termsOf } from '../terms.ts';
import { ask, type Database, type Parameter, type Sql } from './database.ts';
import { type Sightings, sightingsOf } from './sightings.ts';

/** From where the listings that match a query are selected. */
export interface Candidates {
  /** What comes before `SELECT`. */
  readonly before: string;
  /** What comes after the columns: `FROM …`. */
  readonly from: string;
  readonly parameters: readonly Parameter[];
  readonly matched?: NonNullable<Matches['matched']>;
}

/** A text that is searched for, with all that the database knows of its terms. */
export interface Question {
  readonly terms: number;
  readonly weighing: Weighing;
  /** The parameters of `ANSWERS`. */
  readonly seen: readonly Parameter[];
}

/** Looks the terms of `q` up. */
export async function questionOf(database: Database, q: string): Promise<Question> {
  const terms = termsOf(q);
  const sightings = await sightingsOf(database, terms);
  const having = sightings.terms.map(term => term.having);
  const weighing = weighingOf(terms, having, sightings.size);
  return { terms: terms.length, weighing, seen: [...found(sightings, weighing), weighing.best] };
}

/**
 * The listings that pass a condition and have every term of a question; when there is none, those that have most of what
 * it says. `relevance` is among their columns, as all engines compute it.
 */
export async function answering(
  database: Database,
  { terms, weighing, seen }: Question,
  condition: Sql,
): Promise<Candidates> {
  if (terms === 0) {
    const from = `FROM (SELECT *, 0 AS relevance FROM listings) WHERE ${condition.sql}`;
    return { before: '', from, parameters: condition.parameters, matched: 'all' };
  }
  const passing = {
    before: `WITH ${ANSWERS} `,
    from: `FROM answers WHERE ${condition.sql}`,
    parameters: [...seen, ...condition.parameters],
  };
  const every = { ...passing, from: `${passing.from} AND terms = ?`, parameters: [...passing.parameters, terms] };
  if (terms < 2) return { ...every, matched: 'all' };

  const [[most] = []] = await ask(database, {
    sql: `${passing.before}SELECT max(information) AS information, sum(terms = ?) AS every ${passing.from}`,
    parameters: [...seen, terms, ...condition.parameters],
  });
  if (Number(most?.every ?? 0) > 0) return { ...every, matched: 'all' };
  const least = enough(weighing, Number(most?.information ?? 0));
  return {
    ...passing,
    from: `${passing.from} AND information >= ?`,
    parameters: [...passing.parameters, least],
    matched: 'most',
  };
}

/**
 * What the listings have of a question: for each term and place what the best sighting is worth there, added up as
 * `relevanceOf` and `informationOf` do. The parameters are `found`, and the most that a listing can have.
 */
const ANSWERS = `
  found (listing, term, place, worth) AS (
    SELECT texts.rowid, seen.value ->> 'term', seen.value ->> 'place', seen.value ->> 'worth'
    FROM json_each(?) AS seen CROSS JOIN texts WHERE texts MATCH (seen.value ->> 'match')
    UNION ALL
    SELECT texts.rowid, seen.value ->> 'term', seen.value ->> 'place', seen.value ->> 'worth'
    FROM json_each(?) AS seen CROSS JOIN texts
    WHERE instr(iif(seen.value ->> 'place' = 'name', name, description) || ' ', seen.value ->> 'needle') > 0),
  best (listing, name, description) AS (
    SELECT listing, max(iif(place = 'name', worth, 0)), max(iif(place = 'name', 0, worth))
    FROM found GROUP BY listing, term),
  ranked AS (
    SELECT listing, count(*) AS terms, sum(max(name, description)) AS information,
      sum(${NAME} * name + description) AS worth, sum(name) AS named_worth, sum(name > 0) AS named
    FROM best GROUP BY listing),
  answers AS (
    SELECT listings.*, terms, information, CAST(
      ${HIGHEST} * (worth + (${WHOLE_NAME}.0 * named_worth * min(named, name_length)) / max(1, name_length)) / ?
      AS INTEGER) AS relevance
    FROM ranked CROSS JOIN listings ON listings.number = ranked.listing)`;

/** What each sighting is worth, for `ANSWERS`: those that terms find, and those that are looked for in the texts. */
function found({ terms }: Sightings, { worths }: Weighing): [string, string] {
  const places = ['name', 'description'];
  const worthOf = (term: number, level: number) => worths[term]?.[level] ?? 0;
  const matches = terms.flatMap(({ matches }, term) =>
    [...matches.entries()].flatMap(([level, match]) =>
      match === undefined
        ? []
        : places.map(place => ({ term, place, worth: worthOf(term, level), match: `${place} : (${match})` })),
    ),
  );
  const needles = terms.flatMap(({ needle }, term) =>
    needle === undefined ? [] : places.map(place => ({ term, place, worth: worthOf(term, INSIDE), needle })),
  );
  return [JSON.stringify(matches), JSON.stringify(needles)];
}
