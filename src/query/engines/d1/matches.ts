import { HIGHEST, INSIDE, NAME, type TermWeights, WHOLE_NAME } from '../../text/relevance.ts';
import type { TermMatchList } from './term-matches.ts';

/**
 * The table `answers`: what listings have of a question. For each term and place what the best sighting is worth there is
 * added up as `relevanceOf` and `informationOf` do. The parameters are `seenIn`, and the most that a listing can have.
 */
export const MATCHES_SQL = `
  found (listing, term, place, worth) AS (
    SELECT texts.rowid, seen.value ->> 'term', seen.value ->> 'place', seen.value ->> 'worth'
    FROM json_each(?) AS seen CROSS JOIN texts WHERE texts MATCH (seen.value ->> 'match') || ?
    UNION ALL
    SELECT texts.rowid, seen.value ->> 'term', seen.value ->> 'place', seen.value ->> 'worth'
    FROM json_each(?) AS seen CROSS JOIN texts
    WHERE instr(iif(seen.value ->> 'place' = 'name', name, description) || ' ', seen.value ->> 'needle') > 0),
  best (listing, name, description) AS (
    SELECT listing, max(iif(place = 'name', worth, 0)), max(iif(place = 'name', 0, worth))
    FROM found GROUP BY listing, term),
  ranked AS (
    SELECT listing, sum(max(name, description)) AS information,
      sum(${NAME} * name + description) AS worth, sum(name) AS named_worth, sum(name > 0) AS named
    FROM best GROUP BY listing),
  answers AS (
    SELECT listings.*, information, CAST(
      ${HIGHEST} * (worth + (${WHOLE_NAME}.0 * named_worth * min(named, name_length)) / max(1, name_length)) / ?
      AS INTEGER) AS relevance
    FROM ranked CROSS JOIN listings ON listings.number = ranked.listing)`;

const PLACES = ['name', 'description'] as const;

/**
 * What each sighting is worth, for `ANSWERS`: of those that FTS5 finds, and of those that are looked for in the texts.
 * @param among what finds the listings that are looked at; without it, all are
 */
export function toMatchedSql(
  terms: readonly TermMatchList[],
  { worths }: TermWeights,
  among: string | undefined,
): readonly string[] {
  const worthOf = (term: number, level: number) => worths[term]?.[level] ?? 0;
  const matches = terms.flatMap(({ matches }, term) =>
    [...matches.entries()].flatMap(([level, match]) =>
      match === undefined
        ? []
        : PLACES.map(place => ({
            term,
            place,
            worth: worthOf(term, level),
            match: `${place} : (${match})`,
          })),
    ),
  );
  const needles = terms.flatMap(({ needle }, term) =>
    needle === undefined ? [] : PLACES.map(place => ({ term, place, worth: worthOf(term, INSIDE), needle })),
  );
  return [JSON.stringify(matches), among === undefined ? '' : ` AND (${among})`, JSON.stringify(needles)];
}
