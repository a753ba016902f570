import { STOP_WORDS } from '../stop-words.ts';
import { LANGUAGES, type Language, toSingular, toTokens, type Vocabulary } from './vocabulary.ts';

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

/** A vocabulary that is prepared for queries. */
export interface TermExpander {
  /**
   * Finds the terms of the vocabulary in a query. They do not overlap, and longer terms come before shorter ones, so
   * that `exchange rate` is not expanded as `rate`.
   * @param tokens the query as `words(normalizeText(q))` splits it
   */
  expand(tokens: readonly string[]): readonly Expansion[];
  /** The alternatives of a whole group, its own terms first. Empty for an unknown id. */
  alternativesOf(group: string): readonly Alternative[];
  /** The canonical spelling of a token: `color` for `colour`. */
  canonicalSpelling(token: string): string;
  /** The language of a query, if its words are of another language than English. */
  detectLanguage(tokens: readonly string[]): Language | undefined;
  /** Whether a token is a stop word of another language. */
  isStopWord(token: string, language: Language): boolean;
}

/** Prepares a vocabulary. This takes milliseconds; share the result. */
export function createTermExpander(vocabulary: Vocabulary): TermExpander {
  const canonical = new Map(
    vocabulary.spellings.flatMap(([first = '', ...others]) => others.map(other => [other, first] as const)),
  );
  const canonicalSpelling = (token: string) => canonical.get(token) ?? token;
  const keyOf = (token: string) => toSingular(canonicalSpelling(token));
  const terms = collectTerms(vocabulary, keyOf);
  const root = createTrie(terms, keyOf);
  const japanese = createJapaneseTerms(terms);
  const stopWords = new Map(
    LANGUAGES.map(language => [language, new Set(vocabulary.stop_words[language]?.flatMap(toTokens))] as const),
  );
  const groups = new Map(
    vocabulary.groups.map(({ id, terms: own, narrower = [] }) => [
      id,
      [
        ...own.map(term => createAlternative(term, 'equivalent')),
        ...narrower.map(term => createAlternative(term, 'narrower')),
      ],
    ]),
  );

  function expand(tokens: readonly string[]): Expansion[] {
    const expansions: Expansion[] = [];
    for (let start = 0; start < tokens.length; ) {
      const token = tokens[start] ?? '';
      if (isJapanese(token)) {
        for (const entry of japanese.findIn(token)) expansions.push({ start, length: 1, ...entry });
        start++;
        continue;
      }
      let node: TrieNode | undefined = root;
      let length = 0;
      let found: TermEntry | undefined;
      for (let at = start; at < tokens.length; at++) {
        node = node.next.get(keyOf(tokens[at] ?? ''));
        if (node === undefined) break;
        if (node.entry !== undefined) [found, length] = [node.entry, at - start + 1];
      }
      if (found !== undefined) expansions.push({ start, length, ...found });
      start += Math.max(1, length);
    }
    return expansions;
  }

  function detectLanguage(tokens: readonly string[]): Language | undefined {
    if (tokens.some(isJapanese)) return 'ja';
    const translations = expand(tokens);
    let best: Language | undefined;
    let most = tokens.filter(token => STOP_WORDS.has(token)).length;
    for (const language of LANGUAGES) {
      const words = stopWords.get(language);
      const count =
        tokens.filter(token => words?.has(token)).length +
        translations.filter(({ languages }) => languages.includes(language)).length;
      if (count > most) [best, most] = [language, count];
    }
    return best;
  }

  return {
    expand,
    alternativesOf: group => groups.get(group) ?? [],
    canonicalSpelling,
    detectLanguage,
    isStopWord: (token, language) => stopWords.get(language)?.has(token) ?? false,
  };
}

/** What the vocabulary says about one term. */
interface TermEntry {
  readonly groups: readonly string[];
  readonly languages: readonly Language[];
  readonly alternatives: readonly Alternative[];
}

