import type { Instant } from '#contract/instant.ts';
import type { Row } from '#contract/row.ts';
import type { Engine, RowPage } from '#query/engine.ts';
import { createFinder, newestChange } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/entry.ts';
import { buildListIndex } from '#query/index/build-index.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import type { Query } from '#query/query.ts';
import type { RowText } from '#query/row-text.ts';

/** The rows that lists show, numbered in the order of ids. They are read when they are used. */
export interface ListedRows extends Iterable<Entry> {
  /** Returns an entry, and perhaps members of its row that can be read without the rest. */
  at(number: number): Pick<Entry, 'row'> & { readonly id?: string; readonly updatedAt?: Instant };
  /** Returns some rows as JSON. */
  rowTexts(numbers: Uint32Array): RowText[];
}

/**
 * Returns an engine for the lists that a build writes, which have filters and sort orders but no `q`. It keeps no rows:
 * ten lists contain each of them, but most builds need few, and a row is read faster than unpacked.
 * @param index of the rows
 */
export function listEngine(rows: ListedRows, index: QueryIndex = buildListIndex(rows)): Engine {
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
          return rows.rowTexts(page);
        },
      };
    },
    page(query): RowPage {
      const { total, page } = found(query);
      return {
        total,
        listings: page,
        get rows(): readonly Row[] {
          return Array.from(page, number => rows.at(number).row);
        },
        get updates() {
          return Array.from(page, number => {
            const entry = rows.at(number);
            const { id = entry.row.id, updatedAt = entry.row.updated_at } = entry;
            return { id, updated_at: updatedAt };
          });
        },
      };
    },
  };
}
