import { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../../entry.ts';
import type { Database, Parameter, Statement } from './database.ts';
import { type Change, statementsFor } from './sync.ts';

/** A statement that records its parameters. */
interface BoundStatement extends Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** Returns an in-process SQLite database with the interface of D1. */
export function sqliteDatabase(sqlite = new DatabaseSync(':memory:')): Database {
  return {
    prepare(sql): BoundStatement {
      const bound = (parameters: readonly Parameter[]): BoundStatement => ({
        sql,
        parameters,
        bind: (...more) => bound(more),
      });
      return bound([]);
    },
    async batch(statements) {
      return (statements as BoundStatement[]).map(({ sql, parameters }) => ({
        results: sqlite.prepare(sql).all(...parameters),
      }));
    },
  };
}

/** Returns a database filled with entries as `fill-d1` fills one. */
export async function filledDatabase(entries: readonly Entry[], meaning?: Change['meaning']): Promise<Database> {
  const sqlite = new DatabaseSync(':memory:');
  const put = entries.map((entry, number) => ({ entry, number, version: '1', documents: {} }));
  for await (const statement of statementsFor({ isInitial: true, gone: [], put, meaning })) sqlite.exec(statement);
  return sqliteDatabase(sqlite);
}
