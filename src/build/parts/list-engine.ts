import type { Row } from '#contract/row.ts';
import { joined } from '#edge/http/collection.ts';
import type { Engine } from '#query/engine.ts';
import { createFinder } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/engines/reference-engine.ts';
import { buildListIndex } from '#query/index/build-index.ts';
import type { Query } from '#query/query.ts';

/**
 * An engine for the lists that a build writes, which have filters and orders and no `q`. Its rows are at hand, not packed:
 * there are ten lists that show each.
 *
 * @param entries in the order of their ids
 */
export function listEngine(entries: readonly Entry[]): Engine {
  const rows = entries.map(({ row }) => row);
  // With the comma that those have which follow another.
  const following = rows.map(row => Buffer.from(`,${JSON.stringify(row)}`));
  const bytes = following.map(row => row.subarray(1));
  const find = createFinder(buildListIndex(entries));
  const found = (query: Query) => {
    if (query.q !== undefined) throw new Error('A list has no q.');
    return find(query);
  };
  return {
    search(query) {
      const { total, page } = found(query);
      const pieces = Array.from(page, (listing, at) => (at === 0 ? bytes : following)[listing] ?? NOTHING);
      return {
        total,
        count: page.length,
        pieces,
        get rows() {
          return joined(pieces);
        },
      };
    },
    page(query) {
      const { total, page } = found(query);
      return { total, rows: Array.from(page, listing => rows[listing] as Row) };
    },
  };
}

const NOTHING = new Uint8Array();
