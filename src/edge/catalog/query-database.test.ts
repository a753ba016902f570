import { expect, test } from 'vitest';
import { sqliteDatabase } from '#query/engines/d1/sqlite.fixture.ts';
import { queryDatabase } from './query-database.ts';

const database = sqliteDatabase();

test('a database is asked only where QUERY_ENGINE says so', () => {
  expect(queryDatabase({}, database)).toBeUndefined();
  expect(queryDatabase({ QUERY_ENGINE: 'index' }, database)).toBeUndefined();
  expect(queryDatabase({ QUERY_ENGINE: 'd1' }, database)).toBe(database);
});

test('what cannot be is told', () => {
  expect(() => queryDatabase({ QUERY_ENGINE: 'd1' }, undefined)).toThrow('no database is bound as DB');
  expect(() => queryDatabase({ QUERY_ENGINE: 'sql' }, database)).toThrow('QUERY_ENGINE is "sql"');
});
