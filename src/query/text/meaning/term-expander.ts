import { STOP_WORDS } from '../words/stop-words.ts';
import { createJapaneseTerms, isJapanese, type JapaneseTerms } from './japanese-terms.ts';
import { type TermNode, TermTree } from './term-tree.ts';
import { foldPlural, LANGUAGES, type Language, toTokens, type Vocabulary } from './vocabulary.ts';
import {
  type Alternative,
  createAlternative,
  listTerms,
  type TermEntry,
  type VocabularyTerm,
} from './vocabulary-term.ts';

/** The build of an index reads the same words many times. */
const MAX_KNOWN_TOKENS = 100_000;

/** A term of the vocabulary in a query. */
export interface Expansion extends TermEntry {
  /** The index of its first token. */
  readonly start: number;
  /** How many tokens it has. A Japanese term is part of one token. */
  readonly length: number;
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
  /**
   * Finds the term of several words that a token writes without spaces, such as `qrcode`. Its first alternative is the term.
   * Undefined without one.
   */
  expandJoined(token: string): TermEntry | undefined;
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

/** Prepares a vocabulary. This takes time; share the result. */
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
  const { lists, japanese } = listTerms(vocabulary);
  // Nearly all words of terms are in no text, so they are not kept.
  const tree = new TermTree(lists, { keyOf: word => foldPlural(canonicalSpelling(word)), stopWords });
  let japaneseTerms: JapaneseTerms | undefined;
  let joinedTerms: ReadonlyMap<string, string> | undefined;
  const groups = new Map(vocabulary.groups.map(group => [group.id, group] as const));
  const translations = new Map<string, readonly string[]>();

  /** Returns the start of all terms that begin with a token. */
  function findNode(token: Token): TermNode | undefined {
    if (token.node === undefined) token.node = tree.find(token.key) ?? null;
    return token.node ?? undefined;
  }

  function expand(words: readonly string[]): Expansion[] {
    const expansions: Expansion[] = [];
    const tokens = words.map(find);
    for (let start = 0; start < tokens.length; ) {
      const token = tokens[start] as Token;
      if (token.isJapanese) {
        japaneseTerms ??= createJapaneseTerms(japanese);
        for (const entry of japaneseTerms.findIn(token.word)) expansions.push({ start, length: 1, ...entry });
        start++;
        continue;
      }
      let length = 0;
      let found: VocabularyTerm | undefined;
      let node = findNode(token);
      for (let at = start + 1; node !== undefined; node = node.next?.get(tokens[at++]?.key ?? '')) {
        if (node.term !== undefined) {
          found = node.term;
          length = at - start;
        }
      }
      if (found !== undefined) expansions.push({ start, length, ...found.entry });
      start += Math.max(1, length);
    }
    return expansions;
  }

  function expandJoined(token: string): TermEntry | undefined {
    joinedTerms ??= joinTerms(vocabulary);
    const term = joinedTerms.get(foldPlural(token));
    const [entry] = term === undefined ? [] : expand(toTokens(term));
    if (term === undefined || entry === undefined) return undefined;
    const { groups, languages, alternatives } = entry;
    return { groups, languages, alternatives: [createAlternative(term, 'spelling'), ...alternatives] };
  }

  function detectLanguage(tokens: readonly string[], expansions: readonly Expansion[]): Language | undefined {
    if (tokens.some(isJapanese)) return 'ja';
    let best: Language | undefined;
    let most = tokens.filter(token => STOP_WORDS.has(token)).length;
    for (const language of LANGUAGES) {
      const words = stopWords.get(language);
      // A French "comment" alone may be the English word.
      const count =
        tokens.filter(token => words?.has(token) && tree.find(keyOf(token))?.term?.isEnglish !== true).length +
        expansions.filter(({ languages }) => languages.includes(language)).length;
      if (count > most) [best, most] = [language, count];
    }
    return best;
  }

  function read(words: readonly string[]): TextTokens {
    const own: string[] = [];
    const spelled: Token[] = [];
    const tokens: string[] = [];
    for (const word of words) {
      const token = find(word);
      const canonical = token.spelling === token.word ? token : find(token.spelling);
      own.push(token.word);
      spelled.push(canonical);
      tokens.push(canonical.word);
    }
    const phrases: string[] = [];
    for (let start = 0; start < spelled.length - 1; start++) {
      let node = findNode(spelled[start] as Token);
      for (let at = start + 1; node?.next !== undefined; at++) {
        node = node.next.get(spelled[at]?.key ?? '');
        if (node?.term !== undefined) phrases.push(node.key);
      }
    }
    return { words: own, tokens, phrases };
  }

  return {
    expand,
    expandJoined,
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
  readonly isJapanese: boolean;

  constructor(word: string, spelling: string) {
    this.word = word;
    this.isJapanese = isJapanese(word);
    this.spelling = spelling;
    this.key = foldPlural(spelling);
  }
}

/** Returns the English terms of several words by the key of the token that writes them without spaces. */
function joinTerms({ groups }: Vocabulary): ReadonlyMap<string, string> {
  const terms = groups.flatMap(({ terms, narrower = [] }) => [...terms, ...narrower]);
  return new Map(
    terms.filter(term => term.includes(' ')).map(term => [foldPlural(term.replaceAll(' ', '')), term] as const),
  );
}
