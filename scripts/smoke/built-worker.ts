import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestHarness } from 'wrangler';
import { builtListings } from '#build/d1/built-listings.ts';
import { fillDatabase } from '#build/d1/fill-database.ts';
import { queryDatabase } from '#edge/catalog/query-database.ts';
import type { Addresses } from '#edge/config.ts';
import type { Database } from '#query/engines/d1/database.ts';
import { readBuildUrls } from './build-urls.ts';

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
export async function serveBuiltWorker(folder: string, configuration?: string) {
  const built = await stat(path.resolve(ROOT, folder, 'index/summary.json')).catch(() => undefined);
  if (!built) throw new RangeError(`No build found in ./${folder}. Run npm run build first.`);
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const addresses = await readBuildUrls(path.resolve(ROOT, folder));
  const configPath = configuration ?? (await writeConfiguration(folder, addresses));
  const harness = createTestHarness({ workers: [{ configPath }] });
  const { url } = await harness.listen();
  const { QUERY_ENGINE, DB } = await harness.getWorker<Environment>().getEnv();
  const database = queryDatabase(QUERY_ENGINE ? { QUERY_ENGINE } : {}, DB);
  if (database) {
    const { listings, meaning } = await builtListings(path.resolve(ROOT, folder));
    await fillDatabase(database, listings, meaning);
  }
  return { address: url.origin, addresses, close: () => harness.close() };
}

/** Writes `wrangler.jsonc` with the URLs of the build, which Deploy passes to the Worker. Returns the path of the file. */
async function writeConfiguration(folder: string, addresses: Addresses): Promise<string> {
  const text = await readFile(path.join(ROOT, 'wrangler.jsonc'), 'utf8');
  const { main, assets, vars, ...others } = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
  const { registry, site, validator, mcp, siteName } = addresses;
  const urls = { REGISTRY_URL: registry, SITE_URL: site, VALIDATOR_URL: validator, MCP_URL: mcp, SITE_NAME: siteName };
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'registry-smoke-')), 'wrangler.json');
  const configuration = {
    ...others,
    main: path.join(ROOT, main),
    assets: { ...assets, directory: path.resolve(ROOT, folder) },
    vars: { ...vars, ...urls },
  };
  await writeFile(file, JSON.stringify(configuration));
  return file;
}
