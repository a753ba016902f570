/**
 * `npm run fill-d1`: writes what fills a D1 database from the build in BUILD_DIR (./dist), as SQL for
 * `wrangler d1 execute --file`. Without options, it makes the tables anew.
 *   --stored FILE  what the database has (see docs/self-hosting): then only the difference is written
 *   --to FILE      where to write it; ./.cache/d1.sql unless given
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { builtListings } from '#build/d1/built-listings.ts';
import { differenceFrom, storedVersions } from '#build/d1/difference.ts';
import { statementsFor } from '#query/engines/d1/sync.ts';

const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
try {
  const { values } = parseArgs({
    options: { stored: { type: 'string' }, to: { type: 'string', default: '.cache/d1.sql' } },
  });
  const stored = values.stored === undefined ? undefined : await storedVersions(values.stored);
  const { change, counted } = differenceFrom(stored, await builtListings(folder));
  await mkdir(path.dirname(path.resolve(values.to)), { recursive: true });
  await pipeline(Readable.from(lines(statementsFor(change))), createWriteStream(values.to));
  const { put, gone, kept } = counted();
  console.log(`${values.to}: ${put} listings to put, ${gone} to remove, ${kept} unchanged.`);
} catch (error) {
  console.error(error instanceof RangeError || error instanceof TypeError ? error.message : error);
  process.exitCode = 1;
}

async function* lines(statements: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const statement of statements) yield `${statement}\n`;
}
