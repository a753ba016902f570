import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { concatBytes } from './concat-bytes.ts';
import { type FetchFailure, failed } from './fetch-failure.ts';

type Decode = (bytes: Uint8Array, mostBytes: number) => Promise<Uint8Array>;

const gunzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
const zstd = promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);

/** zstd windows above 8 MiB are not for the web (RFC 9659), and each costs its size in memory. */
const ZSTD_WINDOW = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', (bytes, maxOutputLength) => gunzip(bytes, { maxOutputLength })],
  ['x-gzip', (bytes, maxOutputLength) => gunzip(bytes, { maxOutputLength })],
  ['deflate', deflated],
  ['br', (bytes, maxOutputLength) => brotli(bytes, { maxOutputLength })],
  ['zstd', (bytes, maxOutputLength) => zstd(bytes, { maxOutputLength, params: ZSTD_WINDOW })],
  ['identity', async bytes => bytes],
]);

/** Nobody encodes an answer more often for a good reason. */
const MOST_ENCODINGS = 3;

/**
 * Undoes a body's content encodings (RFC 9110, section 8.4), the last one first.
 *
 * Each stops as soon as its output exceeds the limit, so a bomb costs no more memory than an honest answer.
 *
 * @param contentEncoding the header as it came
 * @param mostBytes longest output of each step
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string | undefined,
  mostBytes: number,
): Promise<Uint8Array | FetchFailure> {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '');
  if (encodings.length === 0 || body.byteLength === 0) return body;
  if (encodings.length > MOST_ENCODINGS) return failed('bad-encoding', `more than ${MOST_ENCODINGS} encodings`);
  let bytes = body;
  for (const name of encodings.reverse()) {
    const decode = DECODERS.get(name);
    if (!decode) return failed('bad-encoding', 'unknown encoding');
    try {
      bytes = await decode(bytes, mostBytes);
    } catch (error) {
      return failed(isTooLarge(error) ? 'too-large' : 'bad-encoding');
    }
  }
  // Not the Buffer that zlib returns, which may lie in memory that others share.
  return concatBytes([bytes]);
}

/** "deflate" means zlib, but some servers send the bare stream, and browsers accept both. */
async function deflated(bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  try {
    return await inflate(bytes, { maxOutputLength });
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return await inflateRaw(bytes, { maxOutputLength });
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
