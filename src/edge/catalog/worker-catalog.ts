import { createD1Engine } from '#query/engines/d1/d1-engine.ts';
import { type Database, storedDocument } from '#query/engines/d1/database.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import { loadIndex } from '#query/index/load-index.ts';
import type { Assets } from './assets.ts';
import type { Body, Catalog, Summary } from './catalog.ts';
import { INDEX_FOLDER, SUMMARY_FILE } from './index-paths.ts';

/**
 * Loads the catalog of a build from the platform's file storage. Loads the query index once, and single listings on
 * request.
 *
 * @param database replaces the query index and the files of single listings; `fill-d1` fills it from the build
 * @throws Error if a file of the build is missing
 */
export async function loadWorkerCatalog(assets: Assets, database?: Database): Promise<Catalog> {
  const file = async (path: string) => {
    const found = await assets.fetch(path);
    return found && new Uint8Array(await found.arrayBuffer());
  };
  const built = async (path: string) => {
    const found = await file(path);
    if (!found) throw new Error(`The build has no ${path}. Run npm run build.`);
    return found;
  };
  const [listings, summary] = await Promise.all([
    database ? storedListings(database) : fileListings(file, built),
    built(SUMMARY_FILE).then(bytes => JSON.parse(new TextDecoder().decode(bytes)) as Summary),
  ]);
  return {
    ...listings,
    summary,
    feeds: async () => ({ atom: await built('/feed.xml'), json: await built('/feed.json') }),
  };
}

type Listings = Pick<Catalog, 'engine' | 'listing' | 'history'>;
type ReadFile<T> = (path: string) => Promise<T>;

async function fileListings(
  file: ReadFile<Body | undefined>,
  built: ReadFile<Uint8Array<ArrayBuffer>>,
): Promise<Listings> {
  return {
    engine: createIndexEngine(await loadIndex(name => built(`${INDEX_FOLDER}/${name}`))),
    listing: id => file(`/listings/${encodeURIComponent(id)}.json`),
    history: id => file(`/listings/${encodeURIComponent(id)}/history.json`),
  };
}

function storedListings(database: Database): Listings {
  return {
    engine: createD1Engine(database),
    listing: id => storedDocument(database, id, 'listing'),
    history: id => storedDocument(database, id, 'history'),
  };
}
