import {
  foldPlural,
  LANGUAGES,
  type Language,
  toTokens,
  type Vocabulary,
  type VocabularyGroup,
} from '#query/text/meaning/vocabulary.ts';
import { normalizeText } from '#query/text/words/normalize-text.ts';
import { STOP_WORDS } from '#query/text/words/stop-words.ts';
import { findRepeated } from './find-repeated.ts';

/** More meanings make a term too vague to expand. */
const MAX_GROUPS = 3;

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Finds inconsistencies of a vocabulary. Each problem names the group or list and the fix. */
export function findVocabularyProblems(vocabulary: Vocabulary): string[] {
  const { groups } = vocabulary;
  return [
    ...findRepeated(groups.map(({ id }) => id)).map(id => `groups: The id "${id}" occurs twice. Merge the groups.`),
    ...groups.flatMap(findGroupProblems),
    ...findFrequentTerms(groups),
    ...findContainedGroups(groups),
    ...findForeignEnglish(vocabulary),
    ...findListProblems(vocabulary),
  ];
}

function findGroupProblems({ id, terms, narrower = [], translations = {} }: VocabularyGroup): string[] {
  const english = [...terms, ...narrower];
  const foreign = LANGUAGES.flatMap(language => (translations[language] ?? []).map(term => ({ term, language })));
  return [
    ...(ID.test(id) ? [] : ['The id is not lowercase words with hyphens.']),
    ...(english.length + foreign.length > 1 ? [] : ['It has one term only. Add an equivalent, or remove the group.']),
    ...findRepeated(english).map(term => `"${term}" occurs twice. Remove one.`),
    ...LANGUAGES.flatMap(language => findRepeated(translations[language] ?? [])).map(
      term => `"${term}" occurs twice in a language. Remove one.`,
    ),
    ...english.flatMap(term => findSpellingProblems(term)),
    ...foreign.flatMap(({ term, language }) => findSpellingProblems(term, language)),
    ...english
      .filter(term => toTokens(term).every(token => STOP_WORDS.has(token)))
      .map(term => `"${term}" has only stop words. Remove it.`),
  ].map(problem => `groups/${id}: ${problem}`);
}

/** Japanese keeps its sound marks, which normalizing removes, so that reviewers can read it. */
function findSpellingProblems(term: string, language?: Language): string[] {
  const normalized = language === 'ja' ? term.normalize('NFKC').toLowerCase().trim() : toTokens(term).join(' ');
  if (normalized === term && toTokens(term).length > 0) return [];
  return [`"${term}" is not normalized. Write "${normalized || normalizeText(term)}".`];
}

function findFrequentTerms(groups: readonly VocabularyGroup[]): string[] {
  const ids = new Map<string, string[]>();
  for (const group of groups) {
    for (const term of englishTerms(group)) ids.set(term, [...(ids.get(term) ?? []), group.id]);
  }
  return [...ids]
    .filter(([, { length }]) => length > MAX_GROUPS)
    .map(
      ([term, each]) => `groups: "${term}" is in more than ${MAX_GROUPS} groups: ${each.join(', ')}. Keep the closest.`,
    );
}

function findContainedGroups(groups: readonly VocabularyGroup[]): string[] {
  const sets = groups.map(group => ({ id: group.id, terms: englishTerms(group) }));
  return sets.flatMap(inner =>
    sets
      .filter(outer => outer !== inner && inner.terms.isSubsetOf(outer.terms))
      .map(outer => `groups/${inner.id}: "${outer.id}" contains all of its terms. Merge them, or add what differs.`),
  );
}

/** A translation that is an English term with another meaning would change the meaning of English queries. */
function findForeignEnglish({ groups, stop_words: stopWords }: Vocabulary): string[] {
  const english = new Map<string, string>();
  for (const group of groups) for (const term of englishTerms(group)) english.set(keyOf(term), group.id);
  return groups.flatMap(({ id, translations = {} }) =>
    LANGUAGES.flatMap(language =>
      (translations[language] ?? []).flatMap(term => {
        const problem = (text: string) => [`groups/${id}: "${term}" (${language}) ${text}`];
        const tokens = toTokens(term);
        const other = english.get(keyOf(term));
        if (other !== undefined) return problem(`is an English term of "${other}". Remove it.`);
        if (tokens.every(token => STOP_WORDS.has(token))) return problem('is an English stop word. Remove it.');
        const own = stopWords[language] ?? [];
        return own.includes(term) ? problem('is a stop word of its language. Remove it.') : [];
      }),
    ),
  );
}

function findListProblems({ abbreviations, spellings, stop_words: stopWords }: Vocabulary): string[] {
  const lists: (readonly [name: string, terms: readonly string[]])[] = [
    ['abbreviations', Object.entries(abbreviations).flat(2)],
    ['spellings', spellings.flat()],
  ];
  return [
    ...lists.flatMap(([name, terms]) => [
      ...terms.flatMap(term => findSpellingProblems(term)).map(problem => `${name}: ${problem}`),
      ...terms
        .filter(term => STOP_WORDS.has(term))
        .map(term => `${name}: "${term}" is a stop word. Remove it, so that it stays one.`),
    ]),
    ...findRepeated(spellings.flat()).map(term => `spellings: "${term}" occurs twice. Merge the lists.`),
    ...spellings
      .filter(({ length }) => length < 2)
      .map(([term]) => `spellings: "${term}" has no other spelling. Remove it.`),
    ...LANGUAGES.flatMap(language => {
      const terms = stopWords[language] ?? [];
      return [
        ...terms.flatMap(term => findSpellingProblems(term, language)),
        ...findRepeated(terms).map(term => `"${term}" occurs twice.`),
      ].map(problem => `stop_words/${language}: ${problem}`);
    }),
  ];
}

/** The same for a singular and its plural. */
function keyOf(term: string): string {
  return toTokens(term).map(foldPlural).join(' ');
}

function englishTerms({ terms, narrower = [] }: VocabularyGroup): Set<string> {
  return new Set([...terms, ...narrower]);
}
