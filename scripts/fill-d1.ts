/**
 * `npm run fill-d1`: writes SQL for `wrangler d1 execute --file` that fills a D1 database from the build in BUILD_DIR
 * (./dist). Without options, the SQL recreates the tables.
 *   --stored FILE  what the database contains (see docs/self-hosting), to write only the difference
 *   --to FILE      output file (default: .cache/d1.sql)
 *
 * Exit status: 0 success, 1 failure, 2 invalid arguments.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { builtListings } from '#build/d1/built-listings.ts';
import { differenceFrom, storedVersions } from '#build/d1/difference.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { statementsFor } from '#query/engines/d1/sync.ts';

await runScript(async () => {
  const { values } = parseArgs({
    options: { stored: { type: 'string' }, to: { type: 'string', default: '.cache/d1.sql' } },
  });
  const stored = values.stored === undefined ? undefined : await storedVersions(values.stored);
  const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
  const { change, counted } = differenceFrom(stored, await builtListings(folder));
  await mkdir(path.dirname(path.resolve(values.to)), { recursive: true });
  await pipeline(Readable.from(toLines(statementsFor(change))), createWriteStream(values.to));
  const { put, gone, kept } = counted();
  console.log(`${values.to}: ${put} listings to write, ${gone} to delete, ${kept} unchanged.`);
});

async function* toLines(statements: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const statement of statements) yield `${statement}\n`;
}
