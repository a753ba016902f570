import type { Row } from '#contract/row.ts';
import type { Match } from '../../engine.ts';
import { findConceptTerms, findCorrections } from '../../text/concept-terms.ts';
import { correctPlan, planLiteral, planQuery, type QueryPlan } from '../../text/query-plan.ts';
import { type RankedListings, Ranker } from '../../text/ranking/ranker.ts';
import { gradeOf } from '../../text/ranking/relevance.ts';
import { isQuoted, planSimilar } from '../../text/similar-listings.ts';
import type { ConceptTerms, ListingMeanings, TermSource } from '../../text/term-source.ts';
import { nameWords } from '../../text/terms.ts';
import { type Database, type Result, runQuery, type Sql } from './database.ts';
import { type DatabaseTerms, loadTerms, toMatch } from './database-terms.ts';
import { anyOf } from './match.ts';
import { limitMatches } from './match-limit.ts';

/** How many of the best candidates are ranked. */
export const MAX_RANKED = 200;

/** The listings that match a search text. */
export interface FoundListings {
  /** The number of each listing, and its relevance. */
  readonly relevance: ReadonlyMap<number, number>;
  /** The position of each listing's grade in the grades. */
  readonly grades: ReadonlyMap<number, number>;
  readonly corrections: ReadonlyMap<string, string>;
}

/** A search text, with the statistics of its terms in the database. */
export interface PreparedSearch {
  readonly plan: QueryPlan;
  readonly terms: DatabaseTerms;
}

/** Loads the statistics of the terms of a search text, as `rankText` plans it. */
export async function prepareSearch(database: Database, q: string): Promise<PreparedSearch> {
  const plan = planQuery(q);
  const { similarTo } = plan;
  if (similarTo === undefined) return preparePlan(database, plan);
  const literal = await rankAll(database, planLiteral(plan));
  if (isQuoted(plan, literal.ranked, literal.readRow)) return preparePlan(database, plan);
  const named = await rankAll(database, planQuery(similarTo.join(' ')));
  return preparePlan(database, planSimilar(plan, named.ranked, named.readRow));
}

/** Ranks the candidates of a plan, and reads their rows. */
async function rankAll(
  database: Database,
  plan: QueryPlan,
): Promise<{ readonly ranked: RankedListings; readonly readRow: (listing: number) => Row }> {
  const { numbers, ranked } = await rankListings(database, await preparePlan(database, plan), ALL);
  const [rows = []] = await runQuery(database, {
    sql: 'SELECT number, json FROM rows WHERE number IN (SELECT value FROM json_each(?))',
    parameters: [JSON.stringify(numbers)],
  });
  const texts = new Map(rows.map(({ number, json }) => [Number(number), String(json)] as const));
  return { ranked, readRow: listing => JSON.parse(texts.get(numbers[listing] ?? 0) ?? '') };
}

const ALL: Sql = { sql: 'true', parameters: [] };

async function preparePlan(database: Database, plan: QueryPlan): Promise<PreparedSearch> {
  const terms = await loadTerms(database, plan);
  const corrections =
    plan.corrections ??
    findCorrections(
      plan.concepts,
      plan.concepts.map(concept => findConceptTerms(terms.source, concept)),
    );
  const corrected = correctPlan(plan, corrections);
  return { plan: corrected, terms: corrections.size === 0 ? terms : await loadTerms(database, corrected) };
}

/**
 * Ranks the best `MAX_RANKED` candidates that meet a condition, as the other engines do. The database finds the
 * candidates by the information of their terms.
 */
export async function findListings(database: Database, search: PreparedSearch, condition: Sql): Promise<FoundListings> {
  const { numbers, ranked } = await rankListings(database, search, condition);
  const { listings, relevance, grades, corrections } = ranked;
  const byNumber = (values: ArrayLike<number>) =>
    new Map(Array.from(listings, (listing, i) => [numbers[listing] ?? 0, values[i] ?? 0] as const));
  return { relevance: byNumber(relevance), grades: byNumber(grades), corrections };
}

/** The candidates of a search, by id, and their ranks. */
interface RankedCandidates {
  readonly numbers: readonly number[];
  readonly ranked: RankedListings;
}

async function rankListings(
  database: Database,
  { plan, terms }: PreparedSearch,
  condition: Sql,
): Promise<RankedCandidates> {
  const chosen = limitMatches(terms.concepts.map(({ listings }) => listings));
  const match = anyOf(chosen.map(concept => terms.concepts[concept]?.match));
  const candidates = match === undefined ? [] : await findCandidates(database, match, condition);
  const sorted = candidates.toSorted((a, b) => compare(String(a.id), String(b.id)));
  const numbers = sorted.map(({ number }) => Number(number));
  const { source, meanings } = await loadCandidates(database, { plan, terms }, sorted);
  return { numbers, ranked: new Ranker(source, meanings).rank(plan) };
}

