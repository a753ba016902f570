import { statSync, writeFileSync } from 'node:fs';
import { readIfExists } from './checked-file.ts';

/** A file of a build: the key of its inputs, with its size and modification time, which reveal later changes by other programs. */
export interface FileRecord {
  readonly key: string;
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly changed: number;
}

/** The first line of a stored table, as JSON. The columns follow: sizes, times, key numbers, keys, and names. */
interface Head {
  readonly files: number;
  /** The bytes of the keys and of the names. */
  readonly keyBytes: number;
  readonly nameBytes: number;
}

/** Two 8-byte numbers and the 4-byte number of the key. */
const ROW_BYTES = 20;

/** Separates the names, and the keys. No file name contains it. */
const SEPARATOR = '\0';

/**
 * The recorded files of one part of a build, in columns. A build reads tens of thousands of records and uses few of them,
 * so they become objects on request, and the maps that find them by name or key are created by the first lookup.
 */
export class FileTable {
  /** The paths of the files in the folder, in the order in which they were added. */
  readonly names: readonly string[];
  readonly #sizes: Float64Array;
  readonly #changed: Float64Array;
  /** The keys, each once, and the position of the key of each file. */
  readonly #keys: readonly string[];
  readonly #keyNumbers: Uint32Array;
  #rows: ReadonlyMap<string, number> | undefined;
  /** The row after the one that was found last, and the number of scans. */
  #next = 0;
  #scans = 0;
  #rowsByKey: RowsByKey | undefined;
  /** The number of each key, and the number after the one that was found last. */
  #numbers: ReadonlyMap<string, number> | undefined;
  #nextKey = 0;

  /** @param columns of the same length, except `keys`; by default, the table is empty */
  constructor(columns: Columns = NO_COLUMNS) {
    this.names = columns.names;
    this.#sizes = columns.sizes;
    this.#changed = columns.changed;
    this.#keys = columns.keys;
    this.#keyNumbers = columns.keyNumbers;
  }

