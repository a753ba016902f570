import { normalizeText } from '#query/text/words/normalize-text.ts';
import { stem } from '#query/text/words/stem.ts';
import { findContentWords } from './static-search.ts';

/** A word of a text, with its accents. In a split, every second part is one. */
const WORD = /([\p{L}\p{N}\p{M}]+)/u;

/** The user may still type a word. Beginnings shorter than this are those of too many words. */
const MIN_BEGINNING = 3;

/**
 * Splits a text at the words that a search found: those with the same stem, and those that start with a searched word. Stop
 * words are not marked. Every second part is to be marked.
 */
export function markWords(shown: string, search: string): string[] {
  const words = findContentWords(search);
  const stems = new Set(words.map(stem));
  const beginnings = words.filter(word => word.length >= MIN_BEGINNING);
  const isFound = (word: string) => stems.has(stem(word)) || beginnings.some(beginning => word.startsWith(beginning));
  const parts = [''];
  for (const [at, part] of shown.split(WORD).entries()) {
    if (at % 2 === 1 && isFound(normalizeText(part))) parts.push(part, '');
    else parts[parts.length - 1] += part;
  }
  return parts;
}
