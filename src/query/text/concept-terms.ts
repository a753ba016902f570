import type { Concept } from './concept.ts';
import { PHRASE_MARK } from './document-terms.ts';
import type { Correction, Corrections } from './query-plan.ts';
import type { ConceptTerms, TermMatch, TermSource } from './term-source.ts';
import { listInflections, stem } from './words/stem.ts';

/** The quality and presence of an exact match. */
export const LITERAL = 100;
/** The presence of the forms of a word, and thus the least of a literal match. */
export const LEAST_LITERAL = 95;
/** The presence of a longer word. */
const PREFIX_PRESENCE = 85;
/** The presence of a longer word for a complete one: `sea` is not the start of `search`. */
const COMPLETE_PREFIX_PRESENCE = 25;
/** The presence of a correction. */
export const TYPO_PRESENCE = 84;

const STEM = { quality: 80, presence: LEAST_LITERAL } as const;
const PREFIX_QUALITY = 70;
const TYPO = { quality: 40, presence: TYPO_PRESENCE } as const;

/** The quality of the forms of an alternative, relative to the alternative. */
const FORM_SHARE = 0.95;

/** Shorter words have no typo tolerance, because an edit makes another word. */
export const MIN_TYPO_LENGTH = 5;

/** How many longer terms a word matches, shortest first. The last word may be incomplete, so that it matches more. */
const MAX_LONGER_TERMS = 64;
export const MAX_LONGER_LAST = 512;

/** A word with at most this many listings identifies them, so that other terms count less. */
const MAX_DISTINCTIVE = 2;
const DISTINCTIVE_SHARE = 0.5;

/**
 * Finds the terms that match a concept. Finds a typo in a word only if it is rare. A known word has a typo only if it is the
 * whole query and nothing else matches.
 */
export function findConceptTerms(source: TermSource, concept: Concept): ConceptTerms {
  const found = findUncorrected(source, concept);
  const { typos } = concept;
  if (typos === undefined) return found;
  // Less likely, the user meant another correction.
  const others = typos.length === concept.words.length ? typos.flatMap(typo => matchTypo(source, typo)) : [];
  return {
    whole: [...found.whole.map(toCorrection), ...others],
    parts: found.parts,
    isCorrected: true,
  };
}

/**
 * Returns the correction of each misspelled word.
 * @param found the terms of each concept
 */
export function findCorrections(
  concepts: readonly Concept[],
  found: readonly Pick<ConceptTerms, 'correction'>[],
): Corrections {
  const corrections = new Map<string, Correction>();
  for (const [i, { correction }] of found.entries()) {
    const word = concepts[i]?.words[0];
    if (correction !== undefined && word !== undefined) corrections.set(word, correction);
  }
  return corrections;
}

/** No listing has a corrected word literally. */
function toCorrection({ term, quality, presence }: TermMatch): TermMatch {
  return { term, quality, presence: Math.min(presence, TYPO_PRESENCE) };
}

function matchTypo(source: TermSource, typo: string): readonly TermMatch[] {
  return source
    .findTypos(typo)
    .map(term => ({ term, quality: Math.round(TYPO.quality * computeRarity(source, term)), presence: TYPO.presence }));
}

function findUncorrected(source: TermSource, concept: Concept): ConceptTerms {
  const { words, phrase, alternatives, isOpen, isOnly, typos } = concept;
  const whole = new TermMatches();
  if (phrase !== undefined) whole.add(source.find(PHRASE_MARK + phrase), LITERAL, LITERAL);
  for (const { term, isPhrase, weight } of alternatives) {
    const worth = Math.round(LITERAL * weight);
    whole.add(source.find(isPhrase ? PHRASE_MARK + term : term), worth, toPresence(worth));
    if (isPhrase) continue;
    const formWorth = Math.round(worth * FORM_SHARE);
    for (const form of listInflections(stem(term))) whole.add(source.find(form), formWorth, formWorth);
  }
  if (words.length !== 1)
    return { whole: whole.all(), parts: words.map(word => findLiterals(source, word, concept).all()) };
  const [word = ''] = words;
  const literals = findLiterals(source, word, concept);
  const needsMatch = isOnly && whole.all().length === 0;
  const correction = isOpen && typos === undefined ? addLongerTerms(source, concept, literals, needsMatch) : undefined;
  for (const { term, quality, presence } of literals.all()) whole.add(term, quality, presence);
  const exact = source.find(word);
  const isDistinctive = exact !== undefined && source.count(exact) <= MAX_DISTINCTIVE;
  const matches = isDistinctive ? whole.all().map(each => (each.term === exact ? each : toLess(each))) : whole.all();
  return {
    whole: matches,
    parts: [],
    ...(correction !== undefined && { correction }),
    ...(isDistinctive && { distinctive: word }),
  };
}

/** Returns the terms that may match a concept, whether or not listings have them, without longer words and typos. */
export function listTerms(concept: Concept): readonly string[] {
  const { words, phrase, alternatives } = concept;
  return [
    ...words.flatMap(word => [word, ...listForms(word, concept)]),
    ...(phrase === undefined ? [] : [PHRASE_MARK + phrase]),
    ...alternatives.flatMap(({ term, isPhrase }) =>
      isPhrase ? [PHRASE_MARK + term] : [term, ...listInflections(stem(term))],
    ),
  ];
}

