/** What is needed of a D1 database (Cloudflare's SQLite), as the platform binds it. */
export interface Database {
  prepare(sql: string): Statement;
  /** Runs statements in one round trip. */
  batch(statements: Statement[]): Promise<readonly { readonly results: readonly unknown[] }[]>;
}

export interface Statement {
  bind(...parameters: Parameter[]): Statement;
}

/** What takes the place of a `?`. All that a client says is handed over so; no statement is put together from it. */
export type Parameter = string | number | null;

/** A part of a statement, with what takes the places of its `?`. */
export interface Sql {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** The rows that statements answer with, in one round trip. */
export async function runQuery(
  database: Database,
  ...statements: readonly Sql[]
): Promise<readonly (readonly Result[])[]> {
  const bound = statements.map(({ sql, parameters }) => database.prepare(sql).bind(...parameters));
  const answers = await database.batch(bound);
  return answers.map(({ results }) => results as readonly Result[]);
}

/** A row of a result by its columns. */
export type Result = Readonly<Record<string, Parameter>>;
