import { PHRASE_MARK, weighTerms } from './document-terms.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import type { Expansion } from './meaning/term-expander.ts';
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
 * @param weighted the result of `weighTerms`
 */
export function listStaticTerms(
  text: SearchText,
  weighted: Iterable<readonly [term: string, strength: number]> = weighTerms(text),
): ReadonlyMap<string, number> {
  const strengths = new Map<string, number>();
  const own = new Map<string, number>();
  for (const [term, strength] of weighted) if (getForm(term) !== NONE) own.set(term, strength);
  const tokens = words(normalizeText(`${text.name}. ${text.useCases} ${text.description}`));
  for (const expansion of getTermExpander().expand(tokens)) {
    for (const word of getAlternatives(expansion)) own.set(word, Math.max(own.get(word) ?? 0, ALTERNATIVE_STRENGTH));
  }
  for (const [term, strength] of own) {
    const form = getForm(term);
    strengths.set(form, (strengths.get(form) ?? 0) + strength);
  }
  return strengths;
}

/** The form of a term that a static index does not contain: a phrase, a stop word, or a symbol. */
const NONE = '';

/** The listings of an index have most of their terms in common. */
const MAX_FORMS = 100_000;
const forms = new Map<string, string>();

/** Returns the form of a term in a static index. */
function getForm(term: string): string {
  const known = forms.get(term);
  if (known !== undefined) return known;
  const isWord = !term.startsWith(PHRASE_MARK) && !STOP_WORDS.has(term) && /[\p{L}\p{N}]/u.test(term);
  const form = isWord ? stem(term) : NONE;
  if (forms.size < MAX_FORMS) forms.set(term, form);
  return form;
}

const alternativesOf = new WeakMap<Expansion['alternatives'], readonly string[]>();

/** Returns the words that mean the same as a term of the vocabulary, also in other languages. */
function getAlternatives({ alternatives, groups }: Expansion): readonly string[] {
  const known = alternativesOf.get(alternatives);
  if (known !== undefined) return known;
  const same = alternatives.filter(({ relation }) => SAME.has(relation)).flatMap(({ tokens }) => tokens);
  const all = new Set([...same, ...groups.flatMap(group => getTermExpander().translationsOf(group))]);
  const found = [...all].filter(word => getForm(word) !== NONE);
  alternativesOf.set(alternatives, found);
  return found;
}