/** Finds the best listings that match an FTS5 expression and a condition. */
async function findCandidates(database: Database, match: string, condition: Sql): Promise<readonly Result[]> {
  const [candidates = []] = await runQuery(database, {
    sql:
      'SELECT number, id, name FROM texts JOIN listings ON listings.number = texts.rowid ' +
      `WHERE texts MATCH ? AND ${condition.sql} ORDER BY rank, id LIMIT ${MAX_RANKED}`,
    parameters: [match, ...condition.parameters],
  });
  return candidates;
}

/** Returns the best grade of some listings. */
export function findBestGrade({ grades }: FoundListings): Match {
  return gradeOf(Math.max(0, ...grades.values()));
}

/** Loads the terms and meanings of candidates, which are numbered in the given order. */
async function loadCandidates(
  database: Database,
  { plan, terms }: PreparedSearch,
  candidates: readonly Result[],
): Promise<{ readonly source: TermSource; readonly meanings: ListingMeanings | undefined }> {
  const { source } = terms;
  const numbers = candidates.map(({ number }) => Number(number));
  const all = Array.from({ length: source.range('\uffff')[1] }, (_, term) => source.textAt(term));
  const words = plan.concepts.flatMap(each => [
    ...each.words,
    ...each.alternatives.flatMap(({ term }) => term.split(' ')),
  ]);
  const ids = JSON.stringify(numbers);
  const [strengths = [], directions = [], vectors = [], [common] = []] = await runQuery(
    database,
    {
      sql:
        'SELECT number, key AS term, value AS strength FROM search_texts JOIN json_each(search_texts.terms) ' +
        'WHERE number IN (SELECT value FROM json_each(?)) AND key IN (SELECT value FROM json_each(?))',
      parameters: [ids, JSON.stringify(all)],
    },
    {
      sql:
        'SELECT number, direction, (SELECT count(*) FROM json_each(search_texts.terms)) AS size ' +
        'FROM search_texts WHERE number IN (SELECT value FROM json_each(?))',
      parameters: [ids],
    },
    {
      sql: 'SELECT word, vector FROM word_vectors WHERE word IN (SELECT value FROM json_each(?))',
      parameters: [JSON.stringify([...words, ...all])],
    },
    { sql: `SELECT vector FROM word_vectors WHERE word = ''`, parameters: [] },
  );
  const places = new Map(numbers.map((number, place) => [number, place] as const));
  const sizes = new Map(directions.map(({ number, size }) => [places.get(Number(number)), Number(size)] as const));
  const lists = Map.groupBy(strengths, ({ term }) => String(term));
  const counted = new Map(
    terms.concepts.flatMap(({ match, whole }) => (match === undefined ? [] : [[match, whole] as const])),
  );
  const limited: TermSource = {
    ...source,
    listings: numbers.length,
    countWhole: (some: ConceptTerms) => counted.get(toMatch(source, some) ?? '') ?? 0,
    read: (term, listings, strengthsOf) => {
      const list = lists.get(source.textAt(term)) ?? [];
      for (const [i, { number, strength }] of list.entries()) {
        listings[i] = places.get(Number(number)) ?? 0;
        strengthsOf[i] = Number(strength);
      }
      return list.length;
    },
    countTerms: listing => sizes.get(listing) ?? 0,
    nameOf: listing => nameWords(String(candidates[listing]?.name)),
  };
  return { source: limited, meanings: common && createMeanings(common, vectors, directions, places) };
}

function createMeanings(
  common: Result,
  vectors: readonly Result[],
  directions: readonly Result[],
  places: ReadonlyMap<number, number>,
): ListingMeanings {
  const byWord = new Map(vectors.map(({ word, vector }) => [String(word), readVector(vector)] as const));
  const shared: number[] = JSON.parse(String(common.vector));
  const all = new Int8Array(places.size * shared.length);
  for (const { number, direction } of directions) {
    all.set(readVector(direction), (places.get(Number(number)) ?? 0) * shared.length);
  }
  return {
    vectorOf: word => byWord.get(word),
    common: shared,
    directions: all,
  };
}

function readVector(text: unknown): Int8Array {
  return Int8Array.from(JSON.parse(String(text ?? '[]')));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