  /** Returns the record in a row. */
  at(row: number): FileRecord {
    return { key: this.keyAt(row), size: this.#sizes[row] ?? 0, changed: this.#changed[row] ?? 0 };
  }

  keyAt(row: number): string {
    return this.#keys[this.#keyNumbers[row] ?? 0] ?? '';
  }

  /** Returns the row of a file; undefined if it has no record. */
  find(name: string): number | undefined {
    if (!this.#rows && this.#scans < MAX_SCANS) return this.#scan(name);
    this.#rows ??= new Map(this.names.map((each, row) => [each, row]));
    return this.#rows.get(name);
  }

  /** Files are often looked up in the order of the table, so a scan starts after the last one that was found. */
  #scan(name: string): number | undefined {
    if (this.names[this.#next] === name) return this.#next++;
    this.#scans++;
    const row = this.names.indexOf(name);
    if (row < 0) return undefined;
    this.#next = row + 1;
    return row;
  }

  get(name: string): FileRecord | undefined {
    const row = this.find(name);
    return row === undefined ? undefined : this.at(row);
  }

  /** Returns the rows of the files with a key. */
  rowsOf(key: string): Uint32Array {
    const number = this.#findKey(key);
    if (number === undefined) return NO_ROWS;
    this.#rowsByKey ??= groupByKey(this.#keys.length, this.#keyNumbers);
    const { rows, ends } = this.#rowsByKey;
    return rows.subarray(ends[number - 1] ?? 0, ends[number]);
  }

  /** Keys are often looked up in the order of the table, too. */
  #findKey(key: string): number | undefined {
    if (this.#keys[this.#nextKey] === key) return this.#nextKey++;
    this.#numbers ??= new Map(this.#keys.map((each, number) => [each, number]));
    const number = this.#numbers.get(key);
    if (number !== undefined) this.#nextKey = number + 1;
    return number;
  }

  /** Whether two tables have the same record of a file, whose rows can differ. */
  isEqualAt(row: number, other: FileTable, otherRow: number): boolean {
    return (
      this.#sizes[row] === other.#sizes[otherRow] &&
      this.#changed[row] === other.#changed[otherRow] &&
      this.names[row] === other.names[otherRow] &&
      this.keyAt(row) === other.keyAt(otherRow)
    );
  }

  /** Whether the file in a row is as recorded. */
  isAsRecorded(row: number, folder: string): boolean {
    // Not `path.join`, which takes as long as the disk.
    const found = statSync(`${folder}/${this.names[row]}`, { throwIfNoEntry: false });
    return found?.size === this.#sizes[row] && found?.mtimeMs === this.#changed[row];
  }
}

/** The number of lookups up to which scanning the names takes less time than a map of all names. */
const MAX_SCANS = 32;

/** The rows of each key. */
interface RowsByKey {
  /** The rows of all keys, one key after another. */
  readonly rows: Uint32Array;
  /** The end of each key in `rows`. */
  readonly ends: Uint32Array;
}

function groupByKey(count: number, keyNumbers: Uint32Array): RowsByKey {
  const ends = new Uint32Array(count);
  for (const key of keyNumbers) ends[key] = (ends[key] ?? 0) + 1;
  for (let key = 1; key < count; key++) ends[key] = (ends[key] ?? 0) + (ends[key - 1] ?? 0);
  const rows = new Uint32Array(keyNumbers.length);
  const starts = ends.slice();
  for (let row = keyNumbers.length - 1; row >= 0; row--) {
    const key = keyNumbers[row] ?? 0;
    starts[key] = (starts[key] ?? 0) - 1;
    rows[starts[key] ?? 0] = row;
  }
  return { rows, ends };
}

const NO_ROWS = new Uint32Array();

interface Columns {
  readonly names: readonly string[];
  readonly sizes: Float64Array;
  readonly changed: Float64Array;
  readonly keys: readonly string[];
  readonly keyNumbers: Uint32Array;
}

const NO_COLUMNS: Columns = {
  names: [],
  sizes: new Float64Array(),
  changed: new Float64Array(),
  keys: [],
  keyNumbers: new Uint32Array(),
};

/** Collects the records of a table. */
export class FileTableWriter {
  readonly #names: string[] = [];
  readonly #sizes: number[] = [];
  readonly #changed: number[] = [];
  readonly #keys = new Map<string, number>();
  readonly #keyNumbers: number[] = [];

  add(name: string, { key, size, changed }: FileRecord): void {
    let number = this.#keys.get(key);
    if (number === undefined) {
      number = this.#keys.size;
      this.#keys.set(key, number);
    }
    this.#names.push(name);
    this.#sizes.push(size);
    this.#changed.push(changed);
    this.#keyNumbers.push(number);
  }

  /** Writes the table to a file. */
  write(file: string): void {
    const [keys, names] = [[...this.#keys.keys()], this.#names].map(texts => Buffer.from(texts.join(SEPARATOR)));
    const head: Head = { files: this.#names.length, keyBytes: keys?.length ?? 0, nameBytes: names?.length ?? 0 };
    const columns = [
      new Float64Array(this.#sizes),
      new Float64Array(this.#changed),
      new Uint32Array(this.#keyNumbers),
    ].map(column => new Uint8Array(column.buffer));
    const texts = [keys, names].filter(text => text !== undefined);
    writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...columns, ...texts]));
  }
}

/** Reads a stored table. Undefined if the file does not exist or is damaged. */
export function readFileTable(file: string): FileTable | undefined {
  const bytes = readIfExists(file);
  const end = bytes.indexOf('\n') + 1;
  const head = parseHead(bytes.toString('latin1', 0, end));
  if (!head) return undefined;
  const { files, keyBytes, nameBytes } = head;
  const keys = end + files * ROW_BYTES;
  const names = keys + keyBytes;
  if (bytes.length !== names + nameBytes) return undefined;
  // A copy, because typed arrays start at a multiple of their element size.
  const { buffer } = new Uint8Array(bytes.subarray(end, keys));
  const split = (start: number, end: number) =>
    files === 0 ? [] : bytes.toString('utf8', start, end).split(SEPARATOR);
  return new FileTable({
    names: split(names, bytes.length),
    sizes: new Float64Array(buffer, 0, files),
    changed: new Float64Array(buffer, 8 * files, files),
    keys: split(keys, names),
    keyNumbers: new Uint32Array(buffer, 16 * files, files),
  });
}

/** Undefined if the line is damaged. */
function parseHead(line: string): Head | undefined {
  try {
    const head: Partial<Head> | null = JSON.parse(line);
    const { files, keyBytes, nameBytes } = head ?? {};
    return [files, keyBytes, nameBytes].every(Number.isSafeInteger) ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}
