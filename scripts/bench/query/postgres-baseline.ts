import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Row } from '#contract/row.ts';
import type { Query } from '#query/query.ts';
import { INDEXES, quoteLiteral, TABLES, toColumns, toStatements } from './sql.ts';

/** A PostgreSQL server with the listings in temporary tables, which disappear on close. */
export interface PostgresBaseline {
  search(query: Query): Promise<string>;
  close(): Promise<void>;
}

/** Marks the end of the output of each statement. */
const END = '--- end ---';

/**
 * Fills PostgreSQL with an index on each column and on the trigrams of the text (pg_trgm). Queries run in one `psql`
 * process, which connects to the server in the environment (PGHOST, PGUSER, PGDATABASE, …).
 *
 * @throws Error if the server rejects a statement
 */
export async function createPostgresBaseline(rows: readonly Row[]): Promise<PostgresBaseline> {
  const psql = spawn('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: psql.stdout })[Symbol.asyncIterator]();
  const run = async (statement: string): Promise<string> => {
    psql.stdin.write(`${statement};\n\\echo '${END}'\n`);
    const output: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`psql exited at: ${statement.slice(0, 200)}`);
      if (value === END) return output.join('\n');
      output.push(value);
    }
  };
  await run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  for (const statement of TABLES) await run(statement);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await run(
      createInsert(
        'listings',
        batch.map((row, i) => [start + i, ...toColumns(row)]),
      ),
    );
    const categories = batch.flatMap((row, i) => [...new Set(row.categories)].map(each => [each, start + i]));
    await run(createInsert('categories', categories));
  }
  for (const statement of INDEXES) await run(statement);
  for (const column of ['name', 'text']) {
    await run(`CREATE INDEX in_${column} ON listings USING gin (${column} gin_trgm_ops)`);
  }
  await run('ANALYZE');
  return {
    search(query) {
      const { total, page } = toStatements(query, createCondition, createRelevanceOrder);
      return run(`${total};${page}`);
    },
    async close() {
      psql.stdin.end();
      await once(psql, 'close');
    },
  };
}

/** Rows per INSERT statement. */
const BATCH = 500;

function createInsert(
  table: 'listings' | 'categories',
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const values = rows.map(row => `(${row.map(each => (each === null ? 'NULL' : quoteLiteral(String(each)))).join()})`);
  return `INSERT INTO ${table} VALUES ${values.join()}`;
}

/** Matches the text as a substring, or a similar name. */
function createCondition(q: string): string {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return `(text ILIKE ${quoteLiteral(pattern)} OR name % ${quoteLiteral(q)})`;
}

function createRelevanceOrder(q: string): string {
  return `similarity(name, ${quoteLiteral(q)}) DESC`;
}
