/** Reads the parts of a protocol from a stream. Each method returns undefined if the stream ends early. */
export interface ByteReader {
  /** Reads to the next line feed, and returns the text before it. */
  line(): Promise<string | undefined>;
  /** Reads this number of bytes. */
  bytes(count: number): Promise<Uint8Array | undefined>;
  /** Skips this number of bytes without buffering them. */
  skip(count: number): Promise<undefined>;
}

/** Creates a reader of a stream. It buffers at most one chunk beyond the bytes read. */
export function byteReader(stream: AsyncIterable<Buffer>): ByteReader {
  const chunks = stream[Symbol.asyncIterator]();
  let buffered: Buffer<ArrayBufferLike> = Buffer.alloc(0);

  async function readChunk(): Promise<boolean> {
    const { done, value } = await chunks.next();
    if (!done) buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
    return !done;
  }

  async function consume(count: number, part: (bytes: Buffer) => void): Promise<boolean> {
    for (let remaining = count; remaining > 0; ) {
      if (buffered.length === 0 && !(await readChunk())) return false;
      const bytes = buffered.subarray(0, remaining);
      part(bytes);
      remaining -= bytes.length;
      buffered = buffered.subarray(bytes.length);
    }
    return true;
  }

  return {
    line: async () => {
      let end = buffered.indexOf(LINE_FEED);
      while (end === -1 && (await readChunk())) end = buffered.indexOf(LINE_FEED);
      if (end === -1) return undefined;
      const line = buffered.toString('utf8', 0, end);
      buffered = buffered.subarray(end + 1);
      return line;
    },
    bytes: async count => {
      const parts: Buffer[] = [];
      return (await consume(count, bytes => parts.push(bytes))) ? Buffer.concat(parts, count) : undefined;
    },
    skip: async count => {
      await consume(count, () => undefined);
      return undefined;
    },
  };
}

const LINE_FEED = 0x0a;
