import type { TermSource } from './term-source.ts';
import { nameWords } from './terms.ts';
import { isWithinEditDistance } from './words/edit-distance.ts';

/** Terms in memory, for the reference engine: simple, and slow for many listings. */
export function createMemoryTerms(
  documents: readonly ReadonlyMap<string, number>[],
  names: readonly string[] = [],
  isCorrect?: (word: string) => boolean,
): TermSource {
  const lists = new Map<string, { listings: number[]; strengths: number[] }>();
  for (const [listing, terms] of documents.entries()) {
    for (const [term, strength] of terms) {
      const list = lists.get(term) ?? { listings: [], strengths: [] };
      list.listings.push(listing);
      list.strengths.push(strength);
      lists.set(term, list);
    }
  }
  const sorted = [...lists.keys()].sort();
  const numbers = new Map(sorted.map((term, i) => [term, i] as const));
  const firstFrom = (text: string) => {
    const first = sorted.findIndex(term => term >= text);
    return first < 0 ? sorted.length : first;
  };
  return {
    size: documents.length,
    listings: documents.length,
    find: term => numbers.get(term),
    range: start => {
      const from = firstFrom(start);
      const after = sorted.slice(from).findIndex(term => !term.startsWith(start));
      return [from, after < 0 ? sorted.length : from + after];
    },
    textAt: term => sorted[term] ?? '',
    lengthAt: term => (sorted[term] ?? '').length,
    findTypos: word => [...sorted.keys()].filter(term => isWithinEditDistance(sorted[term] ?? '', word, 1)),
    ...(isCorrect && { isCorrect }),
    count: term => lists.get(sorted[term] ?? '')?.listings.length ?? 0,
    read: (term, listings, strengths) => {
      const list = lists.get(sorted[term] ?? '');
      listings.set(list?.listings ?? []);
      strengths.set(list?.strengths ?? []);
      return list?.listings.length ?? 0;
    },
    countTerms: listing => documents[listing]?.size ?? 0,
    nameOf: listing => nameWords(names[listing] ?? ''),
  };
}
