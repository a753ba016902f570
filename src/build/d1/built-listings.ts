import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from '#contract/row.ts';
import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { Change, DatabaseSync } from '#query/engines/d1/sync.ts';
import { loadIndex } from '#query/index/load-index.ts';
import { unpackRow } from '#query/index/rows/packed-rows.ts';
import { readManifestText } from '#query/text/search-text.ts';
import { toVersion } from './database-format.ts';

/** Everything that a database stores of a build. */
export interface BuiltListings {
  readonly listings: AsyncIterable<DatabaseSync>;
  readonly meaning: Change['meaning'];
}

/**
 * Reads all listings of a build with everything that a database stores of them.
 * @throws RangeError with a message for the operator if there is no build
 */
export async function builtListings(folder: string): Promise<BuiltListings> {
  const index = await loadIndex(
    async name => new Uint8Array(await readFile(path.join(folder, INDEX_FOLDER, name))),
  ).catch(error => {
    throw new RangeError(`No build found in ${folder}. Run npm run build first.`, { cause: error });
  });
  const numbers = new Set<number>();
  const listings = (async function* () {
    for (let listing = 0; listing < index.size; listing++) {
      const row: Row = JSON.parse(new TextDecoder().decode(unpackRow(index.rows, listing)));
      const file = path.join(folder, 'listings', row.id);
      const documents = {
        listing: await readFile(`${file}.json`, 'utf8'),
        history: await readFile(path.join(file, 'history.json'), 'utf8'),
      };
      const { manifest } = (JSON.parse(documents.listing) as { data: { manifest: Manifest } }).data;
      const changedAt = new Date(index.changedAt[listing] ?? 0).toISOString();
      const entry = { row, changedAt, text: readManifestText(manifest) };
      const number = toNumber(row.id);
      if (numbers.has(number)) throw new Error(`${row.id} has the same number as another listing.`);
      numbers.add(number);
      const content = hash(JSON.stringify([entry, documents])).slice(0, 16);
      yield { entry, number, documents, version: toVersion(content) };
    }
  })();
  return { listings, meaning: index.meaning };
}

/** Derives a listing's number in a database from its id: 48 bits, so collisions are very unlikely. */
function toNumber(id: string): number {
  return Number.parseInt(hash(id).slice(0, 12), 16);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
