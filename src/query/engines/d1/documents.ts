import { type Database, runQuery } from './database.ts';

/** The responses about one listing that a database stores. */
export const DOCUMENTS = ['listing', 'history'] as const;

/** Returns a response about one listing, as the build wrote it; undefined if the listing does not exist. */
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
