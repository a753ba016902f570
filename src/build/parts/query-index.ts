import path from 'node:path';
import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import type { Entry } from '#query/entry.ts';
import { createTextAnalyzer } from '#query/index/analyze-text.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { INDEX_FILE, streamIndexFiles } from '#query/index/index-files.ts';
import { loadIndex } from '#query/index/load-index.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import { type CommonParts, isSameCommonParts } from '#query/index/rows/row-packer.ts';
import { createSampling, sampleCommonParts } from '#query/index/rows/sample-rows.ts';
import { getSortValues } from '#query/index/sort-orders.ts';
import { updateIndex } from '#query/index/update-index.ts';
import type { Card } from '#site/data/cards/card.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import type { BuildCache } from '../build-cache.ts';
import { digest } from '../catalog/digest.ts';
import { type IndexedListings, IndexState } from '../state/index-state.ts';
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

/** An index, and what the next build needs to update it. */
interface BuiltIndex {
  readonly index: QueryIndex;
  readonly commonParts: CommonParts;
  /** Undefined if they were not read yet, because they take memory. */
  readonly digests?: Digests;
}

/** The ids and digests of all listings, in order. */
type Digests = Pick<IndexedListings, 'ids' | 'digests'>;

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
  const { index, commonParts, digests } =
    (state && (await updateLastIndex(entries, cache, wordVectors, state))) ??
    (await buildWholeIndex(entries, wordVectors, openTerms?.()));
  for await (const { name, bytes } of streamIndexFiles(index, digest)) {
    await cache.put(`${INDEX_FOLDER}/${name}`, undefined, () => bytes);
    const { members, sentences } = commonParts;
    if (name === INDEX_FILE) state?.save(bytes, { ...(digests ?? listDigests(entries)), members, sentences });
  }
  return index;
}

function listDigests(entries: Iterable<IndexEntry>): Digests {
  const [ids, digests]: [string[], string[]] = [[], []];
  for (const entry of entries) {
    ids.push(entry.id ?? '');
    digests.push(entry.digest ?? '');
  }
  return { ids, digests };
}

async function buildWholeIndex(
  entries: Iterable<IndexEntry>,
  wordVectors: Uint8Array<ArrayBuffer>,
  terms: TermCache | undefined,
): Promise<BuiltIndex> {
  const commonParts = sampleCommonParts(entries);
  const index = await buildIndex(entries, {
    wordVectors,
    commonParts,
    analyze: ({ textKey }, compute) => (terms && textKey ? terms.get(textKey, compute) : compute()),
  });
  terms?.save();
  return { index, commonParts };
}

/** The share of changed listings above which an update takes longer than a new index. */
const MAX_CHANGED = 0.1;

/**
 * Returns the index of the last good build with the current entries. Undefined if it has other listings or other common
 * parts, if many have changed, or if it or its state is missing or damaged.
 */
async function updateLastIndex(
  entries: Iterable<IndexEntry>,
  cache: BuildCache,
  wordVectors: Uint8Array<ArrayBuffer>,
  state: IndexState,
): Promise<BuiltIndex | undefined> {
  const read = (name: string) => cache.lastGoodFile(`${INDEX_FOLDER}/${name}`);
  const indexFile = read(INDEX_FILE);
  if (!indexFile) return undefined;
  const { ids, digests } = listDigests(entries);
  const saved = state.read(indexFile, ids);
  if (!saved) return undefined;
  const changed = Array.from(digests.keys()).filter(number => digests[number] !== saved.digests[number]);
  if (changed.length > MAX_CHANGED * ids.length) return undefined;
  const last = await loadIndex(async name => read(name) ?? new Uint8Array(), digest).catch(() => undefined);
  if (!last) return undefined;
  const { members, sentences } = saved;
  const { phrases, phraseStarts } = last.rows;
  // Without the other members of the rows, which would stay in memory while the files of the new index are written.
  const commonParts: CommonParts = { members, sentences, phrases, phraseStarts };
  const isSampled = createSampling(ids.length);
  const isSampleChanged = changed.some(number => isSampled(ids[number] ?? ''));
  if (isSampleChanged && !isSameCommonParts(sampleCommonParts(entries), commonParts)) return undefined;
  const { analyze } = createTextAnalyzer(wordVectors);
  const all = [...entries];
  const entryOf = (number: number) => all[number] as IndexEntry;
  const changes = changed.map(number => {
    const entry = entryOf(number);
    return [number, { entry, analyzed: analyze(entry) }] as const;
  });
  const sortedBy = (number: number) => getSortValues(entryOf(number).brief ?? entryOf(number).row);
  const index = updateIndex(last, { changes: new Map(changes), sortedBy, commonParts });
  return { index, commonParts, digests: { ids, digests } };
}
