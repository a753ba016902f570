import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Content, createFile, linkFile, readStart, removeFile, replaceFile } from './hard-linked-files.ts';
import type { Extent } from './hosting.ts';
import { type FileRecord, FileTable, type Run, readFileTable } from './state/file-table.ts';

/** The key of a file whose inputs are unknown. */
const UNKNOWN = '';

/** The content of a file of a group. */
type GroupContent = string | Uint8Array | (() => Uint8Array);

/** A folder whose files are recorded with the keys of their inputs. */
export interface Kept {
  readonly folder: string;
  /** The file with these records. It is missing during a build and after an interrupted one. */
  readonly cacheFile: string;
  /** Whether all files are known to be as recorded, so that they need not be checked again. */
  readonly isAsRecorded?: boolean;
}

/**
 * One part of a built folder, written file by file. An existing file with the same inputs stays; otherwise the file is
 * hard-linked from the last good folder, or generated. So the work is proportional to the changes, and a served folder
 * never changes: a file that it shares is replaced, not overwritten.
 */
export class BuildCache {
  readonly #folder: string;
  readonly #file: string | undefined;
  /** The files that the folder had before. */
  readonly #previous: FileTable;
  /** For each of them, whether it stays as it is. */
  readonly #stays: Uint8Array;
  /** The other files of this build, which were generated or linked, or have another key than before. */
  readonly #records = new FileTable();
  readonly #lastGood: (Kept & { readonly table: FileTable }) | undefined;
  readonly #otherParts: readonly string[];
  /** The files of the other parts that are complete. Read once, when the first of them is needed. */
  #elsewhere: readonly FileTable[] | undefined;
  readonly #folders = new Set<string>();

  /** How many files were generated, and how many existed already. */
  made = 0;
  kept = 0;

  /**
   * @param folder the folder that is built
   * @param file the file that stores the entries; without it, no files are reused and no entries are saved
   * @param lastGood another build of the same part, whose files are reused
   * @param otherParts the files with the entries of the other parts of the folder, which exist once these are complete
   */
  constructor(folder: string, file?: string, lastGood?: Kept, otherParts: readonly string[] = []) {
    this.#folder = folder;
    this.#file = file;
    this.#otherParts = otherParts;
    this.#previous = (file === undefined ? undefined : readFileTable(file)) ?? new FileTable();
    this.#stays = new Uint8Array(this.#previous.size);
    this.#lastGood = lastGood && { ...lastGood, table: readFileTable(lastGood.cacheFile) ?? new FileTable() };
    if (file !== undefined) rmSync(file, { force: true });
  }

  /**
   * Ensures that a file exists with current content.
   * @param place its path in the folder
   * @param key identifies all inputs (`createKey`); undefined if they are unknown, so that the file is always generated
   * @returns no promise if the file exists, because for most of very many files a promise costs more than the lookup
   */
  put(place: string, key: string | undefined, make: () => Content | Promise<Content>): Promise<void> | undefined {
    return this.tryReuse(place, key) ? undefined : this.#make(toName(place), key ?? UNKNOWN, make);
  }

