import path from 'node:path';
import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import type { Entry } from '#query/entry.ts';
import { createTextAnalyzer } from '#query/index/analyze-text.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { INDEX_FILE, streamIndexFiles } from '#query/index/index-files.ts';
import { loadIndex } from '#query/index/load-index.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import { RowPacker } from '#query/index/rows/row-packer.ts';
import { sampleRows } from '#query/index/rows/sample-rows.ts';
import { getSortValues } from '#query/index/sort-orders.ts';
import { updateIndex } from '#query/index/update-index.ts';
import type { Card } from '#site/data/cards/card.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import type { BuildCache } from '../build-cache.ts';
import { IndexState } from '../state/index-state.ts';
import { TermCache } from '../state/term-cache.ts';
import type { Tree } from '../tree.ts';

/** A card, or an entry without the members that tell whether it has changed since the last build. */
type IndexEntry = Entry & Partial<Pick<Card, 'id' | 'brief' | 'digest' | 'textKey'>>;

/** The files in which a build keeps its index for the next one. */
interface IndexCaches {
  /** The listings of the last index. */
  readonly state: IndexState;
  /** Opens the analyzed texts of unchanged listings. */
  readonly openTerms: () => TermCache;
}

/** @param key identifies the sources and settings that indexes depend on */
export function indexCaches({ cacheDir }: Pick<Tree, 'cacheDir'>, key: string): IndexCaches {
  return {
    state: new IndexState(path.join(cacheDir, 'index-state'), key),
    openTerms: () => new TermCache(path.join(cacheDir, 'terms'), key),
  };
}

/**
 * Writes the index that queries read. If only few listings have changed, updates the index of the last good build.
 * @param entries in the order of ids; they are read several times
 */
export async function putQueryIndex(
  entries: Iterable<IndexEntry>,
  cache: BuildCache,
  { state, openTerms }: Partial<IndexCaches> = {},
): Promise<QueryIndex> {
  const wordVectors = readWordVectors();
  const index =
    (await updateLastIndex([...entries], cache, wordVectors, state)) ??
    (await buildWholeIndex(entries, wordVectors, openTerms?.()));
  for await (const { name, bytes } of streamIndexFiles(index)) {
    await cache.put(`${INDEX_FOLDER}/${name}`, undefined, () => bytes);
    if (name === INDEX_FILE) state?.save(bytes, entries);
  }
  return index;
}

async function buildWholeIndex(
  entries: Iterable<IndexEntry>,
  wordVectors: Uint8Array<ArrayBuffer>,
  terms: TermCache | undefined,
): Promise<QueryIndex> {
  const index = await buildIndex(entries, {
    wordVectors,
    sample: sampleRows(entries),
    analyze: ({ textKey }, compute) => (terms && textKey ? terms.get(textKey, compute) : compute()),
  });
  terms?.save();
  return index;
}

/** The share of changed listings above which an update takes longer than a new index. */
const MAX_CHANGED = 0.1;

/**
 * Returns the index of the last good build with the current entries. Undefined if it has other listings or phrases, if many
 * have changed, or if it or its state is missing or damaged.
 */
async function updateLastIndex(
  entries: readonly IndexEntry[],
  cache: BuildCache,
  wordVectors: Uint8Array<ArrayBuffer>,
  state: IndexState | undefined,
): Promise<QueryIndex | undefined> {
  const read = (name: string) => cache.lastGoodFile(`${INDEX_FOLDER}/${name}`);
  const indexFile = state && read(INDEX_FILE);
  const digests =
    indexFile &&
    state.read(
      indexFile,
      Array.from(entries, ({ id }) => id ?? ''),
    );
  if (!digests) return undefined;
  const changed = [...entries.entries()].filter(([number, { digest }]) => digest !== digests[number]);
  if (changed.length > MAX_CHANGED * entries.length) return undefined;
  const packer = new RowPacker(sampleRows(entries));
  const last = await loadIndex(async name => read(name) ?? new Uint8Array()).catch(() => undefined);
  if (!last || !packer.hasPhrasesOf(last.rows)) return undefined;
  const { analyze } = createTextAnalyzer(wordVectors);
  return updateIndex(last, {
    changes: new Map(changed.map(([number, entry]) => [number, { entry, analyzed: analyze(entry) }])),
    sortedBy: number => {
      const entry = entries[number] as IndexEntry;
      return getSortValues(entry.brief ?? entry.row);
    },
    packer,
  });
}
