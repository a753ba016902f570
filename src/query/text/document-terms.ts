import { getTermExpander } from './meaning/registry-vocabulary.ts';
import type { SearchField, SearchText } from './search-text.ts';
import { findSymbols, splitCompounds } from './terms.ts';
import { normalizeText, words } from './words/normalize-text.ts';
import { STOP_WORDS } from './words/stop-words.ts';

/** The strength of a term that is prominent in a listing; the weakest is 1. */
export const MAX_STRENGTH = 8;

/** Precedes the key of a term of several words, such as `text message`. No word starts with it. */
export const PHRASE_MARK = ' ';

interface Field {
  readonly name: SearchField;
  readonly weight: number;
  /** The number of words of a usual text. In a longer one, each occurrence counts less. */
  readonly usualLength: number;
  /** Whether all of its terms are in the index. The others add at most `MAX_FURTHER_TERMS`, without stop words. */
  readonly isComplete: boolean;
}

const FIELDS: readonly Field[] = [
  { name: 'name', weight: 4, usualLength: 4, isComplete: true },
  { name: 'useCases', weight: 3, usualLength: 30, isComplete: true },
  { name: 'description', weight: 2, usualLength: 40, isComplete: true },
  { name: 'categories', weight: 0.2, usualLength: 20, isComplete: true },
  { name: 'host', weight: 1.2, usualLength: 3, isComplete: true },
  { name: 'endpoints', weight: 0.8, usualLength: 120, isComplete: false },
  { name: 'notes', weight: 0.5, usualLength: 60, isComplete: false },
  { name: 'parameters', weight: 0.4, usualLength: 30, isComplete: false },
];

/**
 * Keeps the text index of 10,000 listings below 2.5 MB. About two thirds of the different words of agent notes fit, and
 * nearly all of the other texts.
 */
const MAX_FURTHER_TERMS = 52;

/** How much the length of a text counts. */
const LENGTH_SHARE = 0.5;

/** Further occurrences in one text do not count. */
const MAX_OCCURRENCES = 4;

/** The weighted number of occurrences at which a term has about half of its maximum strength. */
const SATURATION = 2;

/** Returns the terms of a listing with the strength of each, from 1 to `MAX_STRENGTH`. */
export function weighTerms(text: SearchText): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  const further = new Map<string, number>();
  for (const { name, weight, usualLength, isComplete } of FIELDS) {
    const { terms, length } = countTerms(text[name], name);
    const share = weight / (1 - LENGTH_SHARE + LENGTH_SHARE * Math.max(0.5, length / usualLength));
    for (const [term, occurrences] of terms) {
      if (!isComplete && STOP_WORDS.has(term)) continue;
      const target = isComplete || frequencies.has(term) ? frequencies : further;
      target.set(term, (target.get(term) ?? 0) + share * Math.min(occurrences, MAX_OCCURRENCES));
    }
  }
  const strongest = [...further].sort((a, b) => b[1] - a[1]).slice(0, MAX_FURTHER_TERMS);
  // In place, because this runs for a hundred terms of each listing.
  for (const [term, frequency] of frequencies) frequencies.set(term, toStrength(frequency));
  for (const [term, frequency] of strongest) frequencies.set(term, toStrength(frequency));
  return frequencies;
}

function toStrength(frequency: number): number {
  const strength = Math.round((1.1 * MAX_STRENGTH * frequency) / (frequency + SATURATION));
  return Math.min(MAX_STRENGTH, Math.max(1, strength));
}

/** Counts the words of a text in their canonical spelling and in their own, its terms of several words, and its symbols. */
function countTerms(text: string, field: SearchField): { terms: ReadonlyMap<string, number>; length: number } {
  const normalized = normalizeText(text);
  const { words: spelled, tokens, phrases } = getTermExpander().read(words(normalized));
  const terms = new Map<string, number>();
  const add = (term: string) => terms.set(term, (terms.get(term) ?? 0) + 1);
  for (const token of tokens) add(token);
  // The start of a word, and a typo, have the spelling of the listing.
  for (let at = 0; at < spelled.length; at++) if (spelled[at] !== tokens[at]) add(spelled[at] ?? '');
  for (const phrase of phrases) add(PHRASE_MARK + phrase);
  if (field === 'name' || field === 'description') for (const symbol of findSymbols(normalized)) add(symbol);
  if (field === 'name') for (const part of splitCompounds(text)) if (!terms.has(part)) add(part);
  return { terms, length: tokens.length };
}
