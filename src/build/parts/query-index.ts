import { INDEX_FOLDER } from '#edge/catalog/index-paths.ts';
import type { Entry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import type { BuildCache } from '../build-cache.ts';

/** Writes the index that queries read. */
export async function putQueryIndex(entries: readonly Entry[], cache: BuildCache): Promise<void> {
  for (const { name, bytes } of await indexFiles(await buildIndex(entries, { wordVectors: readWordVectors() })))
    await cache.put(`${INDEX_FOLDER}/${name}`, undefined, () => bytes);
}
