import { failure, type Result, success } from '#manifest/result.ts';
import { normalizeText, words } from '../normalize-text.ts';

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

/** The content of `registry/vocabulary.json`. */
export interface Vocabulary {
  readonly groups: readonly VocabularyGroup[];
  /** The meanings of each abbreviation. */
  readonly abbreviations: Readonly<Record<string, readonly string[]>>;
  /** Spellings of the same word. The first is the canonical one. */
  readonly spellings: readonly (readonly string[])[];
  /** Frequent words of other languages that do not name a need. */
  readonly stop_words: Translations;
}

/** A part of the document with the wrong type. */
export interface VocabularyError {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
}

/** Checks the shape of a vocabulary document. `npm run check -- --only registry` checks its content. */
export function parseVocabulary(document: unknown): Result<Vocabulary, readonly VocabularyError[]> {
  const errors: VocabularyError[] = [];
  if (!isObject(document)) return failure([{ pointer: '', message: 'The vocabulary is not an object.' }]);
  const { groups, abbreviations, spellings, stop_words: stopWords } = document;
  const report = (pointer: string, message: string) => errors.push({ pointer, message });
  const checkTerms = (pointer: string, value: unknown) => {
    if (!isTerms(value)) report(pointer, 'This is not an array of non-empty strings.');
  };
  const checkTranslations = (pointer: string, value: unknown): void => {
    if (!isObject(value)) {
      report(pointer, 'This is not an object with an array for each language.');
      return;
    }
    for (const [language, terms] of Object.entries(value)) {
      if (isLanguage(language)) checkTerms(`${pointer}/${language}`, terms);
      else report(`${pointer}/${language}`, `Unknown language. The languages are ${LANGUAGES.join(', ')}.`);
    }
  };
  if (!Array.isArray(groups)) report('/groups', 'This is not an array.');
  else {
    for (const [i, group] of groups.entries()) {
      if (!isObject(group) || typeof group.id !== 'string') {
        report(`/groups/${i}`, 'This is not an object with an id.');
        continue;
      }
      checkTerms(`/groups/${i}/terms`, group.terms);
      if (group.narrower !== undefined) checkTerms(`/groups/${i}/narrower`, group.narrower);
      if (group.translations !== undefined) checkTranslations(`/groups/${i}/translations`, group.translations);
    }
  }
  if (!isObject(abbreviations)) report('/abbreviations', 'This is not an object.');
  else for (const [short, terms] of Object.entries(abbreviations)) checkTerms(`/abbreviations/${short}`, terms);
  if (!Array.isArray(spellings)) report('/spellings', 'This is not an array.');
  else for (const [i, terms] of spellings.entries()) checkTerms(`/spellings/${i}`, terms);
  checkTranslations('/stop_words', stopWords);
  return errors.length > 0 ? failure(errors) : success(document as unknown as Vocabulary);
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

function isLanguage(text: string): text is Language {
  return LANGUAGES.some(language => language === text);
}

function isTerms(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(term => typeof term === 'string' && term !== '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
