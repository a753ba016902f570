import { readFileSync } from 'node:fs';
import { readListingFiles } from '#store/listing-files.ts';
import { type Entry, toEntry } from './entry.ts';

/** The word vectors of the repository. */
export const WORD_VECTORS = new Uint8Array(readFileSync('registry/word-vectors.bin'));

/** Returns the entries of the records in the repository. */
export async function registryEntries(): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { read } of readListingFiles({ registry: 'registry' })) {
    const result = read();
    if (!result.ok) throw new Error(`${result.file} is broken`);
    entries.push(toEntry(result.value, { registry: '', site: '' }));
  }
  return entries;
}
