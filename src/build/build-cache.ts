import {
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Extent } from './hosting.ts';

/** What a file was made from, and how it lay there then: who touched it since shows in size or time. */
type Entry = readonly [key: string, size: number, changed: number];
type Entries = Readonly<Record<string, Entry>>;

/** The key of a file of which nobody can say what it is made from. */
const UNKNOWN = '';

/** What a file is to hold; what comes in pieces need not be copied together. */
type Content = string | Uint8Array | readonly Uint8Array[];

/** A folder whose files are known by what they were made from. */
export interface Kept {
  readonly folder: string;
  /** Where that is written down; there is no such file while the folder is being worked on, or was left half done. */
  readonly ledger: string;
}

/**
 * One part of a built folder, written file by file. A file that is there already, made from the same, stays; else it is
 * taken over from the last good folder, as a hard link, or made. So the work follows what changed, and a folder that is
 * being served is never written to: files are replaced, not overwritten.
 *
 * Files that are there already are handled without promises, which cost ten times what the disk does.
 */
export class BuildCache {
  readonly #folder: string;
  readonly #file: string | undefined;
  readonly #was: Entries;
  readonly #namesBefore: (key: string) => readonly string[];
  readonly #namesInLastGood: (key: string) => readonly string[];
  readonly #lastGood: { readonly folder: string; readonly entries: Entries } | undefined;
  readonly #is: Record<string, Entry> = {};
  readonly #folders = new Set<string>();

  /** How many files were made, and how many were there already. */
  made = 0;
  kept = 0;

  /**
   * @param folder the folder that is built
   * @param file where its entries are written down; without it nothing is taken over, and nothing remembered
   * @param lastGood another build of the same part, from which files are taken over
   */
  constructor(folder: string, file?: string, lastGood?: Kept) {
    this.#folder = folder;
    this.#file = file;
    this.#was = file === undefined ? {} : entriesIn(file);
    this.#lastGood = lastGood && { folder: lastGood.folder, entries: entriesIn(lastGood.ledger) };
    this.#namesBefore = namesIn(this.#was);
    this.#namesInLastGood = namesIn(this.#lastGood?.entries ?? {});
    if (file !== undefined) rmSync(file, { force: true });
  }

  /**
   * Sees that a file is there.
   *
   * @param place its path in the folder
   * @param key names all that it is made from (`keyOf`); undefined when that is not known, so that it is made anew
   * @returns no promise when it is there: for most of very many files, that would take longer than to look
   */
  put(place: string, key: string | undefined, make: () => Content | Promise<Content>): Promise<void> | undefined {
    return this.keeps(place, key) ? undefined : this.#make(nameOf(place), key ?? UNKNOWN, make);
  }

