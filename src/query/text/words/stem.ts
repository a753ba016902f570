import { foldPlural } from '../meaning/vocabulary.ts';
import { isAscii } from './normalize-text.ts';

/**
 * Returns a form that the inflections and common derivations of an English word share: `translate`, `translating`,
 * `translations`, and `translator` give `translat`. It is not always a word.
 * @param word normalized
 */
export function stem(word: string): string {
  if (word.length < 4 || !isAscii(word)) return word;
  const singular = foldPlural(word);
  return UNRELATED.has(singular) ? singular : finish(withoutDerivation(withoutInflection(singular)));
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
  const withoutE = base.endsWith('e') ? base.slice(0, -1) : undefined;
  const forms = [
    ...(withoutE === undefined ? ENDINGS.map(ending => base + ending) : E_ENDINGS.map(ending => withoutE + ending)),
    ...(withoutE === undefined ? ['ing', 'ed', 'er', 'ers'].map(ending => doubled + ending) : []),
    ...(last === base ? [] : Y_ENDINGS.map(ending => last + ending)),
  ];
  return forms.filter(form => stem(form) === base);
}

const ENDINGS = ',s,e,es,ed,ing,ings,er,ers,or,ors,ion,ions,ation,ations,ment,ments,ly'.split(',');
const E_ENDINGS = 'e,es,ed,ing,ings,er,ers,or,ors,ation,ations,ement,ements,ely'.split(',');
const Y_ENDINGS = 'y,ies,ied,ying,ication,ications,ier'.split(',');

/** Words that look like forms of another word but mean something else, such as `train` and `training`. */
const UNRELATED: ReadonlySet<string> = new Set(
  `accounting apartment argument boarding building comment customer dating department document earning element
  instrument landing listing marketing moment parking rating reading saving segment setting statement
  training`.split(/\s+/),
);

function withoutInflection(word: string): string {
  if (word.endsWith('eed')) return word;
  for (const ending of ['ing', 'ed']) {
    const rest = word.slice(0, -ending.length);
    if (word.endsWith(ending) && rest.length >= 3 && VOWEL.test(rest)) return withFinalE(rest);
  }
  return word;
}

function withoutDerivation(word: string): string {
  for (const [ending, kept, least] of DERIVATIONS) {
    if (word.endsWith(ending) && word.length - ending.length >= least) {
      const rest = word.slice(0, word.length - ending.length) + kept;
      return ending === 'er' || ending === 'or' ? withFinalE(rest) : rest;
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
  if (word.length > 3 && word.endsWith('e') && !isShort(word.slice(0, -1))) return word.slice(0, -1);
  if (word.length > 3 && word.endsWith('y')) return `${word.slice(0, -1)}i`;
  return word;
}

const VOWEL = /[aeiouy]/;

/**
 * Whether a word has one vowel between consonants. Without its final e, `plane` would become `plan`, so that these words
 * keep it.
 */
function isShort(word: string): boolean {
  return /^[^aeiou]+[aeiouy][^aeiouwxy]$/.test(word);
}

/** Restores the final e of `rat|ing`, and undoes the double consonant of `planning`; `calling` keeps it. */
function withFinalE(rest: string): string {
  const last = rest.at(-1) ?? '';
  if (rest.length > 3 && last === rest.at(-2)) return 'aeioulsz'.includes(last) ? rest : rest.slice(0, -1);
  return isShort(rest) ? `${rest}e` : rest;
}
