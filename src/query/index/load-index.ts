import { type ComputeSha256, sha256Hex } from '#listing/encoding/sha256.ts';
import { isStoredArray, storedArray } from './arrays/stored-arrays.ts';
import {
  INDEX_FILE,
  INDEX_FORMAT,
  INDEX_VERSION,
  type IndexBody,
  type IndexHead,
  type StoredFile,
} from './index-files.ts';
import type { QueryIndex } from './query-index.ts';

/** Reads one file of an index by its name. */
export type ReadIndexFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Loads an index from its files, the large ones in parallel. Its arrays are views of the files' bytes, so the checksums
 * take most of the time.
 * @param sha256 computes the checksums; the default uses the Web API
 * @throws if the files are not an index, have another version, are damaged, or belong to different indexes; the message
 * names the problem
 */
export async function loadIndex(read: ReadIndexFile, sha256: ComputeSha256 = sha256Hex): Promise<QueryIndex> {
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1)
    throw new Error('A query index requires a little-endian machine.');
  const { files, index } = await bodyOf(await read(INDEX_FILE), sha256);
  const binaries = await Promise.all(files.map(file => readBinary(file, read, sha256)));
  return JSON.parse(JSON.stringify(index), (_, value) =>
    typeof value === 'object' && value !== null && isStoredArray(value) ? storedArray(value, binaries) : value,
  );
}

async function bodyOf(bytes: Uint8Array<ArrayBuffer>, sha256: ComputeSha256): Promise<IndexBody> {
  const [first = '', body = ''] = new TextDecoder().decode(bytes).split('\n');
  const head = headOf(first);
  if (head?.format !== INDEX_FORMAT) throw new Error(`${INDEX_FILE} is not a query index.`);
  if (head.version !== INDEX_VERSION) {
    throw new Error(
      `The query index has version ${head.version}, but this program reads version ${INDEX_VERSION}. Rebuild it.`,
    );
  }
  if ((await sha256(new TextEncoder().encode(body))) !== head.sha256) {
    throw new Error(`${INDEX_FILE} is damaged: its checksum does not match its content.`);
  }
  return JSON.parse(body);
}

function headOf(line: string): IndexHead | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Reads and verifies a file, and aligns it to a multiple of 8 in its buffer. */
async function readBinary(
  file: StoredFile,
  read: ReadIndexFile,
  sha256: ComputeSha256,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(file.name);
  if (bytes.length !== file.bytes || (await sha256(bytes)) !== file.sha256) {
    throw new Error(
      `${file.name} is damaged or belongs to another index: its size (${bytes.length} bytes) or ` +
        `checksum does not match ${INDEX_FILE}.`,
    );
  }
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}
