import { isAscii, normalizeText } from '../normalize-text.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { foldPlural, LANGUAGES, type Language, toTokens, type Vocabulary } from './vocabulary.ts';

/** How an alternative relates to the term of the query. */
export type Relation = 'spelling' | 'abbreviation' | 'equivalent' | 'translation' | 'narrower' | 'broader';

/**
 * How much a match of an alternative counts, from 0 to 1, where a match of the term itself counts 1. A kind of the
 * wanted thing usually serves the need; the wanted thing in general often does not.
 */
export const WEIGHTS: Readonly<Record<Relation, number>> = {
  spelling: 1,
  abbreviation: 0.95,
  equivalent: 0.85,
  translation: 0.85,
  narrower: 0.7,
  broader: 0.4,
};

/** The most alternatives of a term, so that a long query stays fast. */
const MAX_ALTERNATIVES = 24;

/** The build of an index reads the same words many times. */
const MAX_KNOWN_TOKENS = 100_000;

/** A text that listings may use for a term of the query. */
export interface Alternative {
  /** Normalized. More than one token is a phrase. */
  readonly tokens: readonly string[];
  readonly relation: Relation;
  readonly weight: number;
}

/** A term of the vocabulary in a query. */
export interface Expansion {
  /** The index of its first token. */
  readonly start: number;
  /** How many tokens it has. A Japanese term is part of one token. */
  readonly length: number;
  /** The ids of the groups that contain the term. */
  readonly groups: readonly string[];
  /** The languages that the term is a translation into; empty for an English term. */
  readonly languages: readonly Language[];
  /** Best first, without the term itself, except that a term with several spellings has all of them. */
  readonly alternatives: readonly Alternative[];
}

/** The tokens of a text. Equal tokens are the same string, so that maps find them without a comparison of characters. */
export interface TextTokens {
  /** The words as they are. */
  readonly words: readonly string[];
  /** The words in their canonical spelling. */
  readonly tokens: readonly string[];
  /** All terms of several words, also those that overlap, each as the key that `keyOfPhrase` returns. */
  readonly phrases: readonly string[];
}

/** A vocabulary that is prepared for queries. */
export interface TermExpander {
  /**
   * Finds the terms of the vocabulary in a query. They do not overlap, and longer terms come before shorter ones, so
   * that `exchange rate` is not expanded as `rate`.
   * @param tokens the query as `words(normalizeText(q))` splits it
   */
  expand(tokens: readonly string[]): readonly Expansion[];
  /** Reads a text that `words(normalizeText(text))` splits. */
  read(words: readonly string[]): TextTokens;
  /** The form that all numbers and spellings of a term of several words share. */
  keyOfPhrase(tokens: readonly string[]): string;
  /** The alternatives of a whole group, its own terms first. Empty for an unknown id. */
  alternativesOf(group: string): readonly Alternative[];
  /** The words of other languages for a group. */
  translationsOf(group: string): readonly string[];
  /** The canonical spelling of a token: `color` for `colour`. */
  canonicalSpelling(token: string): string;
  /**
   * The language of a query, if its words are of another language than English.
   * @param expansions of the same tokens
   */
  detectLanguage(tokens: readonly string[], expansions: readonly Expansion[]): Language | undefined;
  /** Whether a token is a stop word of another language. */
  isStopWord(token: string, language: Language): boolean;
}

