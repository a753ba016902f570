import type { Entry } from '../../entry.ts';
import { PHRASE_MARK, weighTerms } from '../../text/document-terms.ts';
import type { ComputeDirection } from '../../text/meaning/listing-direction.ts';
import { readSearchText } from '../../text/search-text.ts';
import { normalizeText } from '../../text/words/normalize-text.ts';
import type { Parameter } from './database.ts';
import { FILTER_COLUMNS, toFilterColumns } from './filter-columns.ts';

/**
 * The tables of a registry. `listings` has the columns for filters and sort orders, `rows` the rows of responses, `texts` the
 * terms of listings, separated by one space so that SQLite splits them in the same way, `term_counts` how many listings have
 * each, `search_texts` the strength of each term of a listing and its direction, `words` each distinct word, `word_vectors`
 * the vectors of words and, for the empty word, the common direction, and `documents` the responses for single listings, in
 * parts.
 */
export const TABLES: Readonly<Record<string, string>> = {
  listings: `CREATE TABLE listings (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL, verified_at INTEGER, uptime REAL, changed_at INTEGER NOT NULL,
    ${FILTER_COLUMNS})`,
  rows: 'CREATE TABLE rows (number INTEGER PRIMARY KEY, json TEXT NOT NULL)',
  texts: `CREATE VIRTUAL TABLE texts USING fts5(terms, detail=column,
    tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'")`,
  words: `CREATE TABLE words (number INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, reversed TEXT NOT NULL, length INTEGER NOT NULL)`,
  term_counts: "CREATE VIRTUAL TABLE term_counts USING fts5vocab(texts, 'row')",
  search_texts: 'CREATE TABLE search_texts (number INTEGER PRIMARY KEY, terms TEXT NOT NULL, direction TEXT)',
  word_vectors: 'CREATE TABLE word_vectors (word TEXT PRIMARY KEY, vector TEXT NOT NULL) WITHOUT ROWID',
  documents: `CREATE TABLE documents (number INTEGER, kind TEXT, part INTEGER, text TEXT NOT NULL,
    PRIMARY KEY (number, kind, part)) WITHOUT ROWID`,
};

/** The indexes, created after the first sync. */
export const INDEXES: readonly string[] = [
  'CREATE INDEX listings_by_created_at ON listings (created_at, id)',
  'CREATE INDEX listings_by_verified_at ON listings (verified_at, id)',
  'CREATE INDEX listings_by_uptime ON listings (uptime, id)',
  'CREATE INDEX listings_by_name ON listings (name, id)',
  'CREATE INDEX listings_by_changed_at ON listings (changed_at)',
  'CREATE INDEX words_by_end ON words (reversed)',
];

/** The statements after each sync. */
export const FINAL_STATEMENTS: readonly string[] = ['ANALYZE'];

/** The values of one listing by table, in the order of the columns. */
export interface ListingValues {
  readonly listings: readonly Parameter[];
  readonly rows: readonly Parameter[];
  readonly texts: readonly Parameter[];
  readonly searchTexts: readonly Parameter[];
  /** The distinct words, without terms of several words. */
  readonly words: readonly string[];
}

/**
 * @param number the listing's own, for all tables
 * @param version identifies the stored content of the listing
 */
export function listingValues(
  { row, changedAt, text }: Entry,
  number: number,
  version: string,
  computeDirection: ComputeDirection | undefined,
): ListingValues {
  const terms = weighTerms(readSearchText(row, text));
  const direction = computeDirection && JSON.stringify([...computeDirection(terms)]);
  return {
    listings: [
      number,
      row.id,
      version,
      sortable(normalizeText(row.name)),
      Date.parse(row.created_at),
      row.verified_at === null ? null : Date.parse(row.verified_at),
      row.observed.uptime_90d,
      Date.parse(changedAt),
      ...toFilterColumns(row),
    ],
    rows: [number, JSON.stringify(row)],
    texts: [number, [...terms.keys()].map(toStoredTerm).join(' ')],
    searchTexts: [number, JSON.stringify(Object.fromEntries(terms)), direction ?? null],
    words: [...terms.keys()].filter(term => !term.startsWith(PHRASE_MARK)),
  };
}

/** A term without spaces: those of a term of several words become underscores, and one precedes it. */
export function toStoredTerm(term: string): string {
  return term.replaceAll(' ', '_');
}

/** A word as the columns of `words`, without its number. */
export function wordValues(word: string): readonly Parameter[] {
  return [word, reversed(word), word.length];
}

/** Words backwards, so that those with one end are next to each other. */
export function reversed(word: string): string {
  return [...word].reverse().join('');
}

/**
 * Returns a text that SQLite, which compares UTF-8 bytes, sorts as JavaScript sorts the input, by UTF-16 code units. In
 * UTF-16, characters above U+FFFF sort before U+E000 to U+FFFF.
 */
function sortable(text: string): string {
  return text.replace(/[\uE000-\uFFFF]/gu, '\u{10FFFF}$&');
}