  /** Whether a file is there, or in the last good folder, made from the same; then it has been put. */
  keeps(place: string, key: string | undefined): boolean {
    const name = nameOf(place);
    if (key === undefined || !(this.#stays(name, key) || this.#linked(name, key))) return false;
    this.kept++;
    return true;
  }

  /**
   * As `put`, for several files that are made together, from the same.
   * @returns how many were made
   */
  async putGroup(key: string, make: () => Promise<ReadonlyMap<string, string | Uint8Array>>): Promise<number> {
    const stay = this.#namesBefore(key);
    const linked = this.#namesInLastGood(key);
    const known =
      (stay.length > 0 && stay.every(name => this.#stays(name, key))) ||
      (linked.length > 0 && linked.every(name => this.#linked(name, key)));
    if (known) {
      this.kept += stay.length || linked.length;
      return 0;
    }
    const made = await make();
    const before = this.made;
    await Promise.all(
      [...made].map(([name, content]) => this.#holds(name, key, content) || this.#write(name, key, content)),
    );
    return this.made - before;
  }

  /** Whether files were made from the same before; somebody may have touched them since. */
  knows(key: string): boolean {
    return this.#namesBefore(key).length > 0 || this.#namesInLastGood(key).length > 0;
  }

  /** Has a file that was just made be made anew the next time, because it is not what its key names. */
  doubt(place: string): void {
    const name = nameOf(place);
    const entry = this.#is[name];
    if (entry) this.#is[name] = [UNKNOWN, entry[1], entry[2]];
  }

  /** Whether a file that was put was made from the same for the last good folder. */
  isAsLast(place: string): boolean {
    const name = nameOf(place);
    const key = this.#is[name]?.[0] ?? UNKNOWN;
    return key !== UNKNOWN && this.#lastGood?.entries[name]?.[0] === key;
  }

  /** A file of the last good folder; undefined where it has none, or somebody has touched it. */
  lastGoodFile(place: string): Buffer<ArrayBuffer> | undefined {
    const name = nameOf(place);
    const entry = this.#lastGood?.entries[name];
    if (this.#lastGood === undefined || entry === undefined) return undefined;
    const file = path.join(this.#lastGood.folder, name);
    return isAsWritten(file, entry) ? readFileSync(file) : undefined;
  }

  /** Takes all over from the last good folder. */
  takeOver(): void {
    for (const [name, [key]] of Object.entries(this.#lastGood?.entries ?? {}))
      if (key === UNKNOWN || !this.#stays(name, key)) this.#linked(name, key);
  }

  /**
   * Removes what is no longer part of the build, and writes the entries down: from now on the part is whole.
   * @returns how much it is
   */
  finish(): Extent {
    for (const name of Object.keys(this.#was)) if (!(name in this.#is)) this.#remove(name);
    if (this.#file !== undefined) {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      writeFileSync(this.#file, JSON.stringify(this.#is));
    }
    const sizes = Object.values(this.#is).map(([, size]) => size);
    return {
      files: sizes.length,
      made: this.made,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      largest: sizes.reduce((most, size) => Math.max(most, size), 0),
    };
  }

  #stays(name: string, key: string): boolean {
    const entry = this.#was[name];
    const file = path.join(this.#folder, name);
    if (entry?.[0] !== key || !isAsWritten(file, entry)) return false;
    this.#is[name] = entry;
    return true;
  }

  #linked(name: string, key: string): boolean {
    const entry = this.#lastGood?.entries[name];
    if (this.#lastGood === undefined || entry?.[0] !== key) return false;
    const good = path.join(this.#lastGood.folder, name);
    if (!isAsWritten(good, entry)) return false;
    const file = this.#placeFor(name);
    if (name in this.#was) remove(file);
    linkSync(good, file);
    this.#is[name] = entry;
    return true;
  }

  /** Whether a file is there already, though made from something else: of a group most files may come out the same. */
  #holds(name: string, key: string, content: string | Uint8Array): boolean {
    const entry = this.#was[name];
    const file = path.join(this.#folder, name);
    if (entry?.[1] !== Buffer.byteLength(content) || !isAsWritten(file, entry)) return false;
    if (!readFileSync(file).equals(Buffer.from(content))) return false;
    this.#is[name] = [key, entry[1], entry[2]];
    this.kept++;
    return true;
  }

  async #make(name: string, key: string, make: () => Content | Promise<Content>): Promise<void> {
    await this.#write(name, key, await make());
  }

  /** A new file waits for the disk, meanwhile others can be made: in a first build the disk is what takes longest. */
  async #write(name: string, key: string, content: Content): Promise<void> {
    const file = this.#placeFor(name);
    if (!(name in this.#was)) await created(file, content);
    else if (!overwritten(file, content)) replaced(file, content);
    this.made++;
    const { size, mtimeMs } = statSync(file);
    this.#is[name] = [key, size, mtimeMs];
  }

  /** The file's path, in a folder that exists. */
  #placeFor(name: string): string {
    const file = path.join(this.#folder, name);
    const folder = path.dirname(file);
    if (!this.#folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    return file;
  }

  #remove(name: string): void {
    const file = path.join(this.#folder, name);
    remove(file);
    for (let folder = path.dirname(file); folder !== this.#folder; folder = path.dirname(folder)) {
      try {
        rmdirSync(folder);
      } catch {
        return; // Others are still in it.
      }
    }
  }
}

function nameOf(place: string): string {
  return place.startsWith('/') ? place.slice(1) : place;
}

/** Gives the names that have a key. */
function namesIn(entries: Entries): (key: string) => readonly string[] {
  let names: Map<string, string[]> | undefined;
  return key => {
    names ??= Map.groupBy(Object.keys(entries), name => entries[name]?.[0] ?? UNKNOWN);
    return names.get(key) ?? [];
  };
}

/**
 * Writes over a file that no other folder has a link to: the disk is slower to give room back and find it again.
 * @returns false where that cannot be done
 */
function overwritten(file: string, content: Content): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.nlink !== 1) return false;
  const handle = openSync(file, 'r+');
  try {
    ftruncateSync(handle, writtenTo(handle, content));
  } finally {
    closeSync(handle);
  }
  return true;
}

/** Should the file be there, it may be one that another folder has, too. */
async function created(file: string, content: Content): Promise<void> {
  try {
    await writeFile(file, isInPieces(content) ? Buffer.concat(content) : content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    replaced(file, content);
  }
}

function replaced(file: string, content: Content): void {
  remove(file);
  const handle = openSync(file, 'wx');
  try {
    writtenTo(handle, content);
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes to a file from its beginning.
 * @returns how many bytes
 */
function writtenTo(handle: number, content: Content): number {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (isInPieces(bytes)) {
    const length = bytes.reduce((sum, piece) => sum + piece.length, 0);
    // The disk may take less than all, when it is full or a signal comes: then it says why at the next try.
    if (writevSync(handle, bytes, 0) === length) return length;
    return writtenTo(handle, Buffer.concat(bytes));
  }
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, at);
  return bytes.length;
}

function isInPieces(content: Content): content is readonly Uint8Array[] {
  return Array.isArray(content);
}

/** Ten times as fast as `rmSync`, which looks for folders. */
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

/** What is written down in a ledger's file; nothing where there is none, or half of one. */
export function entriesIn(file: string): Entries {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
