import { type ComputeSha256, sha256Hex } from '#listing/encoding/sha256.ts';
import { ArrayStore, isStorable } from './arrays/stored-arrays.ts';
import type { QueryIndex } from './query-index.ts';

/** A file of an index. Its name is relative to the folder of the index. */
export interface IndexFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The file that lists the others. `index-format.md` describes their content. */
export const INDEX_FILE = 'index.json';
export const INDEX_FORMAT = 'api-registry-query-index';
export const INDEX_VERSION = 3;

/** The first line of the index file. */
export interface IndexHead {
  readonly format: string;
  readonly version: number;
  /** The checksum of the second line, without its line break. */
  readonly sha256: string;
}

/** The second line of the index file. */
export interface IndexBody {
  readonly files: readonly StoredFile[];
  /** A `QueryIndex` with a `StoredArray` in place of each typed array. */
  readonly index: unknown;
}

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Static hosts accept files of up to 25 MiB. */
const MAX_FILE_BYTES = 24 * 1024 * 1024;

/**
 * Returns the files of an index for `loadIndex`. The same index produces the same bytes.
 * @param largest the maximum size of a binary file in bytes; a multiple of 8
 */
export async function indexFiles(index: QueryIndex, largest?: number): Promise<readonly IndexFile[]> {
  const files: IndexFile[] = [];
  for await (const file of streamIndexFiles(index, sha256Hex, largest)) files.push(file);
  return files;
}

/** Like `indexFiles`, with one file at a time in memory. */
export async function* streamIndexFiles(
  index: QueryIndex,
  sha256: ComputeSha256,
  largest = MAX_FILE_BYTES,
): AsyncGenerator<IndexFile> {
  const store = new ArrayStore(largest);
  const stored = storeArrays(store, index);
  const files: StoredFile[] = [];
  for (const bytes of store.files()) {
    const name = `index-${files.length}.bin`;
    files.push({ name, bytes: bytes.length, sha256: await sha256(bytes) });
    yield { name, bytes };
  }
  const body = JSON.stringify({ files, index: stored } satisfies IndexBody);
  const encoder = new TextEncoder();
  const head = { format: INDEX_FORMAT, version: INDEX_VERSION, sha256: await sha256(encoder.encode(body)) };
  yield { name: INDEX_FILE, bytes: encoder.encode(`${JSON.stringify(head satisfies IndexHead)}\n${body}\n`) };
}

/** Moves the typed arrays of a value into a store, and puts their descriptions in their place. */
function storeArrays(store: ArrayStore, value: unknown): unknown {
  if (isStorable(value)) return store.put(value);
  if (Array.isArray(value)) return value.map(each => storeArrays(store, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storeArrays(store, each)]));
}
