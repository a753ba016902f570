import { getMaxEdits } from './edit-distance.ts';
import { normalizeText, words } from './normalize-text.ts';
import { getPluralForms } from './plural-forms.ts';
import { STOP_WORDS } from './stop-words.ts';

/** One search term: a word, or a symbol if the text has no words. */
export interface Term {
  readonly text: string;
  /** Whether it also matches inside of longer words, or only at their end. */
  readonly within: 'nowhere' | 'end' | 'anywhere';
  /** Whether it also matches at the start of longer words. For stop words such as `a`, only at the end of the text. */
  readonly beginning: boolean;
  /** Equivalent words: its singular and plural forms. */
  readonly forms: readonly string[];
  /** The number of tolerated typos. */
  readonly edits: number;
}

/**
 * Returns the unique terms of a query's text. They match every listing that contains the text, apart from case and
 * accents: the first word may be the end of a longer one, the last word may be the start of one, and a text of a single
 * word may be any part of one.
 */
export function extractTerms(q: string): readonly Term[] {
  const normalized = normalizeText(q);
  const unique = [...new Set(words(normalized))];
  if (unique.length === 0) return findSymbols(normalized).map(toSymbolTerm);
  return unique.map((text, place) => ({
    text,
    within: place === 0 ? getWithin(normalized, text) : 'nowhere',
    beginning: place === unique.length - 1 || !STOP_WORDS.has(text),
    forms: getPluralForms(text),
    edits: getMaxEdits(text.length),
  }));
}

function toSymbolTerm(text: string): Term {
  return { text, within: 'nowhere', beginning: false, forms: [], edits: 0 };
}

function getWithin(normalized: string, firstWord: string): Term['within'] {
  if (normalized === firstWord) return 'anywhere';
  return normalized.startsWith(firstWord) ? 'end' : 'nowhere';
}

/** Returns the terms of a description: its unique words and symbols. */
export function descriptionTerms(description: string): string[] {
  const plain = findAsciiTerms(description.toLowerCase());
  if (plain) return plain;
  const normalized = normalizeText(description);
  return [...new Set([...words(normalized), ...findSymbols(normalized)])];
}

/** The same for ASCII text, in one pass; undefined for other text. */
function findAsciiTerms(lower: string): string[] | undefined {
  const [found, others] = [new Set<string>(), new Set<string>()];
  let start = 0;
  for (let at = 0; at <= lower.length; at++) {
    const code = at < lower.length ? lower.charCodeAt(at) : SPACE;
    if (code > 127) return undefined;
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) continue;
    if (start < at) found.add(lower.slice(start, at));
    start = at + 1;
    if (code !== SPACE && (code < 9 || code > 13)) others.add(lower.charAt(at));
  }
  return [...found, ...others];
}

const SPACE = 32;

/** Returns the terms of a name: those of a description, and the parts of compound words such as `OpenStreetMap`. */
export function nameTerms(name: string): string[] {
  return [...new Set([...descriptionTerms(name), ...words(normalizeText(name.replace(INNER_CAPITAL, ' ')))])];
}

/** Returns the number of words in a name, at most 255. */
export function nameLength(name: string): number {
  return Math.min(255, words(normalizeText(name)).length);
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