/** Whether so few listings have a word that it may be a typo. For other words, every similar word is a false match. */
export function isRare(listings: number, size: number): boolean {
  return listings < Math.max(1, size / 1000);
}

function findLiterals(source: TermSource, word: string, concept: Concept): TermMatches {
  const matches = new TermMatches();
  matches.add(source.find(word), LITERAL, LITERAL);
  for (const form of listForms(word, concept)) matches.add(source.find(form), STEM.quality, STEM.presence);
  return matches;
}

/** Returns the inflections that match a word of a concept. */
function listForms(word: string, { isLiteral }: Concept): readonly string[] {
  return isLiteral ? [] : listInflections(stem(word));
}

/** A spelling is the word itself; an abbreviation is another word. */
function toPresence(worth: number): number {
  return worth === LITERAL ? LITERAL : Math.min(worth, LEAST_LITERAL - 1);
}

function toLess({ term, quality, presence }: TermMatch): TermMatch {
  return { term, quality: Math.round(quality * DISTINCTIVE_SHARE), presence };
}

/**
 * Adds longer terms. If there are no terms at all, returns the most frequent correction.
 * @param needsMatch whether no other term matches the query, so that even a known word may have a typo
 */
function addLongerTerms(
  source: TermSource,
  concept: Concept,
  matches: TermMatches,
  needsMatch: boolean,
): Correction | undefined {
  const {
    words: [word = ''],
    isLast,
    isName,
  } = concept;
  const listings = matches.all().reduce((total, { term }) => total + source.count(term), 0);
  const isCorrect = source.isCorrect?.(word) === true;
  const presence = isCorrect && !isLast ? COMPLETE_PREFIX_PRESENCE : PREFIX_PRESENCE;
  const longer = findLongerTerms(source, word, isLast);
  for (const term of longer) {
    const share = (1 + word.length / source.lengthAt(term)) / 2;
    matches.add(term, Math.round(PREFIX_QUALITY * share * computeRarity(source, term)), presence);
  }
  if (concept.isDetail || word.length < MIN_TYPO_LENGTH || longer.length > 0 || !isRare(listings, source.size))
    return undefined;
  if (isCorrect && !(needsMatch && listings === 0)) return undefined;
  const [first, second] = source.findTypos(word).toSorted((a, b) => source.count(b) - source.count(a) || a - b);
  if (first !== undefined) {
    const isLikely =
      second === undefined ||
      source.count(first) > source.count(second) ||
      stem(source.textAt(first)) === stem(source.textAt(second));
    return { word: source.textAt(first), isCertain: second === undefined, isLikely };
  }
  // A term of the vocabulary is correct, and a name is more often unknown than misspelled.
  const split = isName || concept.alternatives.length > 0 ? undefined : findMissingSpace(source, word);
  return split === undefined ? undefined : { word: split, isCertain: false, isLikely: true };
}

/** Shorter parts are in many words: `form` and `at` in `format`. */
const MIN_PART_LENGTH = 4;

/** Returns two words that a space is missing between: of several pairs, the one whose rarer word is the most frequent. */
function findMissingSpace(source: TermSource, word: string): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const [first, second] of listSplits(word)) {
    const listings = Math.min(...[first, second].map(part => countOf(source, part)));
    if (listings > most) [best, most] = [`${first} ${second}`, listings];
  }
  return best;
}

/** Returns the pairs of words that a space may be missing between. */
export function listSplits(word: string): readonly (readonly [first: string, second: string])[] {
  const places = Math.max(0, word.length - 2 * MIN_PART_LENGTH + 1);
  return Array.from({ length: places }, (_, i) => {
    const place = MIN_PART_LENGTH + i;
    return [word.slice(0, place), word.slice(place)];
  });
}

function countOf(source: TermSource, word: string): number {
  const term = source.find(word);
  return term === undefined ? 0 : source.count(term);
}

function findLongerTerms(source: TermSource, word: string, isLast: boolean): readonly number[] {
  const [from, to] = source.range(word);
  const terms = Array.from({ length: to - from }, (_, i) => from + i);
  const most = isLast ? MAX_LONGER_LAST : MAX_LONGER_TERMS;
  if (terms.length <= most) return terms;
  return terms.sort((a, b) => source.lengthAt(a) - source.lengthAt(b) || a - b).slice(0, most);
}

/** How much a similar term identifies its listings, from 0.5 to 1. */
function computeRarity({ size, count }: TermSource, term: number): number {
  return 0.5 + 0.5 * (Math.log(1 + size / Math.max(1, count(term))) / Math.log(1 + size));
}

/** Terms with their best match. */
class TermMatches {
  readonly #matches = new Map<number, TermMatch>();

  add(term: number | undefined, quality: number, presence: number): void {
    if (term === undefined || (this.#matches.get(term)?.quality ?? 0) >= quality) return;
    this.#matches.set(term, { term, quality, presence });
  }

  all(): readonly TermMatch[] {
    return [...this.#matches.values()];
  }
}
