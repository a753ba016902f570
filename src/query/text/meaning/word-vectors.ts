import { failure, type Result, success } from '#manifest/result.ts';
import { findFirst } from '../../index/arrays/find-first.ts';

/** The vectors of the most useful words, as `registry/word-vectors.md` describes the file. */
export interface WordVectors {
  readonly dimensions: number;
  /** Sorted by their UTF-16 code units, each once. */
  readonly words: readonly string[];
  /** The number of a normalized word; undefined for a word without a vector. */
  find(word: string): number | undefined;
  /** The quantized vector of a word, by its number. Only its direction has a meaning. */
  vectorAt(word: number): Int8Array;
}

/** A word, or a vector, and how much it counts in a mean. */
export interface WeightedVector {
  readonly vector: ArrayLike<number>;
  readonly weight: number;
}

const MAGIC = 'WVEC';
const VERSION = 1;
const HEADER_BYTES = 16;

/** The largest component of a quantized vector. */
const MAX_COMPONENT = 127;

/** Reads the bytes of `registry/word-vectors.bin`. The vectors stay views of these bytes. */
export function loadWordVectors(bytes: Uint8Array): Result<WordVectors, string> {
  if (bytes.length < HEADER_BYTES) return failure('The file is shorter than its header.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 4)) !== MAGIC)
    return failure(`It does not begin with ${MAGIC}.`);
  if (view.getUint16(4, true) !== VERSION) return failure(`It has version ${view.getUint16(4, true)}, not ${VERSION}.`);
  const dimensions = view.getUint16(6, true);
  const count = view.getUint32(8, true);
  const wordBytes = view.getUint32(12, true);
  const start = HEADER_BYTES + wordBytes;
  const size = start + count * dimensions;
  if (bytes.length !== size) return failure(`It has ${bytes.length} bytes instead of ${size}.`);
  const text = new TextDecoder().decode(bytes.subarray(HEADER_BYTES, start));
  const words = text === '' ? [] : text.split('\n');
  if (words.length !== count) return failure(`It has ${words.length} words instead of ${count}.`);
  if (words.some((word, i) => i > 0 && word <= (words[i - 1] ?? ''))) return failure('The words are not sorted.');
  const components = new Int8Array(bytes.buffer, bytes.byteOffset + start, count * dimensions);
  const vectors: WordVectors = {
    dimensions,
    words,
    find: word => findSorted(words, word),
    vectorAt: word => components.subarray(word * dimensions, (word + 1) * dimensions),
  };
  return success(vectors);
}

/** A binary search, so that loading builds no map of all words. */
function findSorted(words: readonly string[], word: string): number | undefined {
  const at = findFirst(words.length, number => (words[number] ?? '') < word);
  return words[at] === word ? at : undefined;
}

/** Writes the file that `loadWordVectors` reads. Vectors that are not quantized are. */
export function writeWordVectors(
  dimensions: number,
  vectors: ReadonlyMap<string, ArrayLike<number>>,
): Uint8Array<ArrayBuffer> {
  const sorted = [...vectors.keys()].sort();
  const words = new TextEncoder().encode(sorted.join('\n'));
  const bytes = new Uint8Array(HEADER_BYTES + words.length + sorted.length * dimensions);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint16(4, VERSION, true);
  view.setUint16(6, dimensions, true);
  view.setUint32(8, sorted.length, true);
  view.setUint32(12, words.length, true);
  bytes.set(words, HEADER_BYTES);
  const components = new Int8Array(bytes.buffer, HEADER_BYTES + words.length);
  for (const [i, word] of sorted.entries()) components.set(quantize(vectors.get(word) ?? []), i * dimensions);
  return bytes;
}

/** A vector of the same direction with one byte for each component. */
export function quantize(vector: ArrayLike<number>): Int8Array<ArrayBuffer> {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] ?? 0));
  const scale = largest > 0 ? MAX_COMPONENT / largest : 0;
  const quantized = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i++) quantized[i] = Math.round((vector[i] ?? 0) * scale);
  return quantized;
}

/**
 * The weighted mean of the directions of vectors: what a text is about. All zeros without vectors.
 * @param dimensions of each vector
 */
export function meanDirection(dimensions: number, vectors: Iterable<WeightedVector>): Float64Array<ArrayBuffer> {
  const mean = new Float64Array(dimensions);
  for (const { vector, weight } of vectors) {
    const share = weight / (lengthOf(vector) || 1);
    for (let i = 0; i < dimensions; i++) mean[i] = (mean[i] ?? 0) + share * (vector[i] ?? 0);
  }
  return mean;
}

/** How similar two directions are, from -1 to 1; 0 if one of the vectors is zero. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const lengths = lengthOf(a) * lengthOf(b);
  return lengths > 0 ? dot(a, b) / lengths : 0;
}

/** The dot product of two vectors of the same length. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** The Euclidean length of a vector. */
export function lengthOf(vector: ArrayLike<number>): number {
  return Math.sqrt(dot(vector, vector));
}
