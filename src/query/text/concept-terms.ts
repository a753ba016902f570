import { PHRASE_MARK } from './document-terms.ts';
import type { Concept } from './query-plan.ts';
import { formsOf, stem } from './stem.ts';
import type { TermSource } from './term-source.ts';

/** How a term matches a word of a query. */
export interface TermMatch {
  readonly term: number;
  /** How much a match counts in the ranking, from 0 to 100. */
  readonly quality: number;
  /** How sure it is that the listing has what the word means, from 0 to 100. */
  readonly presence: number;
}

/** The terms that match a concept. */
export interface ConceptTerms {
  /** Each of them matches the whole concept. */
  readonly whole: readonly TermMatch[];
  /** For each word of a concept of several words, the terms that match it. Empty for other concepts. */
  readonly parts: readonly (readonly TermMatch[])[];
  /** The most frequent correction, if the word has a typo. */
  readonly correction?: string;
}

/** The quality and presence of an exact match. */
export const LITERAL = 100;
/** The presence of the forms of a word, and thus the least of a literal match. */
export const LEAST_LITERAL = 95;
/** The presence of a correction. */
export const TYPO_PRESENCE = 84;

const STEM = { quality: 80, presence: LEAST_LITERAL } as const;
const PREFIX = { quality: 45, presence: 85 } as const;
const TYPO = { quality: 40, presence: TYPO_PRESENCE } as const;

/** The quality of the forms of an alternative, relative to the alternative. */
const FORM_SHARE = 0.95;

const MIN_PREFIX_LENGTH = 3;
/** Shorter words have no typo tolerance, because an edit makes another word. */
export const MIN_TYPO_LENGTH = 5;

/** If more terms start with a word, it is so unspecific that the longer terms would drown it. */
const MAX_LONGER_TERMS = 64;

/** Finds the terms that match a concept. Tolerates a typo in a word only if it is rare. */
export function findConceptTerms(source: TermSource, concept: Concept): ConceptTerms {
  const { words, phrase, alternatives, isOpen } = concept;
  const whole = new TermMatches();
  if (phrase !== undefined) whole.add(source.find(PHRASE_MARK + phrase), LITERAL, LITERAL);
  for (const { term, isPhrase, weight } of alternatives) {
    const worth = Math.round(LITERAL * weight);
    whole.add(source.find(isPhrase ? PHRASE_MARK + term : term), worth, worth);
    if (isPhrase) continue;
    const formWorth = Math.round(worth * FORM_SHARE);
    for (const form of formsOf(stem(term))) whole.add(source.find(form), formWorth, formWorth);
  }
  if (words.length !== 1) return { whole: whole.all(), parts: words.map(word => findLiterals(source, word).all()) };
  const [word = ''] = words;
  const literals = findLiterals(source, word);
  const correction = isOpen ? addSimilarTerms(source, word, literals) : undefined;
  for (const { term, quality, presence } of literals.all()) whole.add(term, quality, presence);
  return { whole: whole.all(), parts: [], ...(correction !== undefined && { correction }) };
}

/** Returns the terms that may match a concept, whether or not listings have them, without longer words and typos. */
export function listTerms({ words, phrase, alternatives }: Concept): readonly string[] {
  return [
    ...words.flatMap(word => [word, ...formsOf(stem(word))]),
    ...(phrase === undefined ? [] : [PHRASE_MARK + phrase]),
    ...alternatives.flatMap(({ term, isPhrase }) =>
      isPhrase ? [PHRASE_MARK + term] : [term, ...formsOf(stem(term))],
    ),
  ];
}

/** Whether so few listings have a word that it may be a typo. For other words, every similar word is a false match. */
export function isRare(listings: number, size: number): boolean {
  return listings < Math.max(1, size / 1000);
}

function findLiterals(source: TermSource, word: string): TermMatches {
  const matches = new TermMatches();
  matches.add(source.find(word), LITERAL, LITERAL);
  for (const form of formsOf(stem(word))) matches.add(source.find(form), STEM.quality, STEM.presence);
  return matches;
}

/** Adds longer terms, and if there are no literal ones, corrections. Returns the most frequent correction. */
function addSimilarTerms(source: TermSource, word: string, matches: TermMatches): string | undefined {
  const listings = matches.all().reduce((sum, { term }) => sum + source.count(term), 0);
  const [from, to] = word.length >= MIN_PREFIX_LENGTH ? source.range(word) : [0, 0];
  if (to - from <= MAX_LONGER_TERMS) {
    for (let term = from; term < to; term++) matches.add(term, PREFIX.quality, PREFIX.presence);
  }
  if (word.length < MIN_TYPO_LENGTH || to > from || !isRare(listings, source.size)) return undefined;
  const corrections = source.findTypos(word);
  for (const term of corrections) matches.add(term, TYPO.quality, TYPO.presence);
  const [first] = corrections.toSorted((a, b) => source.count(b) - source.count(a) || a - b);
  return first === undefined ? undefined : source.textAt(first);
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