/** Prepares a vocabulary. This takes tens of milliseconds; share the result. */
export function createTermExpander(vocabulary: Vocabulary): TermExpander {
  const canonical = new Map(
    vocabulary.spellings.flatMap(([first = '', ...others]) => others.map(other => [other, first] as const)),
  );
  const canonicalSpelling = (token: string) => canonical.get(token) ?? token;
  const known = new Map<string, Token>();
  const find = (word: string) => {
    let token = known.get(word);
    if (token === undefined) {
      token = new Token(word, canonicalSpelling(word));
      if (known.size < MAX_KNOWN_TOKENS) known.set(word, token);
    }
    return token;
  };
  const keyOf = (word: string) => find(word).key;
  const stopWords = new Map(
    LANGUAGES.map(language => [language, new Set(vocabulary.stop_words[language]?.flatMap(toTokens))] as const),
  );
  const terms = collectTerms(vocabulary, keyOf, stopWords);
  const tree = createTermTree(terms);
  const japanese = createJapaneseTerms(terms.values());
  const groups = new Map(vocabulary.groups.map(group => [group.id, group] as const));
  const translations = new Map<string, readonly string[]>();

  function expand(tokens: readonly string[]): Expansion[] {
    const expansions: Expansion[] = [];
    const tokenKeys = tokens.map(keyOf);
    for (let start = 0; start < tokens.length; ) {
      const token = tokens[start] ?? '';
      if (isJapanese(token)) {
        for (const entry of japanese.findIn(token)) expansions.push({ start, length: 1, ...entry });
        start++;
        continue;
      }
      let length = 0;
      let found: VocabularyTerm | undefined;
      let node = tree.get(tokenKeys[start] ?? '');
      for (let at = start + 1; node !== undefined; node = node.next?.get(tokenKeys[at++] ?? '')) {
        if (node.term !== undefined) [found, length] = [node.term, at - start];
      }
      if (found !== undefined) expansions.push({ start, length, ...found.entry });
      start += Math.max(1, length);
    }
    return expansions;
  }

  function detectLanguage(tokens: readonly string[], expansions: readonly Expansion[]): Language | undefined {
    if (tokens.some(isJapanese)) return 'ja';
    let best: Language | undefined;
    let most = tokens.filter(token => STOP_WORDS.has(token)).length;
    for (const language of LANGUAGES) {
      const words = stopWords.get(language);
      // A French "comment" alone may be the English word.
      const count =
        tokens.filter(token => words?.has(token) && terms.get(keyOf(token))?.isEnglish !== true).length +
        expansions.filter(({ languages }) => languages.includes(language)).length;
      if (count > most) [best, most] = [language, count];
    }
    return best;
  }

  function read(words: readonly string[]): TextTokens {
    const own = words.map(find);
    const spelled = own.map(token => (token.spelling === token.word ? token : find(token.spelling)));
    const phrases: string[] = [];
    for (let start = 0; start < spelled.length - 1; start++) {
      const token = spelled[start] as Token;
      if (token.node === undefined) token.node = tree.get(token.key) ?? null;
      let node = token.node ?? undefined;
      for (let at = start + 1; node?.next !== undefined; at++) {
        node = node.next.get(spelled[at]?.key ?? '');
        if (node?.term !== undefined) phrases.push(node.key);
      }
    }
    return { words: own.map(({ word }) => word), tokens: spelled.map(({ word }) => word), phrases };
  }

  return {
    expand,
    read,
    keyOfPhrase: tokens => tokens.map(keyOf).join(' '),
    alternativesOf: id => [
      ...(groups.get(id)?.terms ?? []).map(term => createAlternative(term, 'equivalent')),
      ...(groups.get(id)?.narrower ?? []).map(term => createAlternative(term, 'narrower')),
    ],
    translationsOf(id) {
      const known = translations.get(id);
      if (known !== undefined) return known;
      const found = LANGUAGES.flatMap(language => groups.get(id)?.translations?.[language] ?? []).flatMap(toTokens);
      translations.set(id, found);
      return found;
    },
    canonicalSpelling,
    detectLanguage,
    isStopWord: (token, language) => stopWords.get(language)?.has(token) ?? false,
  };
}

/** A word that was seen before. */
class Token {
  readonly word: string;
  /** Its canonical spelling. */
  readonly spelling: string;
  /** The form that all numbers and spellings of the word share. */
  readonly key: string;
  /** The start of all terms that begin with it; null without such terms, undefined if unknown. */
  node: TermNode | null | undefined;

  constructor(word: string, spelling: string) {
    this.word = word;
    this.spelling = spelling;
    this.key = foldPlural(spelling);
  }
}

/** The groups and alternatives of one term. */
interface TermEntry {
  readonly groups: readonly string[];
  readonly languages: readonly Language[];
  readonly alternatives: readonly Alternative[];
}

/** A term of the vocabulary. Its singular and its plural are one term. */
class VocabularyTerm {
  /** Normalized. */
  readonly text: string;
  readonly groups: string[] = [];
  readonly languages: Language[] = [];
  isEnglish = false;
  readonly #related: (readonly [terms: readonly string[], relation: Relation])[] = [];
  #entry: TermEntry | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Adds terms that listings may use instead. */
  add(terms: readonly string[], relation: Relation): void {
    this.#related.push([terms, relation]);
  }

  /** Made at the first use, because an isolate sees few of the thousands of terms. */
  get entry(): TermEntry {
    this.#entry ??= {
      groups: [...new Set(this.groups)],
      languages: this.isEnglish ? [] : [...new Set(this.languages)],
      alternatives: this.#createAlternatives(),
    };
    return this.#entry;
  }

  /** If there are several relations to the same term, the strongest counts. */
  #createAlternatives(): Alternative[] {
    const best = new Map<string, Alternative>();
    for (const [terms, relation] of this.#related) {
      for (const term of terms) {
        const alternative = createAlternative(term, relation);
        const text = alternative.tokens.join(' ');
        const isItself = relation !== 'spelling' && text === this.text;
        if (!isItself && (best.get(text)?.weight ?? 0) < alternative.weight) best.set(text, alternative);
      }
    }
    return [...best.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_ALTERNATIVES);
  }
}