  /**
   * Whether a file with the same inputs exists here or in the last good folder. If so, it is part of the build
   * afterwards.
   */
  tryReuse(place: string, key: string | undefined): boolean {
    if (key === undefined) return false;
    const name = toName(place);
    // Already part of this build, for example linked before the other pages of its listing were rendered.
    if (this.#get(name)?.key === key) return true;
    const row = this.#previous.find(name);
    const isReused = row !== undefined && this.#previous.keyAt(row) === key && this.#reuse(row);
    if (!isReused && !this.#link(name, key)) return false;
    this.kept++;
    return true;
  }

  /**
   * Like `tryReuse`, for all files with a key, which must identify the inputs of all of them.
   * @returns false if no file has it, or if another program has modified one
   */
  tryReuseGroup(key: string): boolean {
    const stay = this.#previous.rowsOf(key);
    if (stay.length > 0 && stay.every(row => this.#reuse(row))) {
      this.kept += stay.length;
      return true;
    }
    if (this.#lastGood === undefined) return false;
    const { table } = this.#lastGood;
    const linked = table.rowsOf(key);
    const isLinked = linked.length > 0 && linked.every(row => this.#link(table.nameAt(row), key));
    if (isLinked) this.kept += linked.length;
    return isLinked;
  }

  /**
   * Like `put`, for several files that are generated together from the same inputs. A name with a function as content
   * identifies the content: such a file is only generated if none with its name exists.
   * @returns how many were generated
   */
  async putGroup(key: string, make: () => Promise<ReadonlyMap<string, GroupContent>>): Promise<number> {
    if (this.tryReuseGroup(key)) return 0;
    const made = await make();
    const before = this.made;
    for (const [name, content] of made) {
      if (typeof content === 'function') {
        if (!this.#reuseNamed(name, key)) this.#write(name, key, content());
      } else if (!this.#reuseEqual(name, key, content)) this.#write(name, key, content);
    }
    return this.made - before;
  }

  /**
   * Forces a file that was just generated to be generated again in the next build, because its key does not match its
   * content.
   */
  invalidate(place: string): void {
    const name = toName(place);
    const record = this.#get(name);
    if (record) this.#set(name, { ...record, key: UNKNOWN });
  }

  /** Whether the last good folder has files with a key. */
  wasBuilt(key: string): boolean {
    return this.#lastGood !== undefined && this.#lastGood.table.rowsOf(key).length > 0;
  }

  /**
   * Returns a file of the last good folder; undefined if it does not exist or was modified by another program.
   * @param maxBytes the number of bytes from its start (default: all)
   */
  lastGoodFile(place: string, maxBytes?: number): Buffer<ArrayBuffer> | undefined {
    const name = toName(place);
    const row = this.#lastGood?.table.find(name);
    if (this.#lastGood === undefined || row === undefined || !this.#isGood(row)) return undefined;
    const file = path.join(this.#lastGood.folder, name);
    return maxBytes === undefined ? readFileSync(file) : readStart(file, maxBytes);
  }

  /**
   * Links all files of the last good folder. Does not check them first: a modified file is the same file in both folders,
   * so the next build finds it, and a deleted one is skipped.
   */
  linkAll(): void {
    const good = this.#lastGood?.table ?? new FileTable();
    for (let number = 0; number < good.size; number++) {
      const [name, record] = [good.nameAt(number), good.at(number)];
      const row = record.key === UNKNOWN ? undefined : this.#previous.find(name);
      const isReused = row !== undefined && this.#previous.keyAt(row) === record.key && this.#reuse(row);
      if (!isReused) this.#linkFile(name, record);
    }
  }

  /**
   * Removes files that are no longer part of the build, and saves the records, which completes this part.
   * @returns the number and size of the files
   */
  finish(): Extent {
    const table = this.#mergeRecords();
    if (this.#file !== undefined) {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      table.write(this.#file);
    }
    let [bytes, largest] = [0, 0];
    for (let row = 0; row < table.size; row++) {
      bytes += table.sizeAt(row);
      largest = Math.max(largest, table.sizeAt(row));
    }
    return { files: table.size, made: this.made, bytes, largest };
  }

  /** Returns the records of all files of this build, and removes the other files. */
  #mergeRecords(): FileTable {
    const [previous, records] = [this.#previous, this.#records];
    if (previous.size === 0) return records;
    const runs: Run[] = [];
    // A file stays in its row, so that the rows of two folders agree (`#isCurrent`).
    for (let row = 0, next = 0; row < previous.size; row = next) {
      next = row + 1;
      if (this.#stays[row]) {
        while (this.#stays[next]) next++;
        runs.push({ table: previous, start: row, end: next });
        continue;
      }
      const name = previous.nameAt(row);
      const changed = records.find(name);
      if (changed !== undefined) runs.push(runOf(records, changed));
      else if (!this.#isElsewhere(row)) this.#remove(name);
    }
    for (let row = 0; row < records.size; row++)
      if (previous.find(records.nameAt(row)) === undefined) runs.push(runOf(records, row));
    const [first] = runs;
    const isUnchanged = runs.length === 1 && first?.table === previous && first.end - first.start === previous.size;
    return isUnchanged ? previous : FileTable.concat(runs);
  }

  /**
   * Whether another part has written a file that this part wrote before, because the software was updated.
   * @param row of the files that the folder had before
   */
  #isElsewhere(row: number): boolean {
    // The tables are only read for a file that has been replaced since.
    if (this.#previous.isAsRecorded(row, this.#folder)) return false;
    const name = this.#previous.nameAt(row);
    this.#elsewhere ??= this.#otherParts.flatMap(file => readFileTable(file) ?? []);
    return this.#elsewhere.some(table => table.find(name) !== undefined);
  }

  /** Returns the record of a file of this build. */
  #get(name: string): FileRecord | undefined {
    const row = this.#previous.find(name);
    return row !== undefined && this.#stays[row] ? this.#previous.at(row) : this.#records.get(name);
  }

  #set(name: string, record: FileRecord): void {
    const row = this.#previous.find(name);
    if (row !== undefined) this.#stays[row] = 0;
    this.#records.set(name, record);
  }

  /** @param row of the files that the folder had before */
  #reuse(row: number): boolean {
    if (!this.#isCurrent(row)) return false;
    this.#stays[row] = 1;
    return true;
  }

  /** Whether a file of this folder is as recorded. With the same record, it is a hard link of the last good file. */
  #isCurrent(row: number): boolean {
    if (this.#lastGood?.isAsRecorded) {
      const { table } = this.#lastGood;
      // Files are nearly always in the same row, which is faster to check than to find.
      if (this.#previous.isEqualAt(row, table, row)) return true;
      const other = table.find(this.#previous.nameAt(row));
      if (other !== undefined && this.#previous.isEqualAt(row, table, other)) return true;
    }
    return this.#previous.isAsRecorded(row, this.#folder);
  }

  /** @param row of the files of the last good folder */
  #isGood(row: number): boolean {
    return this.#lastGood?.isAsRecorded || this.#lastGood?.table.isAsRecorded(row, this.#lastGood.folder) || false;
  }

  #link(name: string, key: string): boolean {
    const row = this.#lastGood?.table.find(name);
    if (row === undefined || this.#lastGood?.table.keyAt(row) !== key || !this.#isGood(row)) return false;
    return this.#linkFile(name, this.#lastGood.table.at(row));
  }

  /** @returns false if the file does not exist in the last good folder */
  #linkFile(name: string, record: FileRecord): boolean {
    const file = this.#preparePath(name);
    if (this.#previous.find(name) !== undefined) removeFile(file);
    // A target that is not in the records exists only if these were damaged.
    if (!linkFile(`${this.#lastGood?.folder}/${name}`, file)) return false;
    this.#set(name, record);
    return true;
  }

  /**
   * Whether a file with this content exists already, though from other inputs: in a group, most files may be unchanged.
   */
  #reuseEqual(name: string, key: string, content: string | Uint8Array): boolean {
    const row = this.#previous.find(name);
    if (row === undefined) return false;
    const record = this.#previous.at(row);
    if (record.size !== Buffer.byteLength(content) || !this.#previous.isAsRecorded(row, this.#folder)) return false;
    if (!readFileSync(path.join(this.#folder, name)).equals(Buffer.from(content))) return false;
    this.#set(name, { ...record, key });
    this.kept++;
    return true;
  }

  /** Whether a file with this name exists already, though from other inputs. */
  #reuseNamed(name: string, key: string): boolean {
    const [row, good] = [this.#previous.find(name), this.#lastGood?.table.get(name)];
    const isKept = (row !== undefined && this.#reuse(row)) || (good && this.#link(name, good.key));
    const record = this.#get(name);
    if (!isKept || record === undefined) return false;
    this.#set(name, { ...record, key });
    this.kept++;
    return true;
  }

  async #make(name: string, key: string, make: () => Content | Promise<Content>): Promise<void> {
    this.#write(name, key, await make());
  }

  #write(name: string, key: string, content: Content): void {
    const file = this.#preparePath(name);
    const { size, mtimeMs } =
      this.#previous.find(name) === undefined ? createFile(file, content) : replaceFile(file, content);
    this.made++;
    this.#set(name, { key, size, changed: mtimeMs });
  }

  /**
   * Returns the path of a file, and creates its folder.
   * @throws RangeError for a name that leads out of the build, which a part could derive from a text of a publisher
   */
  #preparePath(name: string): string {
    const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
    if (!this.#folders.has(folder)) {
      if (folder.split('/').includes('..')) throw new RangeError(`The file ${name} is not in the build.`);
      mkdirSync(`${this.#folder}/${folder}`, { recursive: true });
      this.#folders.add(folder);
    }
    return `${this.#folder}/${name}`;
  }

  #remove(name: string): void {
    const file = path.join(this.#folder, name);
    removeFile(file);
    for (let folder = path.dirname(file); folder !== this.#folder; folder = path.dirname(folder)) {
      try {
        rmdirSync(folder);
      } catch {
        return; // The folder is not empty.
      }
    }
  }
}

function runOf(table: FileTable, row: number): Run {
  return { table, start: row, end: row + 1 };
}

function toName(place: string): string {
  return place.startsWith('/') ? place.slice(1) : place;
}
