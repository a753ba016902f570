import { isStatus } from './api-error.ts';

/** Answers of GitHub by what was asked, with the tag that says whether they still hold. */
export interface TagCache {
  /**
   * Asks, with the tag of the last answer; GitHub says in a few bytes when that still holds, and does not count it
   * against its limit.
   *
   * @param key what is asked
   * @param ask asks with these headers
   */
  get<T>(key: string, ask: (headers: Headers) => Promise<Answer<T>>): Promise<T>;
}

type Headers = Readonly<Record<string, string>>;

interface Answer<T> {
  readonly headers: { readonly etag?: string | undefined };
  readonly data: T;
}

/** @param size how many answers are kept; the one that was not asked for the longest is dropped first */
export function tagCache(size = 500): TagCache {
  const known = new Map<string, { readonly etag: string; readonly data: unknown }>();

  function keep(key: string, etag: string | undefined, data: unknown): void {
    known.delete(key);
    if (etag !== undefined) known.set(key, { etag, data });
    const [oldest] = known.keys();
    if (known.size > size && oldest !== undefined) known.delete(oldest);
  }

  return {
    async get<T>(key: string, ask: (headers: Headers) => Promise<Answer<T>>): Promise<T> {
      const last = known.get(key);
      try {
        const { headers, data } = await ask(last ? { 'if-none-match': last.etag } : {});
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
