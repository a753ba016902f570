import { describe, expect, test } from 'vitest';
import { loadEntries } from '#scripts/bench/query/entries.ts';
import { createMiniSearchBaseline } from '#scripts/bench/query/mini-search-baseline.ts';
import { createIndexEngine } from '../engines/index-engine.ts';
import { seeded } from '../entries.fixture.ts';
import { buildIndex } from '../index/build-index.ts';
import { DEFAULT_QUERY } from '../query.ts';
import { registryEntries, WORD_VECTORS } from '../registry.fixture.ts';
import { parseRowTexts } from '../row-text.ts';
import { loadKnownItems } from './known-items.fixture.ts';

/** Enough for typos to have unintended similar words. */
const MADE_UP = 3_000;

/** The number of target listings, with six searches each. */
const LOOKED_FOR = 150;

/** The minimum share of targets found, in addition to the comparison. */
const WANTED = 0.9;

describe.each([
  ['the records of the project', registryEntries],
  [`${MADE_UP} listings made up from them`, () => loadEntries('registry', MADE_UP)],
])('search over %s', (_, read) => {
  test('finds a known listing among the top three at least as often as MiniSearch', async () => {
    const entries = (await read()).filter(({ row }) => DEFAULT_QUERY.status.includes(row.status));
    const engine = createIndexEngine(await buildIndex(entries, { wordVectors: WORD_VECTORS }));
    const peer = createMiniSearchBaseline(entries, () => undefined);

    const kinds = Map.groupBy(loadKnownItems(entries, LOOKED_FOR, seeded(11)), ({ kind }) => kind);
    expect(kinds.size).toBe(6);
    for (const [kind, items] of kinds) {
      let [ours, theirs] = [0, 0];
      for (const { id, q } of items) {
        const { rows: found } = await engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance', limit: 3 });
        const ids = parseRowTexts(found).map(row => row.id);
        ours += Number(ids.includes(id));
        theirs += Number(peer.search(q).slice(0, 3).includes(id));
      }
      expect.soft(ours, kind).toBeGreaterThanOrEqual(Math.max(theirs, WANTED * items.length));
    }
  }, 600_000);
});
