import type { Concept } from '../../text/concept.ts';
import {
  findConceptTerms,
  isRare,
  listSplits,
  listTerms,
  MAX_LONGER_LAST,
  MIN_TYPO_LENGTH,
} from '../../text/concept-terms.ts';
import { PHRASE_MARK } from '../../text/document-terms.ts';
import type { QueryPlan } from '../../text/query-plan.ts';
import type { ConceptTerms, TermMatch, TermSource } from '../../text/term-source.ts';
import { isWithinEditDistance } from '../../text/words/edit-distance.ts';
import { type Database, type Result, runQuery, type Sql } from './database.ts';
import { findFuzzyCandidates } from './fuzzy-match.ts';
import { anyOf, phrase } from './match.ts';
import { toStoredTerm } from './schema.ts';

/** The terms of a query in a database, with their statistics. */
export interface DatabaseTerms {
  /** Its lists are empty. */
  readonly source: TermSource;
  readonly concepts: readonly CountedConcept[];
}

/** The terms of a concept in a database. */
export interface CountedConcept {
  /** Its terms as an FTS5 expression; undefined without terms. */
  readonly match: string | undefined;
  /** The number of listings with any of them. */
  readonly listings: number;
  /** The number of listings with a term of the whole concept or with all of its words. */
  readonly whole: number;
}

/** Loads the terms that may match a query, in three round trips. */
export async function loadTerms(database: Database, { concepts }: QueryPlan): Promise<DatabaseTerms> {
  const wanted = [...new Set(concepts.flatMap(listTerms))].map(toStoredTerm);
  const open = concepts.flatMap(({ isOpen, words }) => (isOpen ? words : []));
  const isOnly = concepts.some(concept => concept.isOnly);
  const [[counted] = [], known = [], correct = [], ...longer] = await runQuery(
    database,
    { sql: 'SELECT count(*) AS size FROM listings', parameters: [] },
    {
      sql: 'SELECT term, doc FROM term_counts WHERE term IN (SELECT value FROM json_each(?))',
      parameters: [JSON.stringify(wanted)],
    },
    {
      sql: 'SELECT word FROM word_vectors WHERE word IN (SELECT value FROM json_each(?))',
      parameters: [JSON.stringify(open)],
    },
    ...open.map(findLongerTerms),
  );
  const correctWords = new Set(correct.map(({ word }) => String(word)));
  const size = Number(counted?.size ?? 0);
  const counts = new Map([...known, ...longer.flat()].map(toCount));
  const misspelled = open.filter(
    word =>
      word.length >= MIN_TYPO_LENGTH &&
      (isOnly || !correctWords.has(word)) &&
      isRare(counts.get(word) ?? 0, size) &&
      ![...counts.keys()].some(term => term.startsWith(word)),
  );
  const corrected = concepts.flatMap(({ typos = [] }) => typos);
  for (const [term, count] of await loadTypos(database, [...misspelled, ...corrected])) counts.set(term, count);
  const source = createSource(size, counts, correctWords);
  return { source, concepts: await countConcepts(database, source, concepts) };
}

function findLongerTerms(word: string): Sql {
  return {
    sql: 'SELECT term, doc FROM term_counts WHERE term >= ? AND term < ? || char(1114111) ORDER BY length(term), term LIMIT ?',
    parameters: [word, word, MAX_LONGER_LAST],
  };
}

async function loadTypos(
  database: Database,
  words: readonly string[],
): Promise<readonly (readonly [string, number])[]> {
  if (words.length === 0) return [];
  const candidates = await runQuery(
    database,
    ...words.map(word => {
      const { sql, parameters } = findFuzzyCandidates(word);
      const parts = listSplits(word).flat();
      return {
        sql: `SELECT term, doc FROM term_counts WHERE term IN (${sql} UNION SELECT value FROM json_each(?))`,
        parameters: [...parameters, JSON.stringify(parts)],
      };
    }),
  );
  return candidates.flat().map(toCount);
}

async function countConcepts(
  database: Database,
  source: TermSource,
  concepts: readonly Concept[],
): Promise<DatabaseTerms['concepts']> {
  const found = concepts.map(concept => findConceptTerms(source, concept));
  const matches = found.map(terms => toMatch(source, terms));
  const expressions = [...matches, ...found.map(terms => toWholeMatch(source, terms))];
  const counted = await runQuery(
    database,
    ...expressions.map(match => ({
      sql: 'SELECT count(*) AS listings FROM texts WHERE texts MATCH ?',
      parameters: [match ?? '""'],
    })),
  );
  const countAt = (i: number) => Number(counted[i]?.[0]?.listings ?? 0);
  return matches.map((match, i) => ({ match, listings: countAt(i), whole: countAt(concepts.length + i) }));
}

/** Returns the terms of a concept as an FTS5 expression; undefined without terms. */
export function toMatch(source: TermSource, { whole, parts }: ConceptTerms): string | undefined {
  return anyTerm(source, [whole, ...parts].flat());
}

/** Returns the FTS5 expression for a term of the whole concept or all of its words; undefined without terms. */
function toWholeMatch(source: TermSource, { whole, parts }: ConceptTerms): string | undefined {
  const words = parts.map(part => anyTerm(source, part));
  const hasAll = words.length > 0 && words.every(word => word !== undefined);
  return anyOf([anyTerm(source, whole), hasAll ? words.map(word => `(${word})`).join(' AND ') : undefined]);
}

function anyTerm(source: TermSource, terms: readonly TermMatch[]): string | undefined {
  return anyOf(terms.map(({ term }) => phrase(toStoredTerm(source.textAt(term)))));
}

function toCount({ term, doc }: Result): readonly [string, number] {
  const text = String(term);
  return [
    text.startsWith('_') && text.length > 1 ? PHRASE_MARK + text.slice(1).replaceAll('_', ' ') : text,
    Number(doc),
  ];
}

function createSource(
  size: number,
  counts: ReadonlyMap<string, number>,
  correctWords: ReadonlySet<string>,
): TermSource {
  const sorted = [...counts.keys()].sort();
  const numbers = new Map(sorted.map((term, i) => [term, i] as const));
  return {
    size,
    listings: 0,
    find: term => numbers.get(term),
    range: start => {
      const from = sorted.findIndex(term => term >= start);
      if (from < 0) return [sorted.length, sorted.length];
      const after = sorted.findIndex((term, i) => i >= from && !term.startsWith(start));
      return [from, after < 0 ? sorted.length : after];
    },
    textAt: term => sorted[term] ?? '',
    lengthAt: term => (sorted[term] ?? '').length,
    findTypos: word => [...sorted.keys()].filter(term => isWithinEditDistance(sorted[term] ?? '', word, 1)),
    isCorrect: word => correctWords.has(word),
    count: term => counts.get(sorted[term] ?? '') ?? 0,
    read: () => 0,
    countTerms: () => 0,
    nameOf: () => [],
  };
}
