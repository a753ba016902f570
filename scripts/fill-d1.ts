/**
 * `npm run fill-d1`: writes SQL for `wrangler d1 execute --file` that fills a D1 database from the build in BUILD_DIR
 * (./dist). Without options, the SQL recreates the tables.
 *   --stored FILE  what the database contains (see docs/self-hosting), to write only the difference
 *   --to FILE      output file (default: .cache/d1.sql)
 *
 * Exit status: 0 success, 1 failure, 2 invalid arguments.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { storedVersions } from '#build/d1/difference.ts';
import { writeDatabaseSql } from '#build/d1/write-database-sql.ts';
import { runScript } from '#cli/terminal/run-script.ts';

await runScript(async () => {
  const { values } = parseArgs({
    options: { stored: { type: 'string' }, to: { type: 'string', default: '.cache/d1.sql' } },
  });
  const stored = values.stored === undefined ? undefined : await storedVersions(values.stored);
  const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
  const { put, gone, kept } = await writeDatabaseSql(folder, values.to, stored);
  console.log(`${values.to}: ${put} listings to write, ${gone} to delete, ${kept} unchanged.`);
});
