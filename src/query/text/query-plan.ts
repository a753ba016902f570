import { toLiteral } from './concept.ts';
import { mayExclude, splitExclusions } from './exclusions.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import { type PlannedNeed, planNeed } from './plan-need.ts';
import { findSimilarTo } from './similar-to.ts';
import { normalizeText, words } from './words/normalize-text.ts';

/** A query that is prepared for search. */
export interface QueryPlan extends PlannedNeed {
  /** The words of each name that a listing must not have. */
  readonly excluded: readonly (readonly string[])[];
  /** The corrections that the concepts contain. Undefined if nothing has compared the words with those of a registry. */
  readonly corrections?: Corrections;
  /** The words of a name, if the query only asks for listings like the one with this name. */
  readonly similarTo?: readonly string[];
  /** Whether the need is the description of a listing. Listings with only a part of it are similar. */
  readonly isSimilar?: boolean;
}

/** For each misspelled word, in its canonical spelling, its correction. */
export type Corrections = ReadonlyMap<string, Correction>;

/** The correction of a misspelled word. */
export interface Correction {
  readonly word: string;
  /** Whether it is the only possible one, so that it identifies a name. */
  readonly isCertain: boolean;
  /** Whether no other word is as frequent, so that it replaces the misspelled word. Otherwise, all of them match. */
  readonly isLikely: boolean;
}

/** Prepares a query: finds its concepts, without stop words and what it excludes. */
export function planQuery(q: string): QueryPlan {
  const normalized = normalizeText(q);
  const expander = getTermExpander();
  const tokens = words(normalized).map(expander.canonicalSpelling);
  const similarTo = findSimilarTo(tokens);
  const split = mayExclude(q, tokens)
    ? splitExclusions(q, own => expander.detectLanguage(own, expander.expand(own)))
    : undefined;
  if (split === undefined) return { ...planNeed(q, normalized, tokens), excluded: [], ...(similarTo && { similarTo }) };
  const plan = planText(split.need);
  // A name is compared with all words, because it may have those that otherwise exclude something.
  const excluded = split.excluded.map(name => name.map(expander.canonicalSpelling));
  return { ...plan, words: tokens, excluded, ...(similarTo && { similarTo }) };
}

/**
 * Prepares a query again with corrected words, so that they have the synonyms, the terms, and the meaning of a word that was
 * spelled right.
 */
export function correctPlan(plan: QueryPlan, corrections: Corrections): QueryPlan {
  if (corrections.size === 0) return { ...plan, corrections };
  const { canonicalSpelling } = getTermExpander();
  const need = plan.need.replace(/[\p{L}\p{N}\p{M}]+/gu, word => {
    const correction = corrections.get(canonicalSpelling(normalizeText(word)));
    if (correction?.isLikely !== true) return word;
    // A capital makes it a proper name, which the listings may lack.
    return /^\p{Lu}/u.test(word) ? correction.word.replace(/^./u, first => first.toUpperCase()) : correction.word;
  });
  const planned = planText(need);
  // Only stop words would be matched literally.
  const { concepts, isForeign } = planned.isLiteral ? plan : planned;
  const typosOf = Map.groupBy(
    [...corrections].flatMap(([typo, { word: corrected }]) => words(corrected).map(word => ({ typo, word }))),
    ({ word }) => word,
  );
  return {
    ...plan,
    concepts: concepts.map(concept => {
      const typos = concept.words.flatMap(
        word => typosOf.get(word)?.[0]?.typo ?? (corrections.has(word) ? [word] : []),
      );
      return typos.length === 0 ? concept : { ...concept, key: `${concept.key}~${typos.join(' ')}`, typos };
    }),
    isForeign,
    words: plan.words.map(word => {
      const correction = corrections.get(word);
      return correction?.isCertain === true ? correction.word : word;
    }),
    corrections,
  };
}

/** Prepares a query for listings with all of its words, stop words among them, in the form that they have in the query. */
export function planLiteral(plan: QueryPlan): QueryPlan {
  return {
    ...plan,
    concepts: [...new Set(plan.words)].map(toLiteral),
    isLiteral: true,
    isForeign: false,
    excluded: [],
  };
}

/** Prepares a query that excludes nothing. */
export function planText(q: string): QueryPlan {
  return { ...planNeed(q, normalizeText(q), toTokens(q)), excluded: [] };
}

/** Returns the words of a text in their canonical spelling. */
export function toTokens(text: string): readonly string[] {
  return words(normalizeText(text)).map(getTermExpander().canonicalSpelling);
}
