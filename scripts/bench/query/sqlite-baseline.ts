import { DatabaseSync } from 'node:sqlite';
import type { Row } from '#contract/row.ts';
import type { Query } from '#query/query.ts';
import { normalizeText, words } from '#query/text/words/normalize-text.ts';
import { COLUMNS, INDEXES, quoteLiteral, TABLES, toColumns, toStatements } from './sql.ts';

/** Creates an in-memory SQLite database with an index on each column and text trigrams in FTS5. No typo tolerance. */
export function createSqliteBaseline(rows: readonly Row[]): (query: Query) => string {
  const database = new DatabaseSync(':memory:');
  for (const statement of TABLES) database.exec(statement);
  database.exec("CREATE VIRTUAL TABLE temp.texts USING fts5(text, content='', tokenize='trigram')");
  const insert = database.prepare(`INSERT INTO listings VALUES (?, ${COLUMNS.map(() => '?').join()})`);
  const insertCategory = database.prepare('INSERT OR IGNORE INTO categories VALUES (?, ?)');
  const insertText = database.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  for (const [number, row] of rows.entries()) {
    insert.run(number, ...toColumns(row));
    insertText.run(number, `${row.name} ${row.description}`);
    for (const category of row.categories) insertCategory.run(category, number);
  }
  database.exec('COMMIT');
  for (const statement of [...INDEXES, 'ANALYZE']) database.exec(statement);
  return query => {
    const { total, page } = toStatements(query, createCondition, () => 'created_at DESC');
    const counted = database.prepare(total).get();
    const rows = database.prepare(page).all();
    return JSON.stringify(counted) + rows.map(({ json }) => json).join();
  };
}

/** Matches all words as substrings. The trigrams of FTS5 need words of at least three letters. */
function createCondition(q: string): string {
  const long = words(normalizeText(q)).filter(word => word.length > 2);
  if (long.length === 0) return `text LIKE ${quoteLiteral(`%${q}%`)}`;
  const match = long.map(word => `"${word}"`).join(' AND ');
  return `number IN (SELECT rowid FROM texts WHERE texts MATCH ${quoteLiteral(match)})`;
}
