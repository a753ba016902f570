import { isWithinEditDistance } from '../../text/edit-distance.ts';
import { BEGINNING, EXACT, INSIDE, isRare, LEVELS, ONE_EDIT, TWO_EDITS } from '../../text/relevance.ts';
import type { Term } from '../../text/terms.ts';
import { type Database, runQuery, type Sql } from './database.ts';
import { findFuzzyCandidates, HAVING_PART } from './fuzzy-match.ts';
import { anyOf, beginningWith, phrase } from './match.ts';
import { reversed } from './schema.ts';

/** The matches of one term of a query. */
export interface TermMatchList {
  /**
   * For each of `LEVELS`, an expression that matches listings with the term at this level; undefined if no listing has it.
   */
  readonly matches: (string | undefined)[];
  /** A substring to find in the texts, if too many words contain the term to list them. */
  readonly needle?: string;
  /** For each of `LEVELS`, the number of listings with the term at this level or a better one. */
  readonly having: number[];
}

/** The statistics of the terms of a query. */
export interface TermMatches {
  /** The number of listings. */
  readonly size: number;
  readonly terms: readonly TermMatchList[];
}

/** Finds the matches of each term, with typo tolerance for rare terms, in up to five round trips. */
export async function findTermMatches(database: Database, terms: readonly Term[]): Promise<TermMatches> {
  const lookups = terms.map(term => ({ term, ...startLookup(term) }));
  const first = lookups.slice(0, 1).filter(({ term, needle }) => term.within !== 'nowhere' && needle === undefined);
  const [[counted] = [], ...words] = await runQuery(
    database,
    { sql: 'SELECT count(*) AS size FROM listings', parameters: [] },
    ...first.map(({ term }) => wordsWithin(term)),
  );
  const size = Number(counted?.size ?? 0);
  for (const [i, each] of first.entries()) addInsideMatches(each, words[i]?.map(({ word }) => String(word)) ?? []);
  await count(database, lookups, EXACT, BEGINNING, INSIDE);
  await addFuzzyMatches(
    database,
    lookups.filter(({ term, having }) => term.edits >= 1 && isRare(having[BEGINNING] ?? 0, size)),
    ONE_EDIT,
  );
  await addFuzzyMatches(
    database,
    lookups.filter(({ term, having }) => term.edits >= 2 && having[ONE_EDIT] === 0),
    TWO_EDITS,
  );
  return { size, terms: lookups };
}

/** A term whose matches are being looked up. */
interface TermLookup {
  readonly term: Term;
  readonly matches: (string | undefined)[];
  needle?: string;
  readonly having: number[];
}

/** The maximum number of words in an expression that matches listings with any of them. */
const MAX_LISTED_WORDS = 200;

/** Returns the levels that need only the term and its plural forms. Trigrams find parts of three or more letters. */
function startLookup({ text, beginning, forms, within }: Term): Pick<TermLookup, 'matches' | 'needle' | 'having'> {
  const longer = anyOf([beginning ? beginningWith(text) : undefined, ...forms.map(phrase)]);
  const isShort = within === 'anywhere' && [...text].length < 3;
  return { matches: [phrase(text), longer], having: [], ...(isShort && { needle: text }) };
}

function wordsWithin({ text, within }: Term): Sql {
  return within === 'anywhere'
    ? { sql: `SELECT word FROM words WHERE ${HAVING_PART} LIMIT ?`, parameters: [phrase(text), MAX_LISTED_WORDS + 1] }
    : {
        sql: 'SELECT word FROM words WHERE reversed >= ? AND reversed < ? || char(1114111) LIMIT ?',
        parameters: [reversed(text), reversed(text), MAX_LISTED_WORDS + 1],
      };
}

/**
 * Adds the level `INSIDE`: by the words that contain the term, or as a substring of the texts, in which a space ends a
 * word.
 */
function addInsideMatches(lookup: TermLookup, words: readonly string[]): void {
  const { text, within } = lookup.term;
  if (words.length <= MAX_LISTED_WORDS) lookup.matches[INSIDE] = anyOf(words.map(phrase));
  else lookup.needle = within === 'end' ? `${text} ` : text;
}

async function addFuzzyMatches(database: Database, lookups: readonly TermLookup[], level: number): Promise<void> {
  if (lookups.length === 0) return;
  const edits = level === ONE_EDIT ? 1 : 2;
  const found = await runQuery(database, ...lookups.map(({ term }) => findFuzzyCandidates(term.text, edits)));
  for (const [i, { term, matches }] of lookups.entries()) {
    const words = (found[i] ?? []).map(({ word }) => String(word));
    matches[level] = anyOf(words.filter(word => isWithinEditDistance(word, term.text, edits)).map(phrase));
  }
  await count(database, lookups, level);
}

/** Counts the listings that have each term at one of the levels or a better one. */
async function count(database: Database, lookups: readonly TermLookup[], ...levels: readonly number[]): Promise<void> {
  const counts = lookups.flatMap(lookup => levels.map(level => ({ lookup, level, sql: toCountSql(lookup, level) })));
  const counted = await runQuery(database, ...counts.map(({ sql }) => sql));
  for (const [i, { lookup, level }] of counts.entries()) lookup.having[level] = Number(counted[i]?.[0]?.listings ?? 0);
  for (const { having } of lookups) for (const level of LEVELS) having[level] ??= having[level - 1] ?? 0;
}

function toCountSql({ matches, needle }: TermLookup, level: number): Sql {
  const match = anyOf(matches.slice(0, level + 1)) ?? '';
  const counting = 'SELECT count(*) AS listings FROM texts WHERE';
  if (needle === undefined || level < INSIDE) return { sql: `${counting} texts MATCH ?`, parameters: [match] };
  return {
    sql:
      `${counting} rowid IN (SELECT rowid FROM texts WHERE texts MATCH ?) ` +
      `OR instr(name || ' ', ?) > 0 OR instr(description || ' ', ?) > 0`,
    parameters: [match, needle, needle],
  };
}
