import type { Term } from '#manifest/taxonomy.ts';
import taxonomy from '#registry/taxonomy.json' with { type: 'json' };
import { weighTerms } from './document-terms.ts';
import { createMemoryTerms } from './memory-terms.ts';
import { planQuery } from './query-plan.ts';
import { Ranker } from './ranking/ranker.ts';

/** What to try if no listing fits a search text. */
export interface Suggestions {
  /** The text with corrected words. */
  readonly spelling?: string;
  /** The categories that fit the text best. */
  readonly categories: readonly Term<'categories'>[];
}

const MAX_CATEGORIES = 3;

/** Suggests other searches. */
export function suggestSearches(q: string, corrections: ReadonlyMap<string, string> = new Map()): Suggestions {
  const spelling = q
    .split(/(\s+)/)
    .map(word => corrections.get(word.toLowerCase()) ?? word)
    .join('');
  return { ...(spelling !== q && { spelling }), categories: findCategories(q) };
}

const CATEGORIES = Object.entries(taxonomy.categories.values);

let ranker: Ranker | undefined;

/** Returns the categories whose title or meaning fits, best first. */
function findCategories(q: string): Term<'categories'>[] {
  ranker ??= new Ranker(createMemoryTerms(CATEGORIES.map(([, category]) => weighTerms(toText(category)))));
  const { listings, relevance } = ranker.rank(planQuery(q));
  return Array.from(listings, (category, i) => ({ category, relevance: relevance[i] ?? 0 }))
    .sort((a, b) => b.relevance - a.relevance || a.category - b.category)
    .slice(0, MAX_CATEGORIES)
    .map(({ category }) => CATEGORIES[category]?.[0] as Term<'categories'>);
}

function toText({ title, meaning }: { readonly title: string; readonly meaning: string }) {
  return {
    name: title,
    description: meaning,
    useCases: '',
    categories: '',
    host: '',
    endpoints: '',
    parameters: '',
    notes: '',
  };
}
