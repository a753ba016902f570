import { STOP_WORDS } from './stop-words.ts';
import type { Term } from './terms.ts';

/**
 * How a term occurs in a text, best first: as a word, as the beginning of one, as another part, with one typing error,
 * with two, not at all.
 */
export const [EXACT, BEGINNING, INSIDE, ONE_EDIT, TWO_EDITS, ABSENT] = [0, 1, 2, 3, 4, 5] as const;

/** The levels at which a term can be found. */
export const LEVELS = [EXACT, BEGINNING, INSIDE, ONE_EDIT, TWO_EDITS] as const;

/** Relevance is a whole number from 0 to this. */
export const HIGHEST = 1023;

/** How sure each level makes us that the term is what was meant. */
const CERTAINTY = [1, 0.8, 0.3, 0.2, 0.1] as const;

/** What a term in the name weighs beside one in the description. */
export const NAME = 3;

/** What being the whole name adds, beside all terms in the description. */
export const WHOLE_NAME = 2;

/**
 * A word that so few listings have is what they are looked for by. They come first: that costs the names that are like
 * it two places at most.
 */
const DISTINCTIVE = 2;

/** What is left of the weight of a word that does not say what is looked for. */
const FUNCTION_WORD = 0.1;

/** When no listing has every term, an answer has at least this part of what the best of them has, */
const NEAR_MOST = 0.5;

/** and at least this part of what is asked. */
const LEAST = 0.2;

/**
 * Whether a term is so rare, as a word or the beginning of one, that it may be misspelt. Typing errors are looked for in
 * such terms only, since for others every neighbouring word would be a wrong answer; and a second error only where no
 * listing has the term with one.
 * @param having how many listings have the term
 * @param size how many listings there are
 */
export function isRare(having: number, size: number): boolean {
  return having < Math.max(1, size / 1000);
}

/** What the terms of a question weigh in one registry. */
export interface TermWeights {
  /** For each term and level, `ABSENT` included, what it is worth to have the term so. Whole numbers, so that sums are exact. */
  readonly worths: readonly (readonly number[])[];
  /** What a listing can have at most. */
  readonly best: number;
  /** What it is worth to have all terms as they are written. */
  readonly asked: number;
}

/**
 * Weighs terms: the fewer listings have one, the more it says.
 * @param having for each term and level, how many listings have the term at that level or a better one
 * @param size how many listings there are
 */
export function computeTermWeights(
  terms: readonly Term[],
  having: readonly (readonly number[])[],
  size: number,
): TermWeights {
  const worths = terms.map(({ text }, i) => {
    const share = STOP_WORDS.has(text) ? FUNCTION_WORD : 1;
    const exact = having[i]?.[EXACT] ?? 0;
    const unlike = exact > 0 && exact <= DISTINCTIVE ? NAME + 1 + WHOLE_NAME : 1;
    const worthAt = (level: (typeof LEVELS)[number]) => {
      const certainty = level === EXACT ? 1 : CERTAINTY[level] / unlike;
      return Math.round(64 * share * certainty * information(having[i]?.[level] ?? 0, size));
    };
    return [...LEVELS.map(worthAt), 0];
  });
  const asked = worths.reduce((sum, [exact = 0]) => sum + exact, 0);
  return { worths, asked, best: asked * (NAME + 1 + WHOLE_NAME) };
}

/** What it tells, in bits or thereabouts, that a listing is one of `having` among `size`. */
function information(having: number, size: number): number {
  return Math.log2(1 + size / Math.max(1, having));
}

/** The levels at which a listing has each term of a question. */
export interface TermMatches {
  readonly name: ArrayLike<number>;
  readonly description: ArrayLike<number>;
}

/**
 * How well a listing answers a question.
 * @param nameLength how many words its name has
 * @returns a whole number from 0 to `HIGHEST`
 */
export function computeRelevance(
  { worths, best }: TermWeights,
  { name, description }: TermMatches,
  nameLength: number,
): number {
  let worth = 0;
  let named = 0;
  let namedWorth = 0;
  for (let term = 0; term < worths.length; term++) {
    const inName = worths[term]?.[name[term] ?? ABSENT] ?? 0;
    const inDescription = worths[term]?.[description[term] ?? ABSENT] ?? 0;
    worth += NAME * inName + inDescription;
    namedWorth += inName;
    named += Number(inName > 0);
  }
  const wholeName = (WHOLE_NAME * namedWorth * Math.min(named, nameLength)) / Math.max(1, nameLength);
  return best === 0 ? 0 : Math.floor((HIGHEST * (worth + wholeName)) / best);
}

/** How much of what is asked a listing has, wherever it has it. */
export function computeInformation({ worths }: TermWeights, { name, description }: TermMatches): number {
  let worth = 0;
  for (let term = 0; term < worths.length; term++) {
    worth += worths[term]?.[Math.min(name[term] ?? ABSENT, description[term] ?? ABSENT)] ?? 0;
  }
  return worth;
}

/** How much a listing must have to be an answer when none has every term, and the most that one has is `most`. */
export function enough({ asked }: TermWeights, most: number): number {
  return Math.max(most * NEAR_MOST, asked * LEAST);
}
