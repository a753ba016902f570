import type { Categories } from '#contract/categories.ts';
import { meaning, values } from '#manifest/taxonomy.ts';
import { facetPath } from '#query/facets.ts';
import type { Summary } from '../catalog/catalog.ts';
import { envelope } from '../http/envelope.ts';

/** Handles `GET /categories`: returns both category vocabularies with their descriptions and listing counts. */
export function categories(summary: Summary, registry: string): string {
  return envelope(
    'The 25 categories and the 7 primary categories, each with the number of matching listings in GET /listings.',
    {
      categories: values('categories').map(name => ({
        name,
        description: meaning('categories', name),
        count: summary.categories[name],
        links: { listings: registry + facetPath({ parameter: 'category', value: name }, 1) },
      })),
      primary_categories: values('primary_categories').map(name => ({
        name,
        description: meaning('primary_categories', name),
        count: summary.primary_categories[name],
        links: { listings: registry + facetPath({ parameter: 'primary_category', value: name }, 1) },
      })),
    } satisfies Categories,
  );
}
