import type { TermExpander } from './meaning/term-expander.ts';
import type { Alternative } from './meaning/vocabulary-term.ts';

/** A part of a query: a word, or a term of the vocabulary with its alternatives. */
export interface Concept {
  /** Identifies the words, the alternatives, and how they match. */
  readonly key: string;
  /** How much it counts, from 0 to 1. */
  readonly weight: number;
  /** Whether it is a detail that listings rarely mention, such as a number or a place, so that a match may lack it. */
  readonly isDetail: boolean;
  /** Whether it looks like a proper name, which is a detail unless a listing has it. */
  readonly isName: boolean;
  /** Whether it only qualifies the need, as `quantum physics` in `preprints about quantum physics`. */
  readonly isQualifier: boolean;
  /** Whether it is the name of a well-known product, so that only a listing that mentions it serves the need. */
  readonly isProduct: boolean;
  /** The words of the query, each once. */
  readonly words: readonly string[];
  /** The key of the words as one term, if there are several. */
  readonly phrase?: string | undefined;
  readonly alternatives: readonly ConceptAlternative[];
  /** Whether it is a stop word that a listing must have literally, in this form. */
  readonly isLiteral: boolean;
  /** Whether its word may also be the start of a longer one, or have a typo. */
  readonly isOpen: boolean;
  /** Whether it is the last word, which may be incomplete. */
  readonly isLast: boolean;
  /** Whether it is the only concept of the query, so that a correction is better than nothing. */
  readonly isOnly: boolean;
  /** The words of the query with a typo that its words correct. Undefined without one. */
  readonly typos?: readonly string[];
}

/** Another term for a concept. */
export interface ConceptAlternative {
  /** A word, or the key of a term of several words. */
  readonly term: string;
  readonly isPhrase: boolean;
  /** From 0 to 1. */
  readonly weight: number;
}

/** How much a detail counts, relative to a need, and how much of a qualifier a listing must have. */
export const DETAIL_WEIGHT = 0.4;

/** The members that most concepts have in common. */
export const PLAIN: Concept = {
  key: '',
  weight: 1,
  isDetail: false,
  isName: false,
  isQualifier: false,
  isProduct: false,
  words: [],
  alternatives: [],
  isLiteral: false,
  isOpen: false,
  isLast: false,
  isOnly: false,
};

/** Creates the concept of a word that a listing must have literally. */
export function toLiteral(word: string): Concept {
  return { ...PLAIN, key: `"${word}"`, words: [word], isLiteral: true };
}

/** Creates the alternatives of a concept from those of the vocabulary. */
export function toAlternatives(alternatives: readonly Alternative[], expander: TermExpander): ConceptAlternative[] {
  return alternatives.map(({ tokens, weight }) => {
    const isPhrase = tokens.length > 1;
    return { term: isPhrase ? expander.keyOfPhrase(tokens) : (tokens[0] ?? ''), isPhrase, weight };
  });
}
