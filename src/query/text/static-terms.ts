import { SharedTerms, TermNumbers, type WeightedTerms } from '../index/shared-terms.ts';
import { PHRASE_MARK, weighTerms } from './document-terms.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import type { Expansion } from './meaning/term-expander.ts';
import type { SearchText } from './search-text.ts';
import { normalizeText, words } from './words/normalize-text.ts';
import { stem } from './words/stem.ts';
import { STOP_WORDS } from './words/stop-words.ts';

/** The relations whose terms mean the same, so that a listing serves a search for them. */
const SAME = new Set(['spelling', 'abbreviation', 'equivalent']);

/** Alternatives count about half as much as a prominent word of the listing. */
const ALTERNATIVE_STRENGTH = 3;

/** The number of a term that a static index does not contain: a phrase, a stop word, or a symbol. */
const NONE = -1;

/** The greatest weight of `SharedTerms`. */
const MAX_WEIGHT = 255;

interface StaticTermOptions {
  /** The result of `weighTerms`, if it is known. */
  readonly weighted?: WeightedTerms | undefined;
  /** Words that the listing has in any case, in their static form. */
  readonly extraWords?: readonly string[];
}

/**
 * Lists the words of listings for a static index that does not know the vocabulary. With the words that the vocabulary adds, a
 * listing has hundreds, and other listings have most of them, too. So the index finds each word by its text once and numbers
 * it. The facts about a word are in arrays, by its number.
 */
export class StaticTermLister {
  readonly #numbers = new Map<string, number>();
  /** The words, and their forms in the index, by number. */
  readonly #words: string[] = [];
  /** The number of the form of each word, or `NONE`. */
  readonly #forms: number[] = [];
  /** The strengths in the current listing, of words and of forms. Zero in between. */
  readonly #ownStrengths: number[] = [];
  readonly #strengths: number[] = [];
  readonly #weighted = new TermNumbers(term => this.#numberOf(term));
  /** The numbers of the words that mean the same as a term of the vocabulary. */
  readonly #alternatives = new Map<Expansion['alternatives'], readonly number[]>();

  /**
   * Returns the words of a listing, each with its strength, with the words that the vocabulary adds to its name, its use cases,
   * and its description. Words with the same stem are one.
   */
  list(text: SearchText, { weighted = weighTerms(text), extraWords = [] }: StaticTermOptions = {}): SharedTerms {
    const own: number[] = [];
    const setAtLeast = (word: number, strength: number) => {
      const known = this.#ownStrengths[word] ?? 0;
      if (known === 0) own.push(word);
      if (known < strength) this.#ownStrengths[word] = strength;
    };
    this.#weighted.forEach(weighted, (word, strength) => {
      if (this.#forms[word] !== NONE) setAtLeast(word, strength);
    });
    const tokens = words(normalizeText(`${text.name}. ${text.useCases} ${text.description}`));
    for (const expansion of getTermExpander().expand(tokens))
      for (const word of this.#getAlternatives(expansion)) setAtLeast(word, ALTERNATIVE_STRENGTH);
    const found: number[] = [];
    for (const word of own) {
      const form = this.#forms[word] ?? NONE;
      const strength = this.#strengths[form] ?? 0;
      if (strength === 0) found.push(form);
      this.#strengths[form] = strength + (this.#ownStrengths[word] ?? 0);
      this.#ownStrengths[word] = 0;
    }
    for (const extra of extraWords) {
      const form = this.#numberOf(extra);
      if (this.#strengths[form] !== 0) continue;
      found.push(form);
      this.#strengths[form] = 1;
    }
    const weights = new Uint8Array(found.length);
    for (const [at, form] of found.entries()) {
      weights[at] = Math.min(MAX_WEIGHT, this.#strengths[form] ?? 0);
      this.#strengths[form] = 0;
    }
    return new SharedTerms(this.#words, new Uint32Array(found), weights);
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    this.#ownStrengths.push(0);
    this.#strengths.push(0);
    this.#forms.push(NONE);
    if (!isWord(word)) return number;
    const form = stem(word);
    this.#forms[number] = form === word ? number : this.#numberOf(form);
    return number;
  }

  /** Returns the words that mean the same as a term of the vocabulary, also in other languages. */
  #getAlternatives({ alternatives, groups }: Expansion): readonly number[] {
    const known = this.#alternatives.get(alternatives);
    if (known !== undefined) return known;
    const same = alternatives.filter(({ relation }) => SAME.has(relation)).flatMap(({ tokens }) => tokens);
    const all = new Set([...same, ...groups.flatMap(group => getTermExpander().translationsOf(group))]);
    const found = Array.from(all, word => this.#numberOf(word)).filter(word => this.#forms[word] !== NONE);
    this.#alternatives.set(alternatives, found);
    return found;
  }
}

function isWord(term: string): boolean {
  return !term.startsWith(PHRASE_MARK) && !STOP_WORDS.has(term) && /[\p{L}\p{N}]/u.test(term);
}
