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
   * For each of `LEVELS`, an expression that matches listings with the term at this level; undefined if there are none.
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
  const known = terms.map(term => ({ term, ...begun(term) }));
  const first = known.slice(0, 1).filter(({ term, needle }) => term.within !== 'nowhere' && needle === undefined);
  const [[counted] = [], ...words] = await runQuery(
    database,
    { sql: 'SELECT count(*) AS size FROM listings', parameters: [] },
    ...first.map(({ term }) => wordsWithin(term)),
  );
  const size = Number(counted?.size ?? 0);
  for (const [i, each] of first.entries()) named(each, words[i]?.map(({ word }) => String(word)) ?? []);
  await count(database, known, EXACT, BEGINNING, INSIDE);
  await findNear(
    database,
    known.filter(({ term, having }) => term.edits >= 1 && isRare(having[BEGINNING] ?? 0, size)),
    ONE_EDIT,
  );
  await findNear(
    database,
    known.filter(({ term, having }) => term.edits >= 2 && having[ONE_EDIT] === 0),
    TWO_EDITS,
  );
  return { size, terms: known };
}

/** A term whose matches are being looked up. */
interface Sought {
  readonly term: Term;
  readonly matches: (string | undefined)[];
  needle?: string;
  readonly having: number[];
}

/** The maximum number of words in an expression that matches listings with any of them. */
const MOST_NAMED = 200;

/** Returns the levels that need only the term and its plural forms. Trigrams find parts of three or more letters. */
function begun({ text, beginning, forms, within }: Term): Pick<Sought, 'matches' | 'needle' | 'having'> {
  const longer = anyOf([beginning ? beginningWith(text) : undefined, ...forms.map(phrase)]);
  const isShort = within === 'anywhere' && [...text].length < 3;
  return { matches: [phrase(text), longer], having: [], ...(isShort && { needle: text }) };
}

function wordsWithin({ text, within }: Term): Sql {
  return within === 'anywhere'
    ? { sql: `SELECT word FROM words WHERE ${HAVING_PART} LIMIT ?`, parameters: [phrase(text), MOST_NAMED + 1] }
    : {
        sql: 'SELECT word FROM words WHERE reversed >= ? AND reversed < ? || char(1114111) LIMIT ?',
        parameters: [reversed(text), reversed(text), MOST_NAMED + 1],
      };
}

/**
 * Adds the level `INSIDE`: by the words that contain the term, or as a substring of the texts, in which a space ends a
 * word.
 */
function named(sought: Sought, words: readonly string[]): void {
  const { text, within } = sought.term;
  if (words.length <= MOST_NAMED) sought.matches[INSIDE] = anyOf(words.map(phrase));
  else sought.needle = within === 'end' ? `${text} ` : text;
}

async function findNear(database: Database, wanted: readonly Sought[], level: number): Promise<void> {
  if (wanted.length === 0) return;
  const edits = level === ONE_EDIT ? 1 : 2;
  const found = await runQuery(database, ...wanted.map(({ term }) => findFuzzyCandidates(term.text, edits)));
  for (const [i, { term, matches }] of wanted.entries()) {
    const words = (found[i] ?? []).map(({ word }) => String(word));
    matches[level] = anyOf(words.filter(word => isWithinEditDistance(word, term.text, edits)).map(phrase));
  }
  await count(database, wanted, level);
}

/** Counts the listings that have each term at one of the levels or a better one. */
async function count(database: Database, wanted: readonly Sought[], ...levels: readonly number[]): Promise<void> {
  const counts = wanted.flatMap(sought => levels.map(level => ({ sought, level, sql: countOf(sought, level) })));
  const counted = await runQuery(database, ...counts.map(({ sql }) => sql));
  for (const [i, { sought, level }] of counts.entries()) sought.having[level] = Number(counted[i]?.[0]?.listings ?? 0);
  for (const { having } of wanted) for (const level of LEVELS) having[level] ??= having[level - 1] ?? 0;
}

function countOf({ matches, needle }: Sought, level: number): Sql {
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
