import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, '../../registry/word-vectors.bin');

/**
 * Reads `registry/word-vectors.bin`, which belongs to the program and not to the data of a registry.
 * @throws if the file cannot be read
 */
export function readWordVectors(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(FILE));
}
