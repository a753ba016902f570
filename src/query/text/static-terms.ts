import { PHRASE_MARK, weighTerms } from './document-terms.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import { normalizeText, words } from './normalize-text.ts';
import type { SearchText } from './search-text.ts';
import { STOP_WORDS } from './stop-words.ts';

/** The relations whose terms mean the same, so that a listing serves a search for them. */
const SAME = new Set(['spelling', 'abbreviation', 'equivalent']);

/** Alternatives count about half as much as a prominent word of the listing. */
const ALTERNATIVE_STRENGTH = 3;

/**
 * Returns the words of a listing for a static index that knows neither weights nor the vocabulary: each as often as it is
 * strong, followed by the words that the vocabulary adds to its name, its use cases, and its description.
 */
export function listStaticTerms(text: SearchText): string {
  const own = weighTerms(text);
  const strengths = new Map(
    [...own].filter(([term]) => !term.startsWith(PHRASE_MARK) && !STOP_WORDS.has(term) && /[\p{L}\p{N}]/u.test(term)),
  );
  const tokens = words(normalizeText(`${text.name}. ${text.useCases} ${text.description}`));
  for (const word of findAlternatives(tokens)) {
    if (!STOP_WORDS.has(word)) strengths.set(word, Math.max(strengths.get(word) ?? 0, ALTERNATIVE_STRENGTH));
  }
  return [...strengths]
    .map(([term, strength]) => `${term} `.repeat(strength))
    .join('')
    .trimEnd();
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
