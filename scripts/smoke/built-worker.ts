import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createTestHarness } from 'wrangler';
import { builtListings } from '#build/d1/built-listings.ts';
import { fillDatabase } from '#build/d1/fill-database.ts';
import { queryDatabase } from '#edge/catalog/query-database.ts';
import type { Database } from '#query/engines/d1/database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The part of the environment of the Worker that defines the query engine. */
interface Environment {
  readonly QUERY_ENGINE?: string;
  readonly DB?: Database;
}

/**
 * Serves the build in workerd with `wrangler.jsonc`, as in production, but on this machine and without network access. If
 * queries use a database, it is a local one, filled from the build.
 *
 * @throws RangeError if the build is missing
 */
export async function serveBuiltWorker(folder: string, configuration = path.join(ROOT, 'wrangler.jsonc')) {
  const built = await stat(path.resolve(ROOT, folder, 'index/summary.json')).catch(() => undefined);
  if (!built) throw new RangeError(`No build found in ./${folder}. Run npm run build first.`);
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const harness = createTestHarness({ workers: [{ configPath: configuration }] });
  const { url } = await harness.listen();
  const { QUERY_ENGINE, DB } = await harness.getWorker<Environment>().getEnv();
  const database = queryDatabase(QUERY_ENGINE ? { QUERY_ENGINE } : {}, DB);
  if (database) {
    const { listings, meaning } = await builtListings(path.resolve(ROOT, folder));
    await fillDatabase(database, listings, meaning);
  }
  return { address: url.origin, close: () => harness.close() };
}
