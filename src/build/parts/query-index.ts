import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import type { Entry } from '#query/entry.ts';
import { buildIndex, type KnownIndex } from '#query/index/build-index.ts';
import { INDEX_FILE, streamIndexFiles } from '#query/index/index-files.ts';
import { loadIndex } from '#query/index/load-index.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import { createRowSample } from '#query/index/row-sample.ts';
import type { Card } from '#site/data/card.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import type { BuildCache } from '../build-cache.ts';
import type { IndexState } from '../state/index-state.ts';
import type { TermCache } from '../state/term-cache.ts';

/** A card, or an entry without the members that allow a build to reuse its part of an earlier index. */
export type IndexEntry = Entry & Partial<Pick<Card, 'id' | 'brief' | 'digest' | 'textKey'>>;

/**
 * Writes the index that queries read. Continues from the index of the last good build if that is known and intact.
 * @param entries in the order of ids; they are read several times
 * @param options `state` is the state of the last index; `openTerms` opens the analyzed texts of unchanged listings, which
 * are read without such an index
 */
export async function putQueryIndex(
  entries: Iterable<IndexEntry>,
  cache: BuildCache,
  { state, openTerms }: QueryIndexOptions = {},
): Promise<QueryIndex> {
  const known = state && (await findKnownIndex(cache, state));
  const terms = known ? undefined : openTerms?.();
  const index = await buildIndex(entries, {
    wordVectors: readWordVectors(),
    sample: sampleRows(entries),
    analyze: ({ textKey }, compute) => (terms && textKey ? terms.get(textKey, compute) : compute()),
    known,
  });
  terms?.save();
  for await (const { name, bytes } of streamIndexFiles(index)) {
    await cache.put(`${INDEX_FOLDER}/${name}`, undefined, () => bytes);
    if (name === INDEX_FILE) state?.save(bytes, entries);
  }
  return index;
}

interface QueryIndexOptions {
  readonly state?: IndexState;
  readonly openTerms?: () => TermCache;
}

/** Returns the rows that the phrases of packed rows are taken from. */
function* sampleRows(entries: Iterable<IndexEntry>) {
  let size = 0;
  for (const _ of entries) size++;
  const isSampled = createRowSample(size);
  for (const entry of entries) if (isSampled(entry.id ?? entry.row.id)) yield entry.row;
}

/** Returns the index of the last good build with the unchanged listings. Undefined if either is missing or damaged. */
async function findKnownIndex(cache: BuildCache, state: IndexState): Promise<KnownIndex<IndexEntry> | undefined> {
  const read = (name: string) => cache.lastGoodFile(`${INDEX_FOLDER}/${name}`);
  const indexFile = read(INDEX_FILE);
  const listings = indexFile && state.read(indexFile);
  if (!listings) return undefined;
  try {
    const index = await loadIndex(async name => read(name) ?? new Uint8Array());
    return {
      index,
      find: ({ id = '', brief, digest }) => {
        const known = listings.get(id);
        return brief && known?.digest === digest ? { row: brief, number: known?.number ?? 0 } : undefined;
      },
    };
  } catch {
    return undefined; // The index is damaged.
  }
}
