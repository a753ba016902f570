import { normalizeText, words } from '../words/normalize-text.ts';

/** The languages of the translations. */
export const LANGUAGES = ['de', 'es', 'fr', 'pt', 'ja'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Terms that mean the same in this field. */
export interface VocabularyGroup {
  readonly id: string;
  /** The most common term comes first. */
  readonly terms: readonly string[];
  /** Terms for a part or a kind of what the group means. */
  readonly narrower?: readonly string[];
  readonly translations?: Translations;
}

/** Words by language. */
export type Translations = { readonly [language in Language]?: readonly string[] };

/** The content of `registry/vocabulary.json`. `npm run check -- --only registry` checks it. */
export interface Vocabulary {
  readonly groups: readonly VocabularyGroup[];
  /** The meanings of each abbreviation. */
  readonly abbreviations: Readonly<Record<string, readonly string[]>>;
  /** Spellings of the same word. The first is the canonical one. */
  readonly spellings: readonly (readonly string[])[];
  /** Frequent words of other languages that do not name a need. */
  readonly stop_words: Translations;
}

/** The tokens of a term of the vocabulary, as `words` splits the text of a query. */
export function toTokens(term: string): readonly string[] {
  return words(normalizeText(term));
}

/**
 * A form that the singular and the plural of an English token share, so that `text messages` matches `text message`.
 * It is not always a word: `caches` and `cache` give `cach`.
 */
export function foldPlural(token: string): string {
  if (token.length < 4) return token;
  const isPlural = token.endsWith('s') && !UNCHANGED.some(ending => token.endsWith(ending));
  const singular = isPlural ? token.slice(0, -1) : token;
  if (singular.length > 3 && singular.endsWith('ie')) return `${singular.slice(0, -2)}y`;
  return FOLDED.some(ending => singular.endsWith(ending)) ? singular.slice(0, -1) : singular;
}

/** Endings of words that are no plurals: `address`, `status`, `analysis`, `news`. */
const UNCHANGED = ['ss', 'us', 'is', 'news'];
/** The plurals `boxes` and `axes` do not show whether the singular has an e. */
const FOLDED = ['sse', 'xe', 'che', 'she', 'ze'];
