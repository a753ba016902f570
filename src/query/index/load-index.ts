import { sha256Hex } from '#listing/encoding/sha256.ts';
import {
  INDEX_FILE,
  INDEX_FORMAT,
  INDEX_VERSION,
  type IndexBody,
  type IndexHead,
  type StoredFile,
} from './index-files.ts';
import type { QueryIndex } from './query-index.ts';
import { isStoredArray, storedArray } from './stored-arrays.ts';

/** Reads one file of an index by its name. */
export type ReadIndexFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Loads an index from its files, the large ones in parallel. Its arrays are views of the files' bytes, so loading
 * costs little beside the checksums.
 *
 * @throws when the files are no index, of another version, damaged, or not of one index; the message says which
 */
export async function loadIndex(read: ReadIndexFile): Promise<QueryIndex> {
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1)
    throw new Error('A query index needs a little-endian machine.');
  const { files, index } = await bodyOf(await read(INDEX_FILE));
  const binaries = await Promise.all(files.map(file => readBinary(file, read)));
  return JSON.parse(JSON.stringify(index), (_, value) =>
    typeof value === 'object' && value !== null && isStoredArray(value) ? storedArray(value, binaries) : value,
  );
}

async function bodyOf(bytes: Uint8Array<ArrayBuffer>): Promise<IndexBody> {
  const [first = '', body = ''] = new TextDecoder().decode(bytes).split('\n');
  const head = headOf(first);
  if (head?.format !== INDEX_FORMAT) throw new Error(`${INDEX_FILE} is not the file of a query index.`);
  if (head.version !== INDEX_VERSION) {
    throw new Error(
      `The query index has version ${head.version}, and this program reads version ${INDEX_VERSION}; build it again.`,
    );
  }
  if ((await sha256Hex(new TextEncoder().encode(body))) !== head.sha256) {
    throw new Error(`${INDEX_FILE} is damaged: its checksum does not agree with its content.`);
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

/** A file that is as the index file says, at a multiple of 8 in its buffer. */
async function readBinary(file: StoredFile, read: ReadIndexFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(file.name);
  if (bytes.length !== file.bytes || (await sha256Hex(bytes)) !== file.sha256) {
    throw new Error(
      `${file.name} is damaged or belongs to another index: it has ${bytes.length} bytes, or a checksum, ` +
        `that ${INDEX_FILE} does not expect.`,
    );
  }
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}
