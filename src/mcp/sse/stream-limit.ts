/** Counts open event streams per client and in total. */
export interface StreamLimit {
  /** The number of open streams. */
  readonly size: number;
  /**
   * Counts a new stream. Clients without a known IP address count as one.
   * @returns a function to call once the stream has ended; undefined if a limit is reached
   */
  take(client: string | undefined): (() => void) | undefined;
}

export interface StreamLimitOptions {
  /** The maximum number of open streams (default: 1024). */
  readonly maxStreams?: number;
  /** The maximum number of open streams per client (default: 256). */
  readonly maxStreamsPerClient?: number;
}

/** The default maximum number of event streams of all clients. */
const MAX_STREAMS = 1024;

/** The default maximum number of event streams per client, on all hosts. */
export const MAX_STREAMS_PER_CLIENT = 256;

/** Creates a limit without open streams. */
export function createStreamLimit({
  maxStreams = MAX_STREAMS,
  maxStreamsPerClient = MAX_STREAMS_PER_CLIENT,
}: StreamLimitOptions = {}): StreamLimit {
  const counts = new Map<string | undefined, number>();
  let size = 0;

  function release(client: string | undefined): void {
    const left = (counts.get(client) ?? 1) - 1;
    if (left === 0) counts.delete(client);
    else counts.set(client, left);
    size -= 1;
  }

  return {
    get size() {
      return size;
    },
    take(client) {
      const count = counts.get(client) ?? 0;
      if (size >= maxStreams || count >= maxStreamsPerClient) return undefined;
      counts.set(client, count + 1);
      size += 1;
      let isOpen = true;
      return () => {
        if (isOpen) release(client);
        isOpen = false;
      };
    },
  };
}