/** A term while the vocabulary is read. Its singular and its plural are one term. */
class TermDraft {
  readonly tokens: readonly string[];
  readonly groups = new Set<string>();
  readonly languages = new Set<Language>();
  isEnglish = false;
  readonly #alternatives = new Map<string, Alternative>();

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  /** Adds terms that listings may use instead. If there are several relations, the strongest counts. */
  add(terms: readonly string[], relation: Relation): void {
    for (const term of terms) {
      const alternative = createAlternative(term, relation);
      const text = alternative.tokens.join(' ');
      const known = this.#alternatives.get(text);
      const isItself = relation !== 'spelling' && text === this.tokens.join(' ');
      if (isItself || (known !== undefined && known.weight >= alternative.weight)) continue;
      this.#alternatives.set(text, alternative);
    }
  }

  toEntry(): TermEntry {
    const alternatives = [...this.#alternatives.values()]
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_ALTERNATIVES);
    return { groups: [...this.groups], languages: this.isEnglish ? [] : [...this.languages], alternatives };
  }
}

function createAlternative(term: string, relation: Relation): Alternative {
  return { tokens: toTokens(term), relation, weight: WEIGHTS[relation] };
}

function collectTerms({ groups, abbreviations, spellings }: Vocabulary, keyOf: (token: string) => string): TermDraft[] {
  const drafts = new Map<string, TermDraft>();
  const draftOf = (term: string, isEnglish = true) => {
    const tokens = toTokens(term);
    const key = tokens.map(keyOf).join(' ');
    const draft = drafts.get(key) ?? new TermDraft(tokens);
    draft.isEnglish ||= isEnglish;
    drafts.set(key, draft);
    return draft;
  };
  for (const spelling of spellings) for (const term of spelling) draftOf(term).add(spelling, 'spelling');
  for (const [short, meanings] of Object.entries(abbreviations)) {
    draftOf(short).add(meanings, 'abbreviation');
    for (const meaning of meanings) draftOf(meaning).add([short], 'abbreviation');
  }
  for (const { id, terms, narrower = [], translations = {} } of groups) {
    const connect = (term: string, relation: Relation) => {
      const draft = draftOf(term, relation !== 'translation');
      draft.groups.add(id);
      draft.add(terms, relation);
      return draft;
    };
    for (const term of terms) connect(term, 'equivalent').add(narrower, 'narrower');
    for (const term of narrower) connect(term, 'broader');
    for (const language of LANGUAGES) {
      for (const term of translations[language] ?? []) {
        const draft = connect(term, 'translation');
        draft.add(narrower, 'narrower');
        draft.languages.add(language);
      }
    }
  }
  return [...drafts.values()];
}

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  entry?: TermEntry;
}

function createTrie(terms: readonly TermDraft[], keyOf: (token: string) => string): TrieNode {
  const root: TrieNode = { next: new Map() };
  for (const term of terms) {
    let node = root;
    for (const token of term.tokens) {
      const key = keyOf(token);
      const next: TrieNode = node.next.get(key) ?? { next: new Map() };
      node.next.set(key, next);
      node = next;
    }
    node.entry = term.toEntry();
  }
  return root;
}

/** Japanese has no spaces, so that its terms are found inside of tokens, longest first. */
function createJapaneseTerms(terms: readonly TermDraft[]) {
  const entries = new Map<string, TermEntry>();
  for (const term of terms) {
    const text = term.tokens.join('');
    if (isJapanese(text)) entries.set(text, term.toEntry());
  }
  const longest = Math.max(0, ...[...entries.keys()].map(({ length }) => length));
  return {
    findIn(token: string): TermEntry[] {
      const found: TermEntry[] = [];
      for (let start = 0; start < token.length; ) {
        let length = Math.min(longest, token.length - start);
        while (length > 0 && !isTermAt(token, start, length)) length--;
        const entry = length > 0 ? entries.get(token.slice(start, start + length)) : undefined;
        if (entry !== undefined) found.push(entry);
        start += Math.max(1, length);
      }
      return found;
    },
  };

  /** A term of one character, such as the one for book, is no term next to another, as in the name of Japan. */
  function isTermAt(token: string, start: number, length: number): boolean {
    if (!entries.has(token.slice(start, start + length))) return false;
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
