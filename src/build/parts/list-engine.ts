import type { Row } from '#contract/row.ts';
import { joined } from '#edge/http/collection.ts';
import type { Engine } from '#query/engine.ts';
import { createFinder, newestChange } from '#query/engines/index-engine.ts';
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
  // With the comma that precedes every row but the first. Most builds need few of them.
  const following: Buffer<ArrayBuffer>[] = [];
  const serialize = (listing: number) => (following[listing] ??= Buffer.from(`,${JSON.stringify(rows[listing])}`));
  const index = buildListIndex(entries);
  const find = createFinder(index);
  const found = (query: Query) => {
    if (query.q !== undefined) throw new Error('Lists do not support q.');
    return find(query);
  };
  return {
    search(query) {
      const { total, page } = found(query);
      let pieces: readonly Uint8Array<ArrayBuffer>[] | undefined;
      const getPieces = () => {
        pieces ??= Array.from(page, (listing, at) => (at === 0 ? serialize(listing).subarray(1) : serialize(listing)));
        return pieces;
      };
      return {
        total,
        count: page.length,
        changedAt: newestChange(index, page),
        get pieces() {
          return getPieces();
        },
        get rows() {
          return joined(getPieces());
        },
      };
    },
    page(query) {
      const { total, page } = found(query);
      return { total, rows: Array.from(page, listing => rows[listing] as Row) };
    },
  };
}
