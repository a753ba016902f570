import type { Database } from '#query/engines/d1/database.ts';
import { SETTINGS } from '../settings.ts';

/**
 * Returns the database for queries on Workers if QUERY_ENGINE is `d1`; undefined if it is `index`.
 * @param bound the database binding
 * @throws RangeError with a message for the operator
 */
export function queryDatabase(
  { QUERY_ENGINE }: Readonly<Record<string, string | undefined>>,
  bound: Database | undefined,
): Database | undefined {
  const engine = QUERY_ENGINE || SETTINGS.QUERY_ENGINE.default;
  if (engine === 'index') return undefined;
  if (engine !== 'd1') throw new RangeError(`QUERY_ENGINE is "${engine}", but must be index or d1.`);
  if (bound === undefined) throw new RangeError('QUERY_ENGINE is "d1", but no database is bound as DB.');
  return bound;
}
