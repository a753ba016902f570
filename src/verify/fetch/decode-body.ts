import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import { concatBytes } from '#manifest/json-text/concat-bytes.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { type FetchFailure, failed } from './fetch-failure.ts';

type Decode = (bytes: Uint8Array, limits: DecodeLimits) => Promise<Uint8Array>;

interface DecodeLimits {
  readonly maxOutputLength: number;
  /** Whether `bytes` can be only the beginning, so that the decoder returns what it contains instead of an error. */
  readonly isPartial: boolean;
}

const gunzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
const zstdFrame = promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);

/** RFC 9659 limits zstd windows on the web to 8 MiB. A window costs its size in memory. */
const ZSTD_WINDOW = { [constants.ZSTD_d_windowLogMax]: 23 };

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', (bytes, limits) => gunzip(bytes, toZlibOptions(limits))],
  ['x-gzip', (bytes, limits) => gunzip(bytes, toZlibOptions(limits))],
  ['deflate', decodeDeflate],
  [
    'br',
    (bytes, { maxOutputLength, isPartial }) =>
      brotli(bytes, { maxOutputLength, ...(isPartial && { finishFlush: constants.BROTLI_OPERATION_FLUSH }) }),
  ],
  ['zstd', decodeZstd],
  ['identity', async bytes => bytes],
]);

/** `Z_SYNC_FLUSH` returns the output so far where the input ends, which otherwise is an error. */
function toZlibOptions({ maxOutputLength, isPartial }: DecodeLimits): zlib.ZlibOptions {
  return { maxOutputLength, ...(isPartial && { finishFlush: constants.Z_SYNC_FLUSH }) };
}

const MAX_ENCODINGS = 3;

/**
 * Decodes the content encodings of a body (RFC 9110, section 8.4), the last one first. Each decoder stops when its output
 * exceeds the limit, so a decompression bomb costs no more memory than a normal body.
 *
 * @param contentEncoding the raw header
 * @param maxBytes maximum output of each decoder
 * @param isPartial whether the body is only the beginning; then so is the result
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
  isPartial = false,
): Promise<Result<Uint8Array, FetchFailure>> {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '');
  if (encodings.length === 0 || body.byteLength === 0) return success(body);
  if (encodings.length > MAX_ENCODINGS) return failure(failed('bad-encoding', `more than ${MAX_ENCODINGS} encodings`));
  let bytes = body;
  for (const name of encodings.reverse()) {
    const decode = DECODERS.get(name);
    if (!decode) return failure(failed('bad-encoding', 'unknown encoding'));
    try {
      bytes = await decode(bytes, { maxOutputLength: maxBytes, isPartial });
    } catch (error) {
      return failure(failed(isTooLarge(error) ? 'too-large' : 'bad-encoding'));
    }
  }
  // A copy, because zlib may return a Buffer in a shared memory pool.
  return success(concatBytes([bytes]));
}

/** `deflate` means the zlib format. Some servers send raw deflate data, and browsers accept both. */
async function decodeDeflate(bytes: Uint8Array, limits: DecodeLimits): Promise<Uint8Array> {
  try {
    return await inflate(bytes, toZlibOptions(limits));
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return await inflateRaw(bytes, toZlibOptions(limits));
  }
}

/** 100,000 empty frames fit in 1 MiB, and take 17 s. */
const MAX_ZSTD_FRAMES = 1000;

/** Decodes all frames (RFC 8878, section 3.1). Node decodes only the first one, and ignores the bytes after it. */
async function decodeZstd(bytes: Uint8Array, { maxOutputLength, isPartial }: DecodeLimits): Promise<Uint8Array> {
  const frames: Uint8Array[] = [];
  let [read, length] = [0, 0];
  while (read < bytes.byteLength) {
    const decoded: unknown = await zstdFrame(bytes.subarray(read), {
      // Zero is not a limit. An empty or skippable frame is possible even if the others have the maximum size.
      maxOutputLength: Math.max(1, maxOutputLength - length),
      params: ZSTD_WINDOW,
      info: true,
      ...(isPartial && { finishFlush: constants.ZSTD_e_flush }),
    });
    const { buffer, engine } = decoded as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    frames.push(buffer);
    length += buffer.byteLength;
    read += engine.bytesWritten;
    if (engine.bytesWritten === 0 || frames.length > MAX_ZSTD_FRAMES) throw new Error('The frames are invalid.');
  }
  return concatBytes(frames);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
