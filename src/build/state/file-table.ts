import { closeSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { GrowingArray } from '#query/index/arrays/growing-array.ts';
import { readIfExists } from './checked-file.ts';
import { TextSet } from './text-set.ts';

/** A file of a build: the key of its inputs, with its size and modification time, which reveal later changes by other programs. */
export interface FileRecord {
  readonly key: string;
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly changed: number;
}

/** The first line of a stored table, as JSON. The columns follow, in the order of `Columns`. */
interface Head {
  readonly files: number;
  /** The number of different keys. */
  readonly keys: number;
  /** The bytes of the names and of the keys. */
  readonly nameBytes: number;
  readonly keyBytes: number;
}

/** The columns of a table: two 8-byte numbers and the 4-byte number of the key of each file, the ends of the texts, and the texts. */
interface Columns {
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly changed: Float64Array<ArrayBuffer>;
  readonly keyNumbers: Uint32Array<ArrayBuffer>;
  readonly names: TextSet;
  readonly keys: TextSet;
}

/**
 * The recorded files of one part of a build, in columns. A build has up to millions of records and uses few of them at a
 * time, so they become objects on request.
 */
export class FileTable {
  readonly #sizes: GrowingArray<Float64Array<ArrayBuffer>>;
  readonly #changed: GrowingArray<Float64Array<ArrayBuffer>>;
  /** The number of the key of each file. */
  readonly #keyNumbers: GrowingArray<Uint32Array<ArrayBuffer>>;
  /** The paths of the files in the folder, in the order in which they were added. */
  readonly #names: TextSet;
  readonly #keys: TextSet;
  #rowsByKey: RowsByKey | undefined;
  /** The table whose names were compared last. */
  #compared: { readonly other: FileTable; readonly isEqual: boolean } | undefined;

  /** @param columns by default, the table is empty */
  constructor({ sizes, changed, keyNumbers, names, keys }: Columns = emptyColumns()) {
    this.#sizes = new GrowingArray(sizes, sizes.length);
    this.#changed = new GrowingArray(changed, changed.length);
    this.#keyNumbers = new GrowingArray(keyNumbers, keyNumbers.length);
    this.#names = names;
    this.#keys = keys;
  }

  /** The number of files. */
  get size(): number {
    return this.#names.size;
  }

  /** Returns the path of the file in a row. */
  nameAt(row: number): string {
    return this.#names.at(row);
  }

  /** Returns the record in a row. */
  at(row: number): FileRecord {
    return { key: this.keyAt(row), size: this.sizeAt(row), changed: this.#changed.at(row) };
  }

  keyAt(row: number): string {
    return this.#keys.at(this.#keyNumbers.at(row));
  }

  sizeAt(row: number): number {
    return this.#sizes.at(row);
  }

  /** Returns the row of a file; undefined if it has no record. */
  find(name: string): number | undefined {
    return this.#names.find(name);
  }

  get(name: string): FileRecord | undefined {
    const row = this.find(name);
    return row === undefined ? undefined : this.at(row);
  }

  /** Adds the record of a file, or replaces it. */
  set(name: string, { key, size, changed }: FileRecord): void {
    const row = this.#names.add(name);
    this.#sizes.set(row, size);
    this.#changed.set(row, changed);
    this.#keyNumbers.set(row, this.#keys.add(key));
    this.#rowsByKey = undefined;
    this.#compared = undefined;
  }

  /** Returns a table with rows of other tables, no two of which are about the same file. */
  static concat(runs: readonly Run[]): FileTable {
    const all = new FileTable();
    /** The number of each key of a table in the new one, plus 1; 0 if it is not there yet. */
    const numbers = new Map<FileTable, Uint32Array>();
    for (const { table, start, end } of runs) {
      all.#names.append(table.#names, start, end);
      all.#sizes.append(table.#sizes.view(start, end));
      all.#changed.append(table.#changed.view(start, end));
      const known = numbers.get(table) ?? new Uint32Array(table.#keys.size);
      numbers.set(table, known);
      for (const number of table.#keyNumbers.view(start, end)) {
        known[number] ||= all.#keys.addFrom(table.#keys, number) + 1;
        all.#keyNumbers.push((known[number] ?? 0) - 1);
      }
    }
    return all;
  }

  /** Returns the rows of the files with a key. */
  rowsOf(key: string): Uint32Array {
    const number = this.#keys.find(key);
    if (number === undefined) return NO_ROWS;
    this.#rowsByKey ??= groupByKey(this.#keys.size, this.#keyNumbers.view());
    const { rows, ends } = this.#rowsByKey;
    return rows.subarray(ends[number - 1] ?? 0, ends[number]);
  }

  /** Whether two tables have the same record of a file, whose rows can differ. */
  isEqualAt(row: number, other: FileTable, otherRow: number): boolean {
    return (
      this.#sizes.at(row) === other.#sizes.at(otherRow) &&
      this.#changed.at(row) === other.#changed.at(otherRow) &&
      ((row === otherRow && this.#hasNamesOf(other)) || this.#names.isEqualAt(row, other.#names, otherRow)) &&
      this.#keys.isEqualAt(this.#keyNumbers.at(row), other.#keys, other.#keyNumbers.at(otherRow))
    );
  }

  /** Whether another table is about the same files, as the last good build nearly always is. */
  #hasNamesOf(other: FileTable): boolean {
    if (this.#compared?.other !== other) this.#compared = { other, isEqual: this.#names.isEqual(other.#names) };
    return this.#compared.isEqual;
  }

  /** Whether the file in a row is as recorded. */
  isAsRecorded(row: number, folder: string): boolean {
    // Not `path.join`, which takes as long as the disk.
    const found = statSync(`${folder}/${this.nameAt(row)}`, { throwIfNoEntry: false });
    return found?.size === this.#sizes.at(row) && found?.mtimeMs === this.#changed.at(row);
  }

  /** Writes the table to a file, which appears when it is complete. */
  write(file: string): void {
    const [names, keys] = [this.#names, this.#keys];
    const head: Head = {
      files: this.size,
      keys: keys.size,
      nameBytes: names.bytes.length,
      keyBytes: keys.bytes.length,
    };
    const draft = `${file}.draft`;
    const handle = openSync(draft, 'w');
    try {
      writeFileSync(handle, `${JSON.stringify(head)}\n`);
      for (const numbers of [this.#sizes, this.#changed, this.#keyNumbers])
        writeFileSync(handle, toBytes(numbers.view()));
      for (const { ends } of [names, keys]) writeFileSync(handle, toBytes(ends));
      for (const { bytes } of [names, keys]) writeFileSync(handle, bytes);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  }
}

/** Consecutive rows of a table. */
export interface Run {
  readonly table: FileTable;
  readonly start: number;
  /** The row after the last one. */
  readonly end: number;
}

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

function emptyColumns(): Columns {
  return {
    sizes: new Float64Array(),
    changed: new Float64Array(),
    keyNumbers: new Uint32Array(),
    names: new TextSet(),
    keys: new TextSet(),
  };
}

/** Reads a stored table. Undefined if the file does not exist or is damaged. */
export function readFileTable(file: string): FileTable | undefined {
  const stored = readIfExists(file);
  const start = stored.indexOf('\n') + 1;
  const head = parseHead(stored.toString('latin1', 0, start));
  if (!head) return undefined;
  const { files, keys, nameBytes, keyBytes } = head;
  // A copy, because typed arrays start at a multiple of their element size.
  const { buffer } = new Uint8Array(stored.subarray(start));
  if (buffer.byteLength !== 24 * files + 4 * keys + nameBytes + keyBytes) return undefined;
  let next = 0;
  const skip = (length: number) => {
    next += length;
    return next - length;
  };
  const floats = () => new Float64Array(buffer, skip(8 * files), files);
  const integers = (length: number) => new Uint32Array(buffer, skip(4 * length), length);
  const bytes = (length: number) => new Uint8Array(buffer, skip(length), length);
  const [sizes, changed, keyNumbers] = [floats(), floats(), integers(files)];
  const [nameEnds, keyEnds] = [integers(files), integers(keys)];
  const names = new TextSet({ bytes: bytes(nameBytes), ends: nameEnds });
  const ofKeys = new TextSet({ bytes: bytes(keyBytes), ends: keyEnds });
  return new FileTable({ sizes, changed, keyNumbers, names, keys: ofKeys });
}

/** Undefined if the line is damaged. */
function parseHead(line: string): Head | undefined {
  try {
    const head: Partial<Head> | null = JSON.parse(line);
    const { files, keys, nameBytes, keyBytes } = head ?? {};
    return [files, keys, nameBytes, keyBytes].every(Number.isSafeInteger) ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}

function toBytes({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
