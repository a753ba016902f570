import { isStatus } from './api-error.ts';

/** A cache of GitHub responses with their ETags. */
export interface TagCache {
  /**
   * Sends a conditional request with the ETag of the cached response. If it still matches, GitHub returns a 304, which
   * does not count against the rate limit.
   *
   * @param key the cache key of the request
   * @param request sends the request with the given headers. Must check the content, because it is cached.
   */
  get<T>(key: string, request: (headers: Headers) => Promise<Response<T>>): Promise<T>;
}

type Headers = Readonly<Record<string, string>>;

interface Response<T> {
  readonly headers: { readonly etag?: string | undefined };
  readonly data: T;
}

/** @param size the maximum number of responses; the least recently used is evicted first */
export function tagCache(size = 500): TagCache {
  const cached = new Map<string, { readonly etag: string; readonly data: unknown }>();

  function keep(key: string, etag: string | undefined, data: unknown): void {
    cached.delete(key);
    if (etag !== undefined) cached.set(key, { etag, data });
    const [oldest] = cached.keys();
    if (cached.size > size && oldest !== undefined) cached.delete(oldest);
  }

  return {
    async get<T>(key: string, request: (headers: Headers) => Promise<Response<T>>): Promise<T> {
      const last = cached.get(key);
      try {
        const { headers, data } = await request(last ? { 'if-none-match': last.etag } : {});
        keep(key, headers.etag, data);
        return data;
      } catch (error) {
        if (!last || !isStatus(error, 304)) throw error;
        keep(key, last.etag, last.data);
        return last.data as T;
      }
    },
  };
}
