import { mayExclude, splitExclusions } from './exclusions.ts';
import { namesTwoCurrencies, type RecognizedTerm, recognizeTerms } from './meaning/recognize-terms.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import type { Expansion, TermExpander } from './meaning/term-expander.ts';
import type { Language } from './meaning/vocabulary.ts';
import type { Alternative, TermEntry } from './meaning/vocabulary-term.ts';
import { findSimilarTo } from './similar-to.ts';
import { findSymbols } from './terms.ts';
import { normalizeText, words } from './words/normalize-text.ts';
import { CONDITION_WORDS, REQUEST_WORDS, STOP_WORDS } from './words/stop-words.ts';

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

/** A query that is prepared for search. */
export interface QueryPlan {
  readonly concepts: readonly Concept[];
  /** All words in their canonical spelling. */
  readonly words: readonly string[];
  /** Whether the query has only stop words or symbols, so that a match needs all of them. */
  readonly isLiteral: boolean;
  /** Whether the words are of another language than English, so that only their alternatives have vectors. */
  readonly isForeign: boolean;
  /** The words of each name that a listing must not have. */
  readonly excluded: readonly (readonly string[])[];
  /** The text that the concepts were found in. */
  readonly need: string;
  /** The corrections that the concepts contain. Undefined if nothing has compared the words with those of a registry. */
  readonly corrections?: Corrections;
  /** The words of a name, if the query only asks for listings like the one with this name. */
  readonly similarTo?: readonly string[];
  /** Whether the need is the description of a listing, of which similar listings have only a part. */
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

/** How much a detail counts, relative to a need, and how much of a qualifier a listing must have. */
export const DETAIL_WEIGHT = 0.4;

/** A shorter word is the start of too many others. */
const MIN_PREFIX_LENGTH = 3;

/** A query of 200 code points has fewer concepts; the ranking sums their weights in 24 bits. */
const MAX_CONCEPTS = 100;

/** Common words of English have up to three letters in other languages, too, where they mean something else. */
const MAX_SHARED_STOP_WORD = 3;

/** The group of the vocabulary for a query that names two currencies. */
const CONVERSION = 'exchange-rate';

/**
 * The groups of the vocabulary for conditions of a need, such as its price or its license. A listing that does not mention
 * them may still serve the need.
 */
export const CONDITION_GROUPS: ReadonlySet<string> = new Set(
  'ai-agent compliance free graphql mobile-app open-source rate-limit real-time rest-api self-hosted'.split(' '),
);

/** Prepares a query: finds its concepts, without stop words and what it excludes. */
export function planQuery(q: string): QueryPlan {
  const normalized = normalizeText(q);
  const expander = getTermExpander();
  const tokens = words(normalized).map(expander.canonicalSpelling);
  const similarTo = findSimilarTo(tokens);
  const split = mayExclude(q, tokens)
    ? splitExclusions(q, own => expander.detectLanguage(own, expander.expand(own)))
    : undefined;
  if (split === undefined) return { ...planNeed(q, normalized, tokens), ...(similarTo && { similarTo }) };
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
  return planNeed(q, normalizeText(q), toTokens(q));
}

/** Returns the words of a text in their canonical spelling. */
export function toTokens(text: string): readonly string[] {
  return words(normalizeText(text)).map(getTermExpander().canonicalSpelling);
}

/**
 * Like `planText`, for a text that is already split into words.
 * @param normalized its normalized text
 * @param tokens the words of this text in their canonical spelling
 */
function planNeed(q: string, normalized: string, tokens: readonly string[]): QueryPlan {
  const expander = getTermExpander();
  const literal = expander.expand(tokens);
  const detected = expander.detectLanguage(tokens, literal);
  // Only stop words of another language are rather the starts of words, such as `con` or `ser`.
  const language = tokens.every(createStopWordTest(expander, detected)) ? undefined : detected;
  const isStopWord = createStopWordTest(expander, language);
  if (tokens.every(isStopWord)) {
    const literals = tokens.length > 0 ? [...new Set(tokens)] : findSymbols(normalized);
    return {
      concepts: literals.map(toLiteral),
      words: tokens,
      isLiteral: true,
      isForeign: false,
      excluded: [],
      need: q,
    };
  }
  const recognized = recognizeTerms(normalized);
  const details = findPlaces(recognized.filter(({ kind }) => kind !== 'product'));
  const products = findPlaces(recognized.filter(({ kind }) => kind === 'product'));
  const names = language === undefined ? findProperNames(q) : NO_NAMES;
  const quoted = findQuotedPlaces(normalized);
  const concepts = new Map<string, Concept>();
  let isQualifier = false;
  const { read, places, expansions } = chooseReading(tokens, literal, { expander, language, isStopWord });
  for (const { start, span, expansion: listed } of splitQuery(read, expansions)) {
    const joined = listed === undefined && language === undefined ? expander.expandJoined(span[0] ?? '') : undefined;
    const expansion = listed ?? joined;
    const own = span.filter(token => !isStopWord(token));
    const isOwnTerm = language === undefined || expansion?.languages.includes(language) === true || span.length > 1;
    if (own.length === 0 && (expansion === undefined || !isOwnTerm)) continue;
    const isLast = start + span.length === read.length;
    const [word = ''] = span;
    const isShort = word.length < MIN_PREFIX_LENGTH;
    isQualifier ||= concepts.size > 0 && language === undefined && followsPreposition(tokens, places[start] ?? start);
    // A short last word may be the start of another, which the user has not typed yet.
    const isIncomplete = span.length === 1 && isShort && isLast && concepts.size > 0;
    const place = places[start] ?? start;
    const isDetail =
      isCondition(span, expansion) ||
      quoted.has(place) ||
      isUse(tokens, place) ||
      (expansion === undefined && (details.has(place) || isIncomplete));
    const isProduct = expansion === undefined && products.has(places[start] ?? start);
    const id = [...span, ...(expansion?.groups ?? [])].join(' ');
    const concept: Concept = {
      key: isLast ? `${id}…` : id,
      weight: isDetail ? DETAIL_WEIGHT : 1,
      isDetail,
      isName: expansion === undefined && !isProduct && span.length === 1 && names.has(word),
      isQualifier,
      isProduct,
      words: [...new Set(own.length > 0 ? own : span)],
      ...(span.length > 1 && { phrase: expander.keyOfPhrase(span) }),
      alternatives: (expansion?.alternatives ?? []).map(each => toConceptAlternative(each, expander)),
      isLiteral: false,
      isOpen: span.length === 1 && !isShort && joined === undefined && !isProduct,
      isLast,
      isOnly: false,
    };
    concepts.set(id, concept);
  }
  if (namesTwoCurrencies(recognized)) {
    const alternatives = expander.alternativesOf(CONVERSION).map(each => toConceptAlternative(each, expander));
    concepts.set(CONVERSION, {
      key: `${CONVERSION}!`,
      weight: 1,
      isDetail: false,
      isName: false,
      isQualifier: false,
      isProduct: false,
      words: [],
      alternatives,
      isLiteral: false,
      isOpen: false,
      isLast: false,
      isOnly: false,
    });
  }
  return {
    concepts: markOnly(promoteDetails([...concepts.values()].slice(0, MAX_CONCEPTS))),
    words: tokens,
    isLiteral: false,
    isForeign: language !== undefined,
    excluded: [],
    need: q,
  };
}

/** The indexes of the words of recognized terms. */
function findPlaces(terms: readonly RecognizedTerm[]): ReadonlySet<number> {
  return new Set(terms.flatMap(({ start, length }) => Array.from({ length }, (_, i) => start + i)));
}

/** The words before the topic or a property of a thing, such as `definition of serendipity`. */
const PREPOSITIONS: ReadonlySet<string> = new Set('about as by called for like mentioning named of with'.split(' '));

/** Whether a preposition comes before a word, directly or with one stop word such as an article between them. */
function followsPreposition(tokens: readonly string[], start: number): boolean {
  const before = tokens[start - 1] ?? '';
  return PREPOSITIONS.has(before) || (STOP_WORDS.has(before) && PREPOSITIONS.has(tokens[start - 2] ?? ''));
}

/** Whether words say how something is needed, as `json` and `self hosted` do, rather than what. */
function isCondition(span: readonly string[], expansion: TermEntry | undefined): boolean {
  // An abbreviation, or a word with several spellings, has an expansion without a group.
  const groups = expansion?.groups ?? [];
  if (groups.length > 0) return groups.some(group => CONDITION_GROUPS.has(group));
  const [word = ''] = span;
  return span.length === 1 && (REQUEST_WORDS.has(word) || CONDITION_WORDS.has(word));
}

/** Shorter quotes are rather names or terms. */
const MIN_QUOTED_WORDS = 4;

/** The places of the words of quoted texts, which are the input of what is needed, as in `translate "…"`. */
function findQuotedPlaces(normalized: string): ReadonlySet<number> {
  const places = new Set<number>();
  const parts = normalized.split(/["“”]/u);
  if (parts.length < 3) return places;
  let start = 0;
  for (const [i, part] of parts.entries()) {
    const { length } = words(part);
    // The parts with an odd index are between two quotation marks, except one after an unmatched mark.
    const isQuoted = i % 2 === 1 && i < parts.length - 1 && length >= MIN_QUOTED_WORDS;
    for (let at = start; isQuoted && at < start + length; at++) places.add(at);
    start += length;
  }
  return places;
}

/** Where people use what they need, as in `captcha for my website`. */
const USES: ReadonlySet<string> = new Set(
  'app application blog bot business company dashboard game project script shop site startup store website'.split(' '),
);
const USE_PREPOSITIONS: ReadonlySet<string> = new Set(['for', 'in', 'into', 'on']);
const OWNERS: ReadonlySet<string> = new Set(['my', 'our']);

/** Whether a word only says where something is used. */
function isUse(tokens: readonly string[], place: number): boolean {
  return (
    USES.has(tokens[place] ?? '') &&
    OWNERS.has(tokens[place - 1] ?? '') &&
    USE_PREPOSITIONS.has(tokens[place - 2] ?? '')
  );
}

/** The tokens of a query in which terms are looked up, with their places among all tokens. */
interface Reading {
  readonly read: readonly string[];
  readonly places: readonly number[];
  readonly expansions: readonly Expansion[];
}

/**
 * Reads a query without its stop words if that finds more terms of several words, whose articles differ from those of the
 * vocabulary.
 */
function chooseReading(
  tokens: readonly string[],
  literal: readonly Expansion[],
  {
    expander,
    language,
    isStopWord,
  }: {
    readonly expander: TermExpander;
    readonly language: Language | undefined;
    readonly isStopWord: (token: string) => boolean;
  },
): Reading {
  const all = { read: tokens, places: [...tokens.keys()], expansions: literal };
  if (language === 'ja') return all;
  const places = all.places.filter(place => !isStopWord(tokens[place] ?? ''));
  const read = places.map(place => tokens[place] ?? '');
  const expansions = expander.expand(read);
  const countCovered = (reading: readonly string[], found: readonly Expansion[]) =>
    found.reduce(
      (total, { start, length }) =>
        length > 1 ? total + reading.slice(start, start + length).filter(token => !isStopWord(token)).length : total,
      0,
    );
  return countCovered(read, expansions) > countCovered(tokens, literal) ? { read, places, expansions } : all;
}

/** If a query has only details, they are the need. */
function promoteDetails(concepts: readonly Concept[]): readonly Concept[] {
  if (concepts.some(({ isDetail }) => !isDetail)) return concepts;
  return concepts.map(concept => ({ ...concept, weight: 1, isDetail: false }));
}

function markOnly(concepts: readonly Concept[]): readonly Concept[] {
  const [only, ...others] = concepts;
  return only === undefined || others.length > 0 ? concepts : [{ ...only, key: `${only.key}.`, isOnly: true }];
}

/** A word of a query, or several that are one term of the vocabulary. A Japanese word may contain several terms. */
interface QuerySpan {
  readonly start: number;
  readonly span: readonly string[];
  readonly expansion?: Expansion;
}

function* splitQuery(tokens: readonly string[], expansions: readonly Expansion[]): Generator<QuerySpan> {
  const byStart = Map.groupBy(expansions, ({ start }) => start);
  for (let start = 0; start < tokens.length; ) {
    const found = byStart.get(start) ?? [];
    const length = found[0]?.length ?? 1;
    const span = tokens.slice(start, start + length);
    if (found.length === 0) yield { start, span };
    for (const expansion of found) yield { start, span, expansion };
    start += length;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Returns the normalized words with a capital inside a query that is mostly written in lowercase. */
function findProperNames(q: string): ReadonlySet<string> {
  const [, ...others] = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  const names = others.filter(word => /^\p{Lu}/u.test(word));
  return 2 * names.length > others.length ? NO_NAMES : new Set(names.map(normalizeText));
}

function createStopWordTest(expander: TermExpander, language: Language | undefined): (token: string) => boolean {
  if (language === undefined || language === 'ja') return token => STOP_WORDS.has(token);
  return token =>
    expander.isStopWord(token, language) || (token.length <= MAX_SHARED_STOP_WORD && STOP_WORDS.has(token));
}

function toConceptAlternative({ tokens, weight }: Alternative, expander: TermExpander): ConceptAlternative {
  const isPhrase = tokens.length > 1;
  return { term: isPhrase ? expander.keyOfPhrase(tokens) : (tokens[0] ?? ''), isPhrase, weight };
}

function toLiteral(word: string): Concept {
  return {
    key: `"${word}"`,
    weight: 1,
    isDetail: false,
    isName: false,
    isQualifier: false,
    isProduct: false,
    words: [word],
    alternatives: [],
    isLiteral: true,
    isOpen: false,
    isLast: false,
    isOnly: false,
  };
}
