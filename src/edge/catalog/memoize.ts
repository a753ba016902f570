import type { Catalog } from './catalog.ts';

/** Memoizes a function of a catalog, so that it runs once per catalog. Repeats an asynchronous one that failed. */
export function memoizeByCatalog<T>(compute: (catalog: Catalog) => T): (catalog: Catalog) => T {
  return memoizeIn(new WeakMap<Catalog, T>(), compute);
}

/** Memoizes a function of a few keys. Repeats an asynchronous one that failed. */
export function memoize<K, T>(compute: (key: K) => T): (key: K) => T {
  return memoizeIn(new Map<K, T>(), compute);
}

interface Results<K, T> {
  get(key: K): T | undefined;
  set(key: K, result: T): unknown;
  delete(key: K): boolean;
}

function memoizeIn<K, T>(results: Results<K, T>, compute: (key: K) => T): (key: K) => T {
  return key => {
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = compute(key);
    results.set(key, result);
    if (result instanceof Promise) result.catch(() => results.delete(key));
    return result;
  };
}
