import type { BodyBuffers } from '#edge/context.ts';

/** The size of most buffers, in bytes: a page of 100 listings. Powers of two fit the classes of the system's allocator. */
const MIN_BYTES = 128 * 1024;

/** The maximum number of buffers that wait, so that a burst of large pages does not keep its memory. */
const MAX_WAITING = 32;

/**
 * Reuses the memory of response bodies. V8 collects its whole heap whenever 64 MB of new array buffers exist, that is
 * every 2,700 pages of 20 listings, which took most of the time of an uncached query (decision 17).
 */
export function createBodyBuffers(): BodyBuffers {
  const waiting: Uint8Array<ArrayBuffer>[] = [];
  return {
    take(size) {
      // The last one is most likely still in the caches of the processor. One that is too small is garbage.
      const last = waiting.pop();
      return last && last.length >= size ? last : new Uint8Array(Math.max(MIN_BYTES, size));
    },
    release({ buffer }) {
      if (waiting.length < MAX_WAITING) waiting.push(new Uint8Array(buffer));
    },
  };
}
