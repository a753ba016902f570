import { normalizeText, words } from '../normalize-text.ts';

/** The languages, beside English, that the vocabulary translates. */
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
  /** What an abbreviation stands for. */
  readonly abbreviations: Readonly<Record<string, readonly string[]>>;
  /** Spellings of the same word. The first is the canonical one. */
  readonly spellings: readonly (readonly string[])[];
  /** Words of other languages that do not name what somebody needs. */
  readonly stop_words: Translations;
}

/** A part of the document with the wrong type. */
export interface VocabularyError {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
}

export type ParseVocabularyResult =
  | { readonly ok: true; readonly vocabulary: Vocabulary }
  | { readonly ok: false; readonly errors: readonly VocabularyError[] };

/** Checks the shape of a vocabulary document. `npm run check -- --only registry` checks its content. */
export function parseVocabulary(document: unknown): ParseVocabularyResult {
  const errors: VocabularyError[] = [];
  if (!isObject(document)) return { ok: false, errors: [{ pointer: '', message: 'The vocabulary is not an object.' }] };
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
  return errors.length > 0 ? { ok: false, errors } : { ok: true, vocabulary: document as unknown as Vocabulary };
}

/** The tokens of a term of the vocabulary, as `words` splits the text of a query. */
export function toTokens(term: string): readonly string[] {
  return words(normalizeText(term));
}

/**
 * The singular of an English token, or the token itself. It only has to give the same result for both numbers of a
 * word, so that `text messages` matches `text message`.
 */
export function toSingular(token: string): string {
  if (token.length < 4 || !token.endsWith('s') || UNCHANGED.some(ending => token.endsWith(ending))) return token;
  if (token.endsWith('ies')) return token.length > 4 ? `${token.slice(0, -3)}y` : token.slice(0, -1);
  return LONG_PLURALS.some(ending => token.endsWith(ending)) ? token.slice(0, -2) : token.slice(0, -1);
}

/** Endings of words that are no plurals: `address`, `status`, `analysis`, `news`. */
const UNCHANGED = ['ss', 'us', 'is', 'news'];
const LONG_PLURALS = ['sses', 'xes', 'ches', 'shes', 'zes'];

function isLanguage(text: string): text is Language {
  return LANGUAGES.some(language => language === text);
}

function isTerms(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(term => typeof term === 'string' && term !== '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
