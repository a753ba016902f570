/**
 * File operations for folders that share files by hard links: none of them changes a file that also has another name.
 * They are synchronous, because handing each step to another thread costs several times as much as the step.
 */
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
  writevSync,
} from 'node:fs';

/** The content of a file; chunks need not be concatenated. */
export type Content = string | Uint8Array | readonly Uint8Array[];

/**
 * Creates a file that probably does not exist yet. If it does, it is replaced.
 * @returns its state afterwards
 */
export function createFile(file: string, content: Content): Stats {
  try {
    return writeNewFile(file, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeFile(file);
    return writeNewFile(file, content);
  }
}

/**
 * Writes a file that probably exists. If it has no other name, it is overwritten in place, because the disk is slower to
 * free the space and allocate it again.
 * @returns its state afterwards
 */
export function replaceFile(file: string, content: Content): Stats {
  if (statSync(file, { throwIfNoEntry: false })?.nlink === 1) return overwriteInPlace(file, content);
  removeFile(file);
  return writeNewFile(file, content);
}

function overwriteInPlace(file: string, content: Content): Stats {
  const handle = openSync(file, 'r+');
  try {
    ftruncateSync(handle, writeContent(handle, content));
    return fstatSync(handle);
  } finally {
    closeSync(handle);
  }
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
 * Gives a file a second name, which replaces a file with that name.
 * @returns false if the file does not exist
 */
export function linkFile(from: string, to: string): boolean {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code !== 'EEXIST') throw error;
    removeFile(to);
    linkSync(from, to);
  }
  return true;
}

/** Removes a file, if it exists. Ten times as fast as `rmSync`, which checks for folders. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Reads the first bytes of a file, or all of a shorter one. */
export function readStart(file: string, maxBytes: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(maxBytes);
  const handle = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, maxBytes, 0));
  } finally {
    closeSync(handle);
  }
}
