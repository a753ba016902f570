import type { FacetCounts } from '#contract/facets.ts';
import { meaning, type Term, title, type Vocabulary, values } from '#manifest/taxonomy.ts';

/** A vocabulary value in an index. */
export interface TermEntry<T extends string = string> {
  readonly term: T;
  readonly title: string;
  readonly meaning: string;
  /** The number of listings with this value. */
  readonly count: number;
}

/** The categories A to Z, with `other` last. */
export function sortCategories(): readonly Term<'categories'>[] {
  const place = (term: Term<'categories'>) => (term === 'other' ? '~' : title('categories', term));
  return values('categories').toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** All categories, including empty ones. */
export function getCategoryEntries({ facets }: FacetCounts): readonly TermEntry<Term<'categories'>>[] {
  return createEntries('categories', sortCategories(), facets.category);
}

/** The primary categories, in the order of the specification. */
export function getPrimaryEntries({ facets }: FacetCounts): readonly TermEntry<Term<'primary_categories'>>[] {
  return createEntries('primary_categories', values('primary_categories'), facets.primary_category);
}

/** The statuses of all listings, including those that do not appear in lists. */
export function getStatusEntries({ facets }: FacetCounts): readonly TermEntry<Term<'statuses'>>[] {
  return createEntries('statuses', values('statuses'), facets.status);
}

function createEntries<V extends Vocabulary>(
  vocabulary: V,
  terms: readonly Term<V>[],
  counts: Readonly<Record<string, number>> = {},
): readonly TermEntry<Term<V>>[] {
  return terms.map(term => ({
    term,
    title: title(vocabulary, term),
    meaning: meaning(vocabulary, term),
    count: counts[term] ?? 0,
  }));
}
