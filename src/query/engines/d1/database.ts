/** The subset of the D1 binding (SQLite on Cloudflare) that this project uses. */
export interface Database {
  prepare(sql: string): Statement;
  /** Runs statements in one round trip. */
  batch(statements: Statement[]): Promise<readonly { readonly results: readonly unknown[] }[]>;
}

export interface Statement {
  bind(...parameters: Parameter[]): Statement;
}

/** A value for a `?` placeholder. All client input is bound as a parameter and never concatenated into a statement. */
export type Parameter = string | number | null;

/** A part of a statement, with the parameters of its `?` placeholders. */
export interface Sql {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** Returns the result rows of statements in one round trip. */
export async function runQuery(
  database: Database,
  ...statements: readonly Sql[]
): Promise<readonly (readonly Result[])[]> {
  const bound = statements.map(({ sql, parameters }) => database.prepare(sql).bind(...parameters));
  const responses = await database.batch(bound);
  return responses.map(({ results }) => results as readonly Result[]);
}

/** Returns a response about one listing, as the build wrote it; undefined if the listing does not exist. */
export async function storedDocument(
  database: Database,
  id: string,
  kind: 'listing' | 'history',
): Promise<string | undefined> {
  const [parts = []] = await runQuery(database, {
    sql: `SELECT text FROM documents JOIN listings USING (number) WHERE id = ? AND kind = ? ORDER BY part`,
    parameters: [id, kind],
  });
  return parts.length > 0 ? parts.map(({ text }) => text).join('') : undefined;
}

/** A result row by column. */
export type Result = Readonly<Record<string, Parameter>>;
