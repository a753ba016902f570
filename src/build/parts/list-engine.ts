import type { Row } from '#contract/row.ts';
import type { Engine } from '#query/engine.ts';
import { createFinder, newestChange } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/entry.ts';
import { buildListIndex } from '#query/index/build-index.ts';
import type { Query } from '#query/query.ts';
import type { RowText } from '#query/row-text.ts';

/**
 * Returns an engine for the lists that a build writes, which have filters and sort orders but no `q`. Its rows are not
 * packed, because ten lists contain each of them.
 * @param entries sorted by id
 */
export function listEngine(entries: readonly Entry[]): Engine {
  const rows = entries.map(({ row }) => row);
  // Most builds need few of them.
  const texts: RowText[] = [];
  const serialize = (listing: number) => (texts[listing] ??= { bytes: Buffer.from(JSON.stringify(rows[listing])) });
  const index = buildListIndex(entries);
  const find = createFinder(index);
  const found = (query: Query) => {
    if (query.q !== undefined) throw new Error('Lists do not support q.');
    return find(query);
  };
  return {
    search(query) {
      const { total, page } = found(query);
      return {
        total,
        count: page.length,
        changedAt: newestChange(index, page),
        get rows() {
          return Array.from(page, serialize);
        },
      };
    },
    page(query) {
      const { total, page } = found(query);
      return { total, rows: Array.from(page, listing => rows[listing] as Row) };
    },
  };
}
