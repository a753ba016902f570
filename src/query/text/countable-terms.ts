import { normalizeText } from './words/normalize-text.ts';
import { REQUEST_WORDS, STOP_WORDS } from './words/stop-words.ts';

/** Longer queries are texts, such as prompts, rather than needs. */
const MAX_WORDS = 12;

/** The length of a term in UTF-16 code units. Longer ones are tokens or nonsense. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

/** A word of letters, with punctuation around it but not inside. */
const WORD = /^[\p{P}\p{S}]*(\p{L}+)[\p{P}\p{S}]*$/u;

/**
 * Returns the unique normalized terms of a query that may be counted without identifying anyone: whole words of letters.
 * It leaves out everything with a digit, `@`, a dot, or another sign inside, such as email addresses, phone numbers, keys,
 * and URLs, and all of a long query.
 */
export function findCountableTerms(q: string): readonly string[] {
  const chunks = q.normalize('NFC').split(/\s+/).filter(Boolean);
  if (chunks.length > MAX_WORDS) return [];
  const terms = chunks.flatMap(chunk => {
    const [, word] = WORD.exec(chunk) ?? [];
    return word === undefined || chunk.startsWith('@') ? [] : [normalizeText(word)];
  });
  return [...new Set(terms)].filter(isCountable);
}

/** Whether a term is neither too short, nor too long, nor a stop word. */
function isCountable(term: string): boolean {
  return (
    term.length >= MIN_LENGTH &&
    term.length <= MAX_LENGTH &&
    /^\p{L}+$/u.test(term) &&
    !STOP_WORDS.has(term) &&
    !REQUEST_WORDS.has(term)
  );
}
