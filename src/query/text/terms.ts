import { getMaxEdits } from './edit-distance.ts';
import { normalizeText, words } from './normalize-text.ts';
import { getPluralForms } from './plural-forms.ts';
import { STOP_WORDS } from './stop-words.ts';

/** One word that a listing is searched for; or one sign, where the text has no word. */
export interface Term {
  readonly text: string;
  /** Whether it is also looked for inside of longer words, or at their ends only. */
  readonly within: 'nowhere' | 'end' | 'anywhere';
  /** Whether it is also looked for at the beginning of longer words. A word such as `a` is only where the text ends. */
  readonly beginning: boolean;
  /** Other words that are taken for it: its singular and plurals. */
  readonly forms: readonly string[];
  /** How many typing errors are forgiven. */
  readonly edits: number;
}

/**
 * The terms of a query's text, each once. A listing that contains the text (case and accents aside) contains every
 * term in the way that the term allows: the first word may be the end of a longer one, and one that is the whole text
 * any part of it; the last may be the beginning. So whoever finds all terms misses no listing that contains the text.
 */
export function extractTerms(q: string): readonly Term[] {
  const folded = normalizeText(q);
  const wanted = [...new Set(words(folded))];
  if (wanted.length === 0) return signs(folded).map(signTerm);
  return wanted.map((text, place) => ({
    text,
    within: place === 0 ? withinOf(folded, text) : 'nowhere',
    beginning: place === wanted.length - 1 || !STOP_WORDS.has(text),
    forms: getPluralForms(text),
    edits: getMaxEdits(text.length),
  }));
}

function signTerm(text: string): Term {
  return { text, within: 'nowhere', beginning: false, forms: [], edits: 0 };
}

function withinOf(folded: string, firstWord: string): Term['within'] {
  if (folded === firstWord) return 'anywhere';
  return folded.startsWith(firstWord) ? 'end' : 'nowhere';
}

/** What a description can be found by: its words and signs, each once. */
export function descriptionTerms(description: string): string[] {
  const plain = asciiTerms(description.toLowerCase());
  if (plain) return plain;
  const folded = normalizeText(description);
  return [...new Set([...words(folded), ...signs(folded)])];
}

/** The same for a text in ASCII, in one pass; undefined for any other. */
function asciiTerms(lower: string): string[] | undefined {
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

/** What a name can be found by: as a description, and by the words that are written together, such as `OpenStreetMap`. */
export function nameTerms(name: string): string[] {
  return [...new Set([...descriptionTerms(name), ...words(normalizeText(name.replace(INNER_CAPITAL, ' ')))])];
}

/** How many words a name has, 255 at most. */
export function nameLength(name: string): number {
  return Math.min(255, words(normalizeText(name)).length);
}

/** Before a capital that follows a small letter, or that begins a word after others: `Open|Street`, `JSON|Feed`. */
const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** The characters of a folded text that belong to no word, each once. */
function signs(folded: string): string[] {
  return [...new Set(folded.match(/[^\p{L}\p{N}\s]/gu))];
}
