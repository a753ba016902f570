import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import type { Entry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { streamIndexFiles } from '#query/index/index-files.ts';
import type { Card } from '#site/data/card.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import type { BuildCache } from '../build-cache.ts';
import type { TermCache } from '../state/term-cache.ts';

/**
 * Writes the index that queries read.
 * @param terms the analyzed texts of unchanged listings, by the `textKey` of a card
 */
export async function putQueryIndex(
  entries: Iterable<Entry & Partial<Pick<Card, 'textKey'>>>,
  cache: BuildCache,
  terms?: TermCache,
): Promise<void> {
  const index = await buildIndex(entries, {
    wordVectors: readWordVectors(),
    analyze: ({ textKey }, compute) => (terms && textKey ? terms.get(textKey, compute) : compute()),
  });
  terms?.save();
  for await (const { name, bytes } of streamIndexFiles(index))
    await cache.put(`${INDEX_FOLDER}/${name}`, undefined, () => bytes);
}
