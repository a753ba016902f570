import type { Catalog } from './catalog.ts';

/** Makes something from a catalog once, and again only when there is another catalog. */
export function memoizeByCatalog<T>(make: (catalog: Catalog) => T): (catalog: Catalog) => T {
  const made = new WeakMap<Catalog, T>();
  return catalog => {
    const known = made.get(catalog);
    if (known !== undefined) return known;
    const fresh = make(catalog);
    made.set(catalog, fresh);
    return fresh;
  };
}
