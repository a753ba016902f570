import type { Engine } from '#query/engine.ts';
import { buildListIndex } from '#query/index-build.ts';
import { finderIn } from '#query/index-engine.ts';
import type { Entry } from '#query/plain-engine.ts';
import type { Query } from '#query/query.ts';

/**
 * An engine for the lists that a build writes, which have filters and orders and no `q`. Its rows are at hand, not packed:
 * there are ten lists that show each.
 *
 * @param entries in the order of their ids
 */
export function listEngine(entries: readonly Entry[]): Engine {
  const encoder = new TextEncoder();
  const rows = entries.map(({ row }) => row);
  const bytes = rows.map(row => encoder.encode(JSON.stringify(row)));
  const find = finderIn(buildListIndex(entries));
  const found = (query: Query) => {
    if (query.q !== undefined) throw new Error('A list has no q.');
    return find(query);
  };
  return {
    search(query) {
      const { total, page } = found(query);
      return { total, count: page.length, rows: joined(valuesAt(bytes, page)) };
    },
    page(query) {
      const { total, page } = found(query);
      return { total, rows: valuesAt(rows, page) };
    },
  };
}

function valuesAt<T>(values: readonly T[], places: Uint32Array): T[] {
  return Array.from(places, place => values[place] as T);
}

/** With commas between. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(
    Math.max(
      0,
      parts.reduce((sum, { length }) => sum + length + 1, -1),
    ),
  );
  let at = 0;
  for (const [number, part] of parts.entries()) {
    if (number > 0) bytes[at++] = COMMA;
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const COMMA = 0x2c;
