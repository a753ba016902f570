import { normalizeText, words } from '#query/text/words/normalize-text.ts';

/**
 * Selects the words whose vectors are kept: those of the field that have a vector, then the most frequent others.
 * @param known the words with a vector, most frequent first
 * @param texts the texts of the field, in JSON documents or as strings
 * @param size how many words to keep
 */
export function selectWords(known: Iterable<string>, texts: Iterable<unknown>, size: number): string[] {
  const frequent = [...known].filter(isPlainWord);
  const inField = new Set<string>();
  for (const text of texts) collectWords(text, inField);
  const ofField = frequent.filter(word => inField.has(word));
  const others = frequent.filter(word => !inField.has(word));
  return [...ofField, ...others].slice(0, size).sort();
}

/** Excludes numbers, signs, and names with apostrophes, which describe no API. */
function isPlainWord(word: string): boolean {
  return /^[a-z]{2,24}$|^[a-z]+\d{1,2}[a-z]?$/.test(word);
}

/** Adds the words of all strings in a JSON value, names of members included. */
function collectWords(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') for (const word of words(normalizeText(value))) found.add(word);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    collectWords(name, found);
    collectWords(member, found);
  }
}
