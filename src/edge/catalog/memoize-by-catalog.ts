import type { Catalog } from './catalog.ts';

/** Memoizes a function of a catalog, so that it runs once per catalog. */
export function memoizeByCatalog<T>(compute: (catalog: Catalog) => T): (catalog: Catalog) => T {
  const results = new WeakMap<Catalog, T>();
  return catalog => {
    const cached = results.get(catalog);
    if (cached !== undefined) return cached;
    const result = compute(catalog);
    results.set(catalog, result);
    return result;
  };
}
