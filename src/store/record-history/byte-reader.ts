/** Reads a stream piece by piece, as a protocol wants it. Each answer is undefined when the stream ends before it is whole. */
export interface ByteReader {
  /** Up to the next line feed, which is taken and not given. */
  line(): Promise<string | undefined>;
  /** Exactly so many bytes. */
  bytes(count: number): Promise<Uint8Array | undefined>;
  /** Passes over so many bytes without holding them. */
  skip(count: number): Promise<undefined>;
}

export function byteReader(stream: AsyncIterable<Buffer>): ByteReader {
  const chunks = stream[Symbol.asyncIterator]();
  let waiting: Buffer<ArrayBufferLike> = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next();
    if (!done) waiting = waiting.length === 0 ? value : Buffer.concat([waiting, value]);
    return !done;
  }

  async function pass(count: number, part: (bytes: Buffer) => void): Promise<boolean> {
    for (let missing = count; missing > 0; ) {
      if (waiting.length === 0 && !(await more())) return false;
      const bytes = waiting.subarray(0, missing);
      part(bytes);
      missing -= bytes.length;
      waiting = waiting.subarray(bytes.length);
    }
    return true;
  }

  return {
    line: async () => {
      let end = waiting.indexOf(LINE_FEED);
      while (end === -1 && (await more())) end = waiting.indexOf(LINE_FEED);
      if (end === -1) return undefined;
      const line = waiting.toString('utf8', 0, end);
      waiting = waiting.subarray(end + 1);
      return line;
    },
    bytes: async count => {
      const parts: Buffer[] = [];
      return (await pass(count, bytes => parts.push(bytes))) ? Buffer.concat(parts, count) : undefined;
    },
    skip: async count => {
      await pass(count, () => undefined);
      return undefined;
    },
  };
}

const LINE_FEED = 0x0a;
