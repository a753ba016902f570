import type { Engine } from '#query/engine.ts';
import { buildIndex } from '#query/index-build.ts';
import { indexEngine } from '#query/index-engine.ts';
import type { Entry } from '#query/plain-engine.ts';

/**
 * An engine for the lists that a build writes, which have filters and orders and no `q`. Its index has no words, which
 * take most of the time, and its rows are at hand, not packed: there are ten lists that show each.
 *
 * @param entries in the order of their ids
 */
export async function listEngine(entries: readonly Entry[]): Promise<Engine> {
  const encoder = new TextEncoder();
  const rows = entries.map(({ row }) => encoder.encode(JSON.stringify(row)));
  const index = await buildIndex(
    entries.map(({ row, changedAt }) => ({ row: { ...row, description: '' }, changedAt })),
  );
  const engine = indexEngine(index, page => joined(Array.from(page, number => rows[number] ?? new Uint8Array())));
  return {
    search(query) {
      if (query.q !== undefined) throw new Error('A list has no q.');
      return engine.search(query);
    },
  };
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
