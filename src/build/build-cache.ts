import {
  closeSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
  writevSync,
} from 'node:fs';
import path from 'node:path';
import type { Extent } from './hosting.ts';

/** The inputs of a file as a key, with its size and modification time, which reveal later changes by other programs. */
type Entry = readonly [key: string, size: number, changed: number];
type Entries = ReadonlyMap<string, Entry>;

/** The key of a file whose inputs are unknown. */
const UNKNOWN = '';

/** The content of a file; chunks need not be concatenated. */
type Content = string | Uint8Array | readonly Uint8Array[];

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
 * is never modified in place: files are replaced, not overwritten.
 * Files are read and written without promises: handing each step to another thread costs several times as much as the step.
 */
export class BuildCache {
  readonly #folder: string;
  readonly #file: string | undefined;
  readonly #previous: Entries;
  readonly #namesBefore: (key: string) => readonly string[];
  readonly #namesInLastGood: (key: string) => readonly string[];
  readonly #lastGood: (Kept & { readonly entries: Entries }) | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #folders = new Set<string>();

  /** How many files were generated, and how many existed already. */
  made = 0;
  kept = 0;

  /**
   * @param folder the folder that is built
   * @param file the file that stores the entries; without it, no files are reused and no entries are saved
   * @param lastGood another build of the same part, whose files are reused
   */
  constructor(folder: string, file?: string, lastGood?: Kept) {
    this.#folder = folder;
    this.#file = file;
    this.#previous = file === undefined ? new Map() : entriesIn(file);
    this.#lastGood = lastGood && { ...lastGood, entries: entriesIn(lastGood.cacheFile) };
    this.#namesBefore = groupByKey(this.#previous);
    this.#namesInLastGood = groupByKey(this.#lastGood?.entries ?? new Map());
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
    const name = toName(place);
    // Already part of this build, for example linked before the other pages of its listing were rendered.
    if (key !== undefined && this.#entries.get(name)?.[0] === key) return true;
    if (key === undefined || !(this.#reuse(name, key) || this.#link(name, key))) return false;
    this.kept++;
    return true;
  }

  /**
   * Like `put`, for several files that are generated together from the same inputs. A name with a function as content
   * identifies the content: such a file is only generated if none with its name exists.
   * @returns how many were generated
   */
  async putGroup(key: string, make: () => Promise<ReadonlyMap<string, GroupContent>>): Promise<number> {
    const stay = this.#namesBefore(key);
    const linked = this.#namesInLastGood(key);
    const isCurrent =
      (stay.length > 0 && stay.every(name => this.#reuse(name, key))) ||
      (linked.length > 0 && linked.every(name => this.#link(name, key)));
    if (isCurrent) {
      this.kept += stay.length || linked.length;
      return 0;
    }
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
    const entry = this.#entries.get(name);
    if (entry) this.#entries.set(name, [UNKNOWN, entry[1], entry[2]]);
  }

  /** Whether a file of this build has the same inputs as in the last good folder. */
  isUnchanged(place: string): boolean {
    const name = toName(place);
    const key = this.#entries.get(name)?.[0] ?? UNKNOWN;
    return key !== UNKNOWN && this.#lastGood?.entries.get(name)?.[0] === key;
  }

  /** Returns a file of the last good folder; undefined if it does not exist or was modified by another program. */
  lastGoodFile(place: string): Buffer<ArrayBuffer> | undefined {
    const name = toName(place);
    const entry = this.#lastGood?.entries.get(name);
    if (this.#lastGood === undefined || entry === undefined) return undefined;
    return this.#isGood(name, entry) ? readFileSync(path.join(this.#lastGood.folder, name)) : undefined;
  }

  /**
   * Links all files of the last good folder. Does not check them first: a modified file is the same file in both folders,
   * so the next build finds it, and a deleted one is skipped.
   */
  linkAll(): void {
    for (const [name, entry] of this.#lastGood?.entries ?? [])
      if (entry[0] === UNKNOWN || !this.#reuse(name, entry[0])) this.#linkFile(name, entry);
  }

  /**
   * Removes files that are no longer part of the build, and saves the entries, which completes this part.
   * @returns the number and size of the files
   */
  finish(): Extent {
    for (const name of this.#previous.keys()) if (!this.#entries.has(name)) this.#remove(name);
    if (this.#file !== undefined) {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      writeEntries(this.#file, this.#entries);
    }
    let [bytes, largest] = [0, 0];
    for (const [, size] of this.#entries.values()) {
      bytes += size;
      largest = Math.max(largest, size);
    }
    return { files: this.#entries.size, made: this.made, bytes, largest };
  }

  #reuse(name: string, key: string): boolean {
    const entry = this.#previous.get(name);
    if (entry?.[0] !== key || !this.#isCurrent(name, entry)) return false;
    this.#entries.set(name, entry);
    return true;
  }

  /** Whether a file of this folder is as recorded. With the same record, it is a hard link of the last good file. */
  #isCurrent(name: string, entry: Entry): boolean {
    const good = this.#lastGood?.isAsRecorded ? this.#lastGood.entries.get(name) : undefined;
    if (good && good[0] === entry[0] && good[1] === entry[1] && good[2] === entry[2]) return true;
    return isAsWritten(`${this.#folder}/${name}`, entry);
  }

  #isGood(name: string, entry: Entry): boolean {
    return this.#lastGood?.isAsRecorded || isAsWritten(`${this.#lastGood?.folder}/${name}`, entry);
  }

  #link(name: string, key: string): boolean {
    const entry = this.#lastGood?.entries.get(name);
    if (entry?.[0] !== key || !this.#isGood(name, entry)) return false;
    return this.#linkFile(name, entry);
  }

  /** @returns false if the file does not exist in the last good folder */
  #linkFile(name: string, entry: Entry): boolean {
    const file = this.#preparePath(name);
    if (this.#previous.has(name)) remove(file);
    if (!linkOver(`${this.#lastGood?.folder}/${name}`, file)) return false;
    this.#entries.set(name, entry);
    return true;
  }

  /**
   * Whether a file with this content exists already, though from other inputs: in a group, most files may be unchanged.
   */
  #reuseEqual(name: string, key: string, content: string | Uint8Array): boolean {
    const entry = this.#previous.get(name);
    const file = path.join(this.#folder, name);
    if (entry?.[1] !== Buffer.byteLength(content) || !isAsWritten(file, entry)) return false;
    if (!readFileSync(file).equals(Buffer.from(content))) return false;
    this.#entries.set(name, [key, entry[1], entry[2]]);
    this.kept++;
    return true;
  }

  /** Whether a file with this name exists already, though from other inputs. */
  #reuseNamed(name: string, key: string): boolean {
    const [before, good] = [this.#previous.get(name), this.#lastGood?.entries.get(name)];
    const isKept =
      (before !== undefined && this.#reuse(name, before[0])) || (good !== undefined && this.#link(name, good[0]));
    const entry = this.#entries.get(name);
    if (!isKept || entry === undefined) return false;
    this.#entries.set(name, [key, entry[1], entry[2]]);
    this.kept++;
    return true;
  }

  async #make(name: string, key: string, make: () => Content | Promise<Content>): Promise<void> {
    this.#write(name, key, await make());
  }

  #write(name: string, key: string, content: Content): void {
    const file = this.#preparePath(name);
    const { size, mtimeMs } = this.#previous.has(name)
      ? (overwriteInPlace(file, content) ?? replaceFile(file, content))
      : createFile(file, content);
    this.made++;
    this.#entries.set(name, [key, size, mtimeMs]);
  }

  /** Returns the path of a file, and creates its folder. */
  #preparePath(name: string): string {
    const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
    if (!this.#folders.has(folder)) {
      mkdirSync(`${this.#folder}/${folder}`, { recursive: true });
      this.#folders.add(folder);
    }
    return `${this.#folder}/${name}`;
  }

  #remove(name: string): void {
    const file = path.join(this.#folder, name);
    remove(file);
    for (let folder = path.dirname(file); folder !== this.#folder; folder = path.dirname(folder)) {
      try {
        rmdirSync(folder);
      } catch {
        return; // The folder is not empty.
      }
    }
  }
}

function toName(place: string): string {
  return place.startsWith('/') ? place.slice(1) : place;
}

/** Groups file names by key. */
function groupByKey(entries: Entries): (key: string) => readonly string[] {
  let names: Map<string, string[]> | undefined;
  return key => {
    names ??= Map.groupBy(entries.keys(), name => entries.get(name)?.[0] ?? UNKNOWN);
    return names.get(key) ?? [];
  };
}

/**
 * Overwrites a file that has no other hard link, because the disk is slower to free the space and allocate it again.
 * @returns its state afterwards; undefined if that is not possible
 */
function overwriteInPlace(file: string, content: Content): Stats | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.nlink !== 1) return undefined;
  const handle = openSync(file, 'r+');
  try {
    ftruncateSync(handle, writeContent(handle, content));
    return fstatSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** An existing file may be a hard link that another folder shares, so it is removed first. */
function createFile(file: string, content: Content): Stats {
  try {
    return writeNewFile(file, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return replaceFile(file, content);
  }
}

function replaceFile(file: string, content: Content): Stats {
  remove(file);
  return writeNewFile(file, content);
}

function writeNewFile(file: string, content: Content): Stats {
  const handle = openSync(file, 'wx');
  try {
    writeContent(handle, content);
    return fstatSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes to a file from its start.
 * @returns the number of bytes
 */
function writeContent(handle: number, content: Content): number {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (isChunked(bytes)) {
    const length = bytes.reduce((sum, piece) => sum + piece.length, 0);
    // The system may write less than all of it if the disk is full or a signal arrives; the retry then throws the
    // reason.
    if (writevSync(handle, bytes, 0) === length) return length;
    return writeContent(handle, Buffer.concat(bytes));
  }
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, at);
  return bytes.length;
}

function isChunked(content: Content): content is readonly Uint8Array[] {
  return Array.isArray(content);
}

/**
 * Links a file. A target that the build cache does not know exists only if its records were damaged.
 * @returns false if the file does not exist
 */
function linkOver(from: string, to: string): boolean {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code !== 'EEXIST') throw error;
    remove(to);
    linkSync(from, to);
  }
  return true;
}

/** Ten times as fast as `rmSync`, which checks for folders. */
function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function isAsWritten(file: string, [, size, changed]: Entry): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.size === size && found.mtimeMs === changed;
}

/** The entries of a build cache file in columns, which load three times as fast as one array per file. */
interface EntryColumns {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly sizes: readonly number[];
  readonly changed: readonly number[];
}

/** Reads the entries of a build cache file; empty if the file does not exist or is damaged. */
export function entriesIn(file: string): Entries {
  const columns = readColumns(file);
  const { names, keys, sizes, changed } = columns ?? { names: [], keys: [], sizes: [], changed: [] };
  return new Map(names.map((name, at) => [name, [keys[at] ?? UNKNOWN, sizes[at] ?? 0, changed[at] ?? 0]]));
}

function writeEntries(file: string, entries: Entries): void {
  const all = [...entries.values()];
  const columns: EntryColumns = {
    names: [...entries.keys()],
    keys: all.map(([key]) => key),
    sizes: all.map(([, size]) => size),
    changed: all.map(([, , changed]) => changed),
  };
  writeFileSync(file, JSON.stringify(columns));
}

/** Whether all files of a finished part are still as written. Returns false if its build cache file is damaged. */
export function areFilesAsWritten({ folder, cacheFile }: Kept): boolean {
  const { names, sizes, changed } = readColumns(cacheFile) ?? {};
  return (
    names?.every((name, at) => {
      // Not `path.join`, which takes as long as the disk.
      const found = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
      return found?.size === sizes?.[at] && found?.mtimeMs === changed?.[at];
    }) ?? false
  );
}

/** Undefined if the file does not exist or is damaged. */
function readColumns(file: string): EntryColumns | undefined {
  try {
    const columns: Partial<EntryColumns> | null = JSON.parse(readFileSync(file, 'utf8'));
    const { names, keys, sizes, changed } = columns ?? {};
    const isComplete = names && [keys, sizes, changed].every(column => column?.length === names.length);
    return isComplete ? (columns as EntryColumns) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
