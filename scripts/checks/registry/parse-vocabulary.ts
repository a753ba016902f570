import { isObject } from '#manifest/json-object.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { LANGUAGES, type Language, type Vocabulary } from '#query/text/meaning/vocabulary.ts';

/** A part of the document with the wrong type. */
interface VocabularyError {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
}

/** Checks the shape of a vocabulary document. `findVocabularyProblems` checks its content. */
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

function isLanguage(text: string): text is Language {
  return LANGUAGES.some(language => language === text);
}

function isTerms(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(term => typeof term === 'string' && term !== '');
}
