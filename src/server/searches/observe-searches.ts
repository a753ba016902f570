import type { Catalog } from '#edge/catalog/catalog.ts';
import { memoizeByCatalog } from '#edge/catalog/memoize.ts';
import type { Matches } from '#query/engine.ts';
import type { Query } from '#query/query.ts';

/**
 * Creates a function that returns the same catalog, with an engine that reports the texts of searches without a fitting
 * result. Counts and further pages are not separate searches.
 */
export function observeSearches(onMissing: (q: string) => void): (catalog: Catalog) => Catalog {
  return memoizeByCatalog(catalog => {
    const { engine } = catalog;
    const report = ({ q, limit, offset }: Query, { match }: Matches): void => {
      if (q !== undefined && limit > 1 && offset === 0 && (match === 'none' || match === 'near')) onMissing(q);
    };
    return {
      ...catalog,
      engine: {
        ...engine,
        search(query) {
          const matches = engine.search(query);
          if (!(matches instanceof Promise)) {
            report(query, matches);
            return matches;
          }
          return matches.then(found => {
            report(query, found);
            return found;
          });
        },
      },
    };
  });
}
