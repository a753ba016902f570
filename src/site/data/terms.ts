import type { Status } from '#contract/row.ts';
import { meaning, type Term, title, values } from '#manifest/taxonomy.ts';
import type { Card } from './cards/card.ts';

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
export function getCategoryEntries(listed: readonly Card[]): readonly TermEntry<Term<'categories'>>[] {
  const count = countsOf(listed.flatMap(({ categories }) => [...new Set(categories)]));
  return sortCategories().map(term => ({
    term,
    title: title('categories', term),
    meaning: meaning('categories', term),
    count: count(term),
  }));
}

/** The primary categories, in the order of the specification. */
export function getPrimaryEntries(listed: readonly Card[]): readonly TermEntry<Term<'primary_categories'>>[] {
  const count = countsOf(listed.map(({ primaryCategory }) => primaryCategory));
  return values('primary_categories').map(term => ({
    term,
    title: title('primary_categories', term),
    meaning: meaning('primary_categories', term),
    count: count(term),
  }));
}

/** The statuses of all listings, including those that do not appear in lists. */
export function getStatusEntries(listings: readonly Card[]): readonly TermEntry<Status>[] {
  const count = countsOf(listings.map(({ status }) => status));
  return values('statuses').map(term => ({
    term,
    title: title('statuses', term),
    meaning: meaning('statuses', term),
    count: count(term),
  }));
}

function countsOf<T>(terms: readonly T[]): (term: T) => number {
  const counts = new Map<T, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return term => counts.get(term) ?? 0;
}
