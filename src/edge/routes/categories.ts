import type { Categories } from '#contract/categories.ts';
import { meaning, values } from '#manifest/taxonomy.ts';
import type { Summary } from '../catalog/catalog.ts';
import { envelope } from '../http/envelope.ts';

/** `GET /categories`: both vocabularies of categories with their meanings and how many listings each finds. */
export function categories(summary: Summary, registry: string): string {
  return envelope(
    'The 25 categories and the 7 primary categories, each with the number of listings that GET /listings finds for it.',
    {
      categories: values('categories').map(name => ({
        name,
        description: meaning('categories', name),
        count: summary.categories[name],
        links: { listings: `${registry}/listings?category=${name}` },
      })),
      primary_categories: values('primary_categories').map(name => ({
        name,
        description: meaning('primary_categories', name),
        count: summary.primary_categories[name],
        links: { listings: `${registry}/listings?primary_category=${name}` },
      })),
    } satisfies Categories,
  );
}
