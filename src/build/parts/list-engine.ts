import type { Row } from '#contract/row.ts';
import { joined } from '#edge/http/collection.ts';
import type { Engine } from '#query/engine.ts';
import { createFinder } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/entry.ts';
import { buildListIndex } from '#query/index/build-index.ts';
import type { Query } from '#query/query.ts';

/**
 * Returns an engine for the lists that a build writes, which have filters and sort orders but no `q`. Its rows are not
 * packed, because ten lists contain each of them.
 * @param entries sorted by id
 */
export function listEngine(entries: readonly Entry[]): Engine {
  const rows = entries.map(({ row }) => row);
  // With the comma that precedes every row but the first.
  const following = rows.map(row => Buffer.from(`,${JSON.stringify(row)}`));
  const bytes = following.map(row => row.subarray(1));
  const find = createFinder(buildListIndex(entries));
  const found = (query: Query) => {
    if (query.q !== undefined) throw new Error('Lists do not support q.');
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
