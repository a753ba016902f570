import { sha256Hex } from '#listing/encoding/sha256.ts';
import { loadWordVectors } from '#query/text/meaning/word-vectors.ts';

/** The memory of a query engine for word vectors. */
const MAX_BYTES = 3_000_000;

/**
 * Finds problems of a file with word vectors.
 * @param description the content of word-vectors.md, which records the SHA-256
 */
export async function findVectorProblems(bytes: Uint8Array, description: string): Promise<string[]> {
  const problems: string[] = [];
  const hash = await sha256Hex(new Uint8Array(bytes));
  if (!description.includes(hash)) {
    problems.push(`The SHA-256 is ${hash}, which word-vectors.md does not record. Generate the file again.`);
  }
  if (bytes.length > MAX_BYTES) problems.push(`It has ${bytes.length} bytes. The limit is ${MAX_BYTES}.`);
  const loaded = loadWordVectors(bytes);
  if (!loaded.ok) problems.push(loaded.error);
  return problems;
}
