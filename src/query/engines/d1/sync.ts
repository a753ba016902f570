import type { Entry } from '../../entry.ts';
import type { StoredMeaning } from '../../index/query-index.ts';
import { type ComputeDirection, createDirections } from '../../text/meaning/listing-direction.ts';
import { loadWordVectors, type WordVectors } from '../../text/meaning/word-vectors.ts';
import type { Parameter } from './database.ts';
import { FINAL_STATEMENTS, INDEXES, listingValues, TABLES, wordValues } from './schema.ts';

/** Everything that the database stores of one listing. */
export interface DatabaseSync {
  readonly entry: Entry;
  /** The listing's number, which is the same in each sync. */
  readonly number: number;
  /** Identifies this content, so that an unchanged listing is not stored again. */
  readonly version: string;
  /** Responses about the listing, by kind. */
  readonly documents: Readonly<Record<string, string>>;
}

/** The changes to a database. */
export interface Change {
  /** Drops and creates the tables first. */
  readonly isInitial: boolean;
  /** The numbers of removed listings, read after `put`. Listings in `put` are replaced anyway. */
  readonly gone: Iterable<number>;
  readonly put: Iterable<DatabaseSync> | AsyncIterable<DatabaseSync>;
  /** Without it, the search ranks by words only. */
  readonly meaning?: StoredMeaning | undefined;
}

/** D1 accepts statements of up to 100 kB. */
const MAX_STATEMENT_BYTES = 90_000;

/** The maximum length of a part of a document. Quotation marks may double it. */
const MAX_PART_LENGTH = 20_000;

/**
 * Yields the statements that fill or update a database, each on one line, within the limits of D1, and terminated by a
 * semicolon.
 */
export async function* statementsFor({ isInitial, gone, put, meaning }: Change): AsyncGenerator<string> {
  const vectors = meaning && readVectors(meaning);
  const computeDirection = vectors && createDirections(vectors);
  if (isInitial) for (const name of Object.keys(TABLES).reverse()) yield `DROP TABLE IF EXISTS ${name};`;
  if (isInitial) for (const table of Object.values(TABLES)) yield `${table.replace(/\n\s*/g, ' ')};`;
  const words = new Set<string>();
  const batch = new Batch();
  for await (const listing of put) {
    if (!isInitial) yield* toDeletes([listing.number]);
    yield* batch.add(listing, words, computeDirection);
  }
  for (const word of words) yield* batch.put('words (word, reversed, length)', wordValues(word));
  if (meaning !== undefined && vectors !== undefined) yield* toMeaningStatements(batch, meaning, vectors, isInitial);
  yield* batch.end();
  yield* toDeletes(gone);
  if (isInitial) for (const index of INDEXES) yield `${index};`;
  for (const statement of FINAL_STATEMENTS) yield `${statement};`;
}

function* toDeletes(numbers: Iterable<number>): Generator<string> {
  for (const number of numbers) {
    for (const table of ['listings', 'rows', 'search_texts', 'documents'])
      yield `DELETE FROM ${table} WHERE number = ${number};`;
    yield `DELETE FROM texts WHERE rowid = ${number};`;
  }
}

function readVectors({ wordVectors }: StoredMeaning): WordVectors {
  const loaded = loadWordVectors(wordVectors);
  if (!loaded.ok) throw new Error(`The word vectors are damaged: ${loaded.error}`);
  return loaded.value;
}

/** The vectors of words never change in a database; the common direction does. */
function* toMeaningStatements(
  batch: Batch,
  { common }: StoredMeaning,
  { words, vectorAt }: WordVectors,
  isInitial: boolean,
): Generator<string> {
  if (!isInitial) yield `DELETE FROM word_vectors WHERE word = '';`;
  yield* batch.put('word_vectors', ['', JSON.stringify([...common])]);
  if (!isInitial) return;
  for (const [number, word] of words.entries()) {
    yield* batch.put('word_vectors', [word, JSON.stringify([...vectorAt(number)])]);
  }
}

/** Groups rows of one table into statements within the length limit. */
class Batch {
  readonly #rows = new Map<string, { texts: string[]; length: number }>();

  *add(
    { entry, number, version, documents }: DatabaseSync,
    words: Set<string>,
    computeDirection: ComputeDirection | undefined,
  ): Generator<string> {
    const { listings, rows, texts, searchTexts, words: own } = listingValues(entry, number, version, computeDirection);
    yield* this.put('listings', listings);
    yield* this.put('rows', rows);
    yield* this.put('texts (rowid, terms)', texts);
    yield* this.put('search_texts', searchTexts);
    for (const [kind, text] of Object.entries(documents)) {
      for (const [part, each] of splitText(text).entries()) yield* this.put('documents', [number, kind, part, each]);
    }
    for (const word of own) words.add(word);
  }

  *put(table: string, values: readonly Parameter[]): Generator<string> {
    const text = `(${values.map(toLiteral).join()})`;
    const length = new TextEncoder().encode(text).length + 1;
    const { texts, length: before } = this.#rows.get(table) ?? { texts: [], length: 0 };
    if (before + length > MAX_STATEMENT_BYTES && texts.length > 0) {
      yield toInsert(table, texts);
      this.#rows.set(table, { texts: [text], length });
    } else {
      texts.push(text);
      this.#rows.set(table, { texts, length: before + length });
    }
  }

  *end(): Generator<string> {
    for (const [table, { texts }] of this.#rows) yield toInsert(table, texts);
    this.#rows.clear();
  }
}

/** Existing words stay. */
function toInsert(table: string, rows: readonly string[]): string {
  return `INSERT OR IGNORE INTO ${table} VALUES ${rows.join()};`;
}

function splitText(text: string): string[] {
  const parts: string[] = [];
  const letters = [...text];
  for (let start = 0; start < letters.length; start += MAX_PART_LENGTH) {
    parts.push(letters.slice(start, start + MAX_PART_LENGTH).join(''));
  }
  return parts;
}

/** Formats a value as an SQL literal. Line breaks become `char` calls, because a statement is one line. */
function toLiteral(value: Parameter): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  const text = `'${value.replaceAll("'", "''")}'`;
  return /[\r\n\0]/.test(text) ? `(${text.replace(/[\r\n\0]/g, each => `'||char(${each.charCodeAt(0)})||'`)})` : text;
}
