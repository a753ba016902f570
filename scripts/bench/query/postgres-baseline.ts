import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Row } from '#contract/row.ts';
import type { Query } from '#query/query.ts';
import { columnsOf, INDEXES, quoted, statementsOf, TABLES } from './sql.ts';

/** A PostgreSQL server that has the listings in temporary tables, which go when it is closed. */
export interface PostgresPeer {
  ask(query: Query): Promise<string>;
  close(): Promise<void>;
}

/** What ends the answer to each statement. */
const END = '--- end ---';

/**
 * PostgreSQL with an index on each column and the trigrams of the text (pg_trgm), asked through one `psql`, which takes
 * its server from the environment (PGHOST, PGUSER, PGDATABASE, …).
 *
 * @throws Error with what the server says, when it refuses a statement
 */
export async function postgresPeer(rows: readonly Row[]): Promise<PostgresPeer> {
  const psql = spawn('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: psql.stdout })[Symbol.asyncIterator]();
  const run = async (statement: string): Promise<string> => {
    psql.stdin.write(`${statement};\n\\echo '${END}'\n`);
    const answer: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`psql ended at: ${statement.slice(0, 200)}`);
      if (value === END) return answer.join('\n');
      answer.push(value);
    }
  };
  await run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  for (const statement of TABLES) await run(statement);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await run(
      insertOf(
        'listings',
        batch.map((row, i) => [start + i, ...columnsOf(row)]),
      ),
    );
    const categories = batch.flatMap((row, i) => [...new Set(row.categories)].map(each => [each, start + i]));
    await run(insertOf('categories', categories));
  }
  for (const statement of INDEXES) await run(statement);
  for (const column of ['name', 'text']) {
    await run(`CREATE INDEX in_${column} ON listings USING gin (${column} gin_trgm_ops)`);
  }
  await run('ANALYZE');
  return {
    ask(query) {
      const { total, page } = statementsOf(query, containing, relevance);
      return run(`${total};${page}`);
    },
    async close() {
      psql.stdin.end();
      await once(psql, 'close');
    },
  };
}

/** Rows sent at a time. */
const BATCH = 500;

function insertOf(table: 'listings' | 'categories', rows: readonly (readonly (string | number | null)[])[]): string {
  const values = rows.map(row => `(${row.map(each => (each === null ? 'NULL' : quoted(String(each)))).join()})`);
  return `INSERT INTO ${table} VALUES ${values.join()}`;
}

/** The text itself, or a name that is like it. */
function containing(q: string): string {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return `(text ILIKE ${quoted(pattern)} OR name % ${quoted(q)})`;
}

function relevance(q: string): string {
  return `similarity(name, ${quoted(q)}) DESC`;
}
