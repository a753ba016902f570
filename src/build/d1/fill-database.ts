import type { Database } from '#query/engines/d1/database.ts';
import { type Change, statementsFor } from '#query/engines/d1/sync.ts';

/** Fills an in-process database as `wrangler d1 execute` would from a file. */
export async function fillDatabase(database: Database, put: Change['put'], meaning?: Change['meaning']): Promise<void> {
  for await (const statement of statementsFor({ isInitial: true, gone: [], put, meaning })) {
    await database.batch([database.prepare(statement)]);
  }
}
