import { foldPlural } from './meaning/vocabulary.ts';
import { isAscii } from './normalize-text.ts';

/**
 * Returns a form that the inflections and common derivations of an English word share: `translate`, `translating`,
 * `translations`, and `translator` give `translat`. It is not always a word.
 * @param word normalized
 */
export function stem(word: string): string {
  if (word.length < 4 || !isAscii(word)) return word;
  return finish(withoutDerivation(withoutInflection(foldPlural(word))));
}

/** Returns the candidate inflections of a stem. Most are not words, but `stem` of each returns the stem. */
export function listInflections(base: string): readonly string[] {
  const known = cachedInflections.get(base);
  if (known !== undefined) return known;
  if (cachedInflections.size === MAX_CACHED_STEMS) cachedInflections.clear();
  const forms = computeInflections(base);
  cachedInflections.set(base, forms);
  return forms;
}

/** Queries use the terms of the vocabulary again and again. */
const MAX_CACHED_STEMS = 10_000;
const cachedInflections = new Map<string, readonly string[]>();

function computeInflections(base: string): readonly string[] {
  const doubled = base + (base.at(-1) ?? '');
  const last = base.endsWith('i') ? base.slice(0, -1) : base;
  const forms = [
    ...ENDINGS.map(ending => base + ending),
    ...['ing', 'ed', 'er', 'ers'].map(ending => doubled + ending),
    ...(last === base ? [] : Y_ENDINGS.map(ending => last + ending)),
  ];
  return forms.filter(form => stem(form) === base);
}

const ENDINGS = ',s,e,es,ed,ing,ings,er,ers,or,ors,ion,ions,ation,ations,ment,ments,ly'.split(',');
const Y_ENDINGS = 'y,ies,ied,ying,ification,ifications,ier'.split(',');

function withoutInflection(word: string): string {
  for (const ending of ['ing', 'ed']) {
    const rest = word.slice(0, -ending.length);
    if (word.endsWith(ending) && rest.length >= 3 && VOWEL.test(rest)) return withoutDouble(rest);
  }
  return word;
}

function withoutDerivation(word: string): string {
  for (const [ending, kept, least] of DERIVATIONS) {
    if (word.endsWith(ending) && word.length - ending.length >= least) {
      return word.slice(0, word.length - ending.length) + kept;
    }
  }
  return word;
}

/** Endings with the part that stays, and how many letters must precede them. */
const DERIVATIONS: readonly (readonly [ending: string, kept: string, least: number])[] = [
  ['ification', 'ify', 2],
  ['ization', 'ize', 3],
  ['isation', 'ize', 3],
  ['ation', 'at', 3],
  ['ator', 'at', 3],
  ['tion', 't', 4],
  ['sion', 's', 4],
  ['ment', '', 3],
  ['er', '', 5],
  ['or', '', 5],
  ['ly', '', 4],
];

function finish(word: string): string {
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  if (word.length > 3 && word.endsWith('y')) return `${word.slice(0, -1)}i`;
  return word;
}

const VOWEL = /[aeiouy]/;

/** Undoes the double consonant of `mapping` and `planned`; `calling` keeps it. */
function withoutDouble(word: string): string {
  const last = word.at(-1) ?? '';
  return word.length > 3 && last === word.at(-2) && !'aeioulsz'.includes(last) ? word.slice(0, -1) : word;
}
