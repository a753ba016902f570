import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from '#contract/row.ts';
import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import type { DatabaseSync } from '#query/engines/d1/sync.ts';
import { loadIndex } from '#query/index/load-index.ts';
import { unpackRows } from '#query/index/packed-rows.ts';

/**
 * All listings of a build, with all that a database stores of them.
 * @throws RangeError fit for the operator when there is no build
 */
export async function builtListings(folder: string): Promise<AsyncIterable<DatabaseSync>> {
  const index = await loadIndex(
    async name => new Uint8Array(await readFile(path.join(folder, INDEX_FOLDER, name))),
  ).catch(error => {
    throw new RangeError(`There is no registry in ${folder}; npm run build makes it.`, { cause: error });
  });
  const numbers = new Set<number>();
  return (async function* () {
    for (let listing = 0; listing < index.size; listing++) {
      const row: Row = JSON.parse(new TextDecoder().decode(unpackRows(index.rows, Uint32Array.of(listing))));
      const entry = { row, changedAt: new Date(index.changedAt[listing] ?? 0).toISOString() };
      const place = path.join(folder, 'listings', row.id);
      const documents = {
        listing: await readFile(`${place}.json`, 'utf8'),
        history: await readFile(path.join(place, 'history.json'), 'utf8'),
      };
      const number = numberOf(row.id);
      if (numbers.has(number)) throw new Error(`${row.id} has the number of another listing.`);
      numbers.add(number);
      yield { entry, number, documents, version: hash(JSON.stringify([entry, documents])).slice(0, 16) };
    }
  })();
}

/** A listing's number in a database, from its id alone: 48 bits, so that two hardly ever meet. */
function numberOf(id: string): number {
  return Number.parseInt(hash(id).slice(0, 12), 16);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
