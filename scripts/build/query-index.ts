import { INDEX_FOLDER } from '#edge/index-place.ts';
import { buildIndex } from '#query/index-build.ts';
import { indexFiles } from '#query/index-files.ts';
import type { Entry } from '#query/plain-engine.ts';
import type { Ledger } from './ledger.ts';

/** Puts the index that queries are answered from. */
export async function putQueryIndex(entries: readonly Entry[], ledger: Ledger): Promise<void> {
  for (const { name, bytes } of await indexFiles(await buildIndex(entries)))
    await ledger.put(`${INDEX_FOLDER}/${name}`, undefined, () => bytes);
}
