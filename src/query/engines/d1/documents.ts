import { type Database, runQuery } from './database.ts';

/** The answers about one listing that a database keeps, whole. */
export const DOCUMENTS = ['listing', 'history'] as const;

/** One of the answers about a listing, as the build wrote it; undefined when there is no such listing. */
export async function storedDocument(
  database: Database,
  id: string,
  kind: (typeof DOCUMENTS)[number],
): Promise<string | undefined> {
  const [parts = []] = await runQuery(database, {
    sql: `SELECT text FROM documents JOIN listings USING (number) WHERE id = ? AND kind = ? ORDER BY part`,
    parameters: [id, kind],
  });
  return parts.length > 0 ? parts.map(({ text }) => text).join('') : undefined;
}
