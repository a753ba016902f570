import { PHRASE_MARK, weighTerms } from './document-terms.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import { normalizeText, words } from './normalize-text.ts';
import type { SearchText } from './search-text.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';

/** The relations whose terms mean the same, so that a listing serves a search for them. */
const SAME = new Set(['spelling', 'abbreviation', 'equivalent']);

/** Alternatives count about half as much as a prominent word of the listing. */
const ALTERNATIVE_STRENGTH = 3;

/**
 * Returns the words of a listing for a static index that does not know the vocabulary, each with its strength, with the
 * words that the vocabulary adds to its name, its use cases, and its description. Words with the same stem are one.
 */
export function listStaticTerms(text: SearchText): ReadonlyMap<string, number> {
  const strengths = new Map<string, number>();
  const own = new Map<string, number>();
  for (const [term, strength] of weighTerms(text))
    if (!term.startsWith(PHRASE_MARK) && !STOP_WORDS.has(term) && /[\p{L}\p{N}]/u.test(term)) own.set(term, strength);
  const tokens = words(normalizeText(`${text.name}. ${text.useCases} ${text.description}`));
  for (const word of findAlternatives(tokens))
    if (!STOP_WORDS.has(word)) own.set(word, Math.max(own.get(word) ?? 0, ALTERNATIVE_STRENGTH));
  for (const [term, strength] of own) {
    const key = stem(term);
    strengths.set(key, (strengths.get(key) ?? 0) + strength);
  }
  return strengths;
}

function findAlternatives(tokens: readonly string[]): ReadonlySet<string> {
  const { expand, translationsOf } = getTermExpander();
  const found = new Set<string>();
  for (const { alternatives, groups } of expand(tokens)) {
    for (const { tokens: each, relation } of alternatives)
      if (SAME.has(relation)) for (const word of each) found.add(word);
    for (const group of groups) for (const word of translationsOf(group)) found.add(word);
  }
  return found;
}
