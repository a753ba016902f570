import type { FacetCounts } from '#contract/facets.ts';
import type { Status } from '#contract/row.ts';
import { meaning, type Term, title, values } from '#manifest/taxonomy.ts';

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
  return sortCategories().map(term => ({
    term,
    title: title('categories', term),
    meaning: meaning('categories', term),
    count: facets.category?.[term] ?? 0,
  }));
}

/** The primary categories, in the order of the specification. */
export function getPrimaryEntries({ facets }: FacetCounts): readonly TermEntry<Term<'primary_categories'>>[] {
  return values('primary_categories').map(term => ({
    term,
    title: title('primary_categories', term),
    meaning: meaning('primary_categories', term),
    count: facets.primary_category?.[term] ?? 0,
  }));
}

/** The statuses of all listings, including those that do not appear in lists. */
export function getStatusEntries({ facets }: FacetCounts): readonly TermEntry<Status>[] {
  return values('statuses').map(term => ({
    term,
    title: title('statuses', term),
    meaning: meaning('statuses', term),
    count: facets.status?.[term] ?? 0,
  }));
}
