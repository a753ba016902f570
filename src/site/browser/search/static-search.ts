import { normalizeText, words } from '#query/text/words/normalize-text.ts';
import { stem } from '#query/text/words/stem.ts';
import { REQUEST_WORDS, STOP_WORDS } from '#query/text/words/stop-words.ts';

/** A result of Pagefind. */
export interface StaticResult {
  readonly id: string;
  readonly score: number;
}

/** A part of Pagefind's ranking, for an index in which each term has a weight. */
export const STATIC_RANKING = { pageLength: 0.3, termFrequency: 0.8, termSaturation: 1.6, termSimilarity: 4 } as const;

/** Returns the words of a search text, normalized, without stop words. A text with nothing else keeps them. */
export function findContentWords(text: string): readonly string[] {
  const all = [...new Set(words(normalizeText(text)))];
  const content = all.filter(word => !STOP_WORDS.has(word) && !REQUEST_WORDS.has(word));
  return content.length > 0 ? content : all;
}

/** Returns the stems of the words that Pagefind has to find. The index has stems only. */
export function findStaticWords(text: string): readonly string[] {
  return [...new Set(findContentWords(text).map(stem))];
}

/**
 * Searches for some of the words, because Pagefind returns only pages with all of them. Pages with more and rarer words
 * come first.
 */
export async function searchAnyWord<T extends StaticResult>(
  search: (text: string) => Promise<readonly T[]>,
  text: string,
): Promise<readonly T[]> {
  const scores = new Map<string, { readonly result: T; score: number }>();
  for (const word of findStaticWords(text)) {
    for (const result of await search(word)) {
      const known = scores.get(result.id);
      if (known === undefined) scores.set(result.id, { result, score: result.score });
      else known.score += result.score;
    }
  }
  return [...scores.values()].sort((a, b) => b.score - a.score).map(({ result }) => result);
}
