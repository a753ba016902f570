/** `npm run fill-d1`: writes SQL that fills a D1 database from a build. */
import path from 'node:path';
import { storedVersions } from '#build/d1/difference.ts';
import { describeChange, writeDatabaseSql } from '#build/d1/write-database-sql.ts';
import { explainSyntaxError } from '#cli/terminal/explain-syntax-error.ts';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';

const USAGE = `Usage: npm run fill-d1 -- [--stored FILE] [--to FILE]

Writes SQL for wrangler d1 execute --file that fills a D1 database from the build in BUILD_DIR (default: dist). Without
options, or if the database is from a version that stores listings differently, the SQL recreates the tables.

  --stored FILE  content of the database, from wrangler d1 execute, to write only the difference
  --to FILE      output file (default: .cache/d1.sql)

Exit status: 0 success, 1 failure, 2 invalid arguments.`;

await runScript(async () => {
  const { values } = parseScriptArgs(USAGE, {
    options: { stored: { type: 'string' }, to: { type: 'string', default: '.cache/d1.sql' } },
  });
  const damaged = `${values.stored} is not valid JSON. Create it again with wrangler d1 execute --json.`;
  const stored =
    values.stored === undefined ? undefined : await explainSyntaxError(storedVersions(values.stored), damaged);
  const folder = path.resolve(process.env.BUILD_DIR || 'dist');
  console.log(`${values.to}: ${describeChange(await writeDatabaseSql(folder, values.to, stored))}`);
});
