import { readSync } from 'node:fs';

/** Callers that read cards in order need one read for about ten of them. */
const WINDOW_BYTES = 32 * 1024;

/** Reads parts of a file. Short parts that follow one another are read together. */
export class FileWindow {
  readonly #handle: number;
  readonly #bytes = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  /** The position of the window in the file, and its end. */
  #start = 0;
  #end = 0;
  /** The end of the last read. */
  #lastEnd = 0;

  /** @param handle an open file, which the caller closes */
  constructor(handle: number) {
    this.#handle = handle;
  }

  /** Returns a part of the file, which the next call may overwrite. Shorter if the file ends before it does. */
  read(start: number, length: number): Buffer {
    const end = start + length;
    if (start < this.#start || end > this.#end) {
      const isNext = start >= this.#lastEnd && start < this.#lastEnd + WINDOW_BYTES && length < WINDOW_BYTES;
      this.#lastEnd = end;
      if (!isNext) return readBytes(this.#handle, start, length);
      this.#start = start;
      this.#end = start + readInto(this.#handle, start, this.#bytes);
      this.#lastEnd = this.#end;
    }
    return this.#bytes.subarray(start - this.#start, Math.min(end, this.#end) - this.#start);
  }
}

/** Reads a part of a file into new memory. Shorter if the file ends before it does. */
export function readBytes(handle: number, start: number, length: number): Buffer<ArrayBuffer> {
  // Not from Node's pool, so that numbers are aligned.
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readInto(handle, start, bytes));
}

/** Fills memory with a part of a file, and returns the number of bytes, which is lower if the file ends before. */
export function readInto(handle: number, start: number, bytes: Uint8Array): number {
  let end = 0;
  for (let read = -1; read !== 0 && end < bytes.length; end += read)
    read = readSync(handle, bytes, end, bytes.length - end, start + end);
  return end;
}
