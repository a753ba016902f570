import { HIGHEST, INSIDE, NAME, type TermWeights, WHOLE_NAME } from '../../text/relevance.ts';
import type { TermMatchList } from './term-matches.ts';

/**
 * The common table expression `answers`: the listings that match a query, with their relevance and information. For
 * each term and field, the value of the best match counts, as in `computeRelevance` and `computeInformation`. The
 * parameters are the results of `toMatchedSql`, and the maximum value of a listing.
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
 * Returns the parameters of `MATCHES_SQL`: the value of each term match, both of FTS5 matches and of substring matches.
 * @param among an FTS5 expression for the candidates; all listings if undefined
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
