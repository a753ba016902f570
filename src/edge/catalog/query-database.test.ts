import { expect, test } from 'vitest';
import { sqliteDatabase } from '#query/engines/d1/sqlite.fixture.ts';
import { queryDatabase } from './query-database.ts';

const database = sqliteDatabase();

test('uses a database only if QUERY_ENGINE is d1', () => {
  expect(queryDatabase({}, database)).toBeUndefined();
  expect(queryDatabase({ QUERY_ENGINE: 'index' }, database)).toBeUndefined();
  expect(queryDatabase({ QUERY_ENGINE: 'd1' }, database)).toBe(database);
});

test('rejects an impossible configuration with a message', () => {
  expect(() => queryDatabase({ QUERY_ENGINE: 'd1' }, undefined)).toThrow('no database is bound as DB');
  expect(() => queryDatabase({ QUERY_ENGINE: 'sql' }, database)).toThrow('QUERY_ENGINE is "sql"');
});
