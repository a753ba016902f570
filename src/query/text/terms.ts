import { getTermExpander } from './meaning/registry-vocabulary.ts';
import { normalizeText, words } from './words/normalize-text.ts';

/** Returns the words of a name in their canonical spelling. */
export function nameWords(name: string): readonly string[] {
  return words(normalizeText(name)).map(getTermExpander().canonicalSpelling);
}

/** Returns the parts of compound words such as `OpenStreetMap`. */
export function splitCompounds(name: string): string[] {
  return words(normalizeText(name.replace(INNER_CAPITAL, ' ')));
}

/**
 * The position before a capital that follows a lowercase letter, or that starts a word after other capitals:
 * `Open|Street`, `JSON|Feed`.
 */
const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** Returns the unique characters of a normalized text that are not part of a word. */
export function findSymbols(normalized: string): string[] {
  return [...new Set(normalized.match(/[^\p{L}\p{N}\s]/gu))];
}
