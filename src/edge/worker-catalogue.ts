import { indexEngine } from '#query/index-engine.ts';
import { loadIndex } from '#query/index-load.ts';
import type { Assets } from './assets.ts';
import type { Catalogue, Summary } from './catalogue.ts';
import { INDEX_FOLDER, SUMMARY_FILE } from './static-files.ts';

/**
 * The registry that a build wrote, from the platform's storage of files: what queries are answered from is loaded once,
 * single listings are read when they are asked for.
 *
 * @throws Error when the files are not those of a build
 */
export async function builtCatalogue(assets: Assets): Promise<Catalogue> {
  const file = async (path: string) => {
    const found = await assets.fetch(path);
    return found && new Uint8Array(await found.arrayBuffer());
  };
  const built = async (path: string) => {
    const found = await file(path);
    if (!found) throw new Error(`The build has no ${path}; run npm run build.`);
    return found;
  };
  const [index, summary] = await Promise.all([
    loadIndex(name => built(`${INDEX_FOLDER}/${name}`)),
    built(SUMMARY_FILE).then(bytes => JSON.parse(new TextDecoder().decode(bytes)) as Summary),
  ]);
  return {
    engine: indexEngine(index),
    summary,
    listing: id => file(`/listings/${encodeURIComponent(id)}.json`),
    history: id => file(`/listings/${encodeURIComponent(id)}/history.json`),
    feeds: async () => ({ atom: await built('/feed.xml'), json: await built('/feed.json') }),
  };
}
