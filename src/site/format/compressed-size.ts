import { gzipSync } from 'node:zlib';

/** The most bytes that gzip adds to 64 KB that it cannot compress: its header, and that of each stored block. */
const MAX_OVERHEAD = 64;

/** Returns whether gzip compresses a text of at most 64 KB to a number of bytes. Compresses only texts above that number. */
export function isCompressibleTo(bytes: number, text: string): boolean {
  return Buffer.byteLength(text) <= bytes - MAX_OVERHEAD || gzipSync(text).length <= bytes;
}
