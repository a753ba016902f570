import { type Entry, plainEngine } from '#query/plain-engine.ts';
import type { Assets } from './assets.ts';
import { type Catalogue, summaryOf } from './catalogue.ts';
import { ROWS_FILE } from './static-files.ts';

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
  const rows = new TextDecoder().decode(await built(ROWS_FILE));
  const entries = rows
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Entry);
  return {
    engine: plainEngine(entries),
    summary: summaryOf(entries),
    listing: id => file(`/listings/${encodeURIComponent(id)}.json`),
    history: id => file(`/listings/${encodeURIComponent(id)}/history.json`),
    feeds: async () => ({ atom: await built('/feed.xml'), json: await built('/feed.json') }),
  };
}