function createAlternative(term: string, relation: Relation): Alternative {
  return { tokens: toTokens(term), relation, weight: WEIGHTS[relation] };
}

/**
 * The terms by the keys of their tokens, joined with spaces. Translations of several words also have the key without stop
 * words, because queries have other articles: `rastrear una encomienda`.
 */
function collectTerms(
  { groups, abbreviations, spellings }: Vocabulary,
  keyOf: (token: string) => string,
  stopWords: ReadonlyMap<Language, ReadonlySet<string>>,
): ReadonlyMap<string, VocabularyTerm> {
  const found = new Map<string, VocabularyTerm>();
  const termOf = (term: string, isEnglish = true) => {
    const text = isAscii(term) ? term : normalizeText(term);
    const key = text.includes(' ') ? text.split(' ').map(keyOf).join(' ') : keyOf(text);
    let known = found.get(key);
    if (known === undefined) {
      known = new VocabularyTerm(text);
      found.set(key, known);
    }
    known.isEnglish ||= isEnglish;
    return known;
  };
  for (const spelling of spellings) for (const term of spelling) termOf(term).add(spelling, 'spelling');
  for (const [short, meanings] of Object.entries(abbreviations)) {
    termOf(short).add(meanings, 'abbreviation');
    for (const meaning of meanings) termOf(meaning).add([short], 'abbreviation');
  }
  for (const { id, terms, narrower = [], translations = {} } of groups) {
    const connect = (term: string, relation: Relation) => {
      const known = termOf(term, relation !== 'translation');
      known.groups.push(id);
      known.add(terms, relation);
      return known;
    };
    for (const term of terms) connect(term, 'equivalent').add(narrower, 'narrower');
    for (const term of narrower) connect(term, 'broader');
    for (const language of LANGUAGES) {
      for (const term of translations[language] ?? []) {
        const known = connect(term, 'translation');
        known.add(narrower, 'narrower');
        known.languages.push(language);
        const short = toTokens(term).filter(token => stopWords.get(language)?.has(token) !== true);
        const key = short.map(keyOf).join(' ');
        if (short.length > 1 && !found.has(key)) found.set(key, known);
      }
    }
  }
  return found;
}

/** A token of a term, after the tokens before it. */
interface TermNode {
  /** The keys of all tokens up to this one. */
  readonly key: string;
  /** The term that ends here. */
  term?: VocabularyTerm;
  /** The tokens that may follow, by their keys. */
  next?: Map<string, TermNode>;
}

/** The terms as a tree of tokens, so that a text finds its terms without a string for each combination of its words. */
function createTermTree(terms: ReadonlyMap<string, VocabularyTerm>): ReadonlyMap<string, TermNode> {
  const tree = new Map<string, TermNode>();
  for (const [key, term] of terms) {
    let nodes = tree;
    for (let start = 0, end = 0; end < key.length; start = end + 1) {
      const space = key.indexOf(' ', start);
      end = space < 0 ? key.length : space;
      const token = key.slice(start, end);
      const node: TermNode = nodes.get(token) ?? { key: key.slice(0, end) };
      nodes.set(token, node);
      if (end === key.length) node.term = term;
      else nodes = node.next ??= new Map();
    }
  }
  return tree;
}

/** Japanese has no spaces, so that its terms are found inside of tokens, longest first. */
function createJapaneseTerms(terms: Iterable<VocabularyTerm>) {
  const byText = new Map<string, VocabularyTerm>();
  let longest = 0;
  for (const term of terms) {
    if (!term.languages.includes('ja')) continue;
    byText.set(term.text, term);
    longest = Math.max(longest, term.text.length);
  }
  return {
    findIn(token: string): TermEntry[] {
      const found: TermEntry[] = [];
      for (let start = 0; start < token.length; ) {
        let length = Math.min(longest, token.length - start);
        while (length > 0 && !isTermAt(token, start, length)) length--;
        const entry = length > 0 ? byText.get(token.slice(start, start + length))?.entry : undefined;
        if (entry !== undefined) found.push(entry);
        start += Math.max(1, length);
      }
      return found;
    },
  };

  /** A term of one character, such as "book", counts only alone: "Japan" contains it, too. */
  function isTermAt(token: string, start: number, length: number): boolean {
    if (!byText.has(token.slice(start, start + length))) return false;
    return length > 1 || !(isKanji(token, start - 1) || isKanji(token, start + 1));
  }
}

function isJapanese(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isKanji(text, at) || (code >= 0x3041 && code <= 0x30ff)) return true;
  }
  return false;
}

function isKanji(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x3400 && code <= 0x9fff;
}
