import { readFileSync } from 'node:fs';

/** The version of Pagefind's client, and so of the format of indexes. */
export const CLIENT_VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.resolve('pagefind')), 'utf8'),
).version;

/** The files that a page with its own search box needs; the others are for Pagefind's own search boxes. */
const CLIENT_FILES = /^(pagefind\.js|pagefind-worker\.js|wasm\.unknown\.pagefind)$/;

/**
 * Returns the files of Pagefind's client, which its program writes next to each index.
 * @throws Error with Pagefind's message
 */
export async function createClientFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  // Starts no program until an index is created.
  const { close, createIndex } = await import('pagefind');
  try {
    const { index, errors } = await createIndex();
    if (!index) throw new Error(`Cannot create the client of the search: ${errors.join('; ')}`);
    await index.addCustomRecord({ url: '/', content: 'none', language: 'unknown' });
    const { files, errors: problems } = await index.getFiles();
    if (problems.length > 0) throw new Error(`Cannot create the client of the search: ${problems.join('; ')}`);
    return new Map(files.filter(({ path }) => CLIENT_FILES.test(path)).map(({ path, content }) => [path, content]));
  } finally {
    await close();
  }
}
