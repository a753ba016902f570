import { type Concept, DETAIL_WEIGHT, PLAIN, toAlternatives, toLiteral } from './concept.ts';
import { namesTwoCurrencies, type RecognizedTerm, recognizeTerms } from './meaning/recognize-terms.ts';
import { getTermExpander } from './meaning/registry-vocabulary.ts';
import type { Expansion, TermExpander } from './meaning/term-expander.ts';
import type { Language } from './meaning/vocabulary.ts';
import type { TermEntry } from './meaning/vocabulary-term.ts';
import { findSymbols } from './terms.ts';
import { normalizeText, words } from './words/normalize-text.ts';
import { CONDITION_WORDS, REQUEST_WORDS, STOP_WORDS } from './words/stop-words.ts';

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

/** The concepts of a need, and how to match them. */
export interface PlannedNeed {
  readonly concepts: readonly Concept[];
  /** All words in their canonical spelling. */
  readonly words: readonly string[];
  /** Whether the query has only stop words or symbols, so that a match needs all of them. */
  readonly isLiteral: boolean;
  /** Whether the words are of another language than English, so that only their alternatives have vectors. */
  readonly isForeign: boolean;
  /** The text that the concepts were found in. */
  readonly need: string;
}

/** Facts about the words of a need, from which its concepts are created. */
interface NeedContext {
  readonly expander: TermExpander;
  readonly language: Language | undefined;
  readonly tokens: readonly string[];
  readonly reading: Reading;
  readonly isStopWord: (token: string) => boolean;
  /** The places of numbers, places, and other details among the tokens, and those of well-known products. */
  readonly details: ReadonlySet<number>;
  readonly products: ReadonlySet<number>;
  /** The places of the words of quoted texts. */
  readonly quoted: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
}

/**
 * Finds the concepts of a need that excludes nothing.
 * @param normalized its normalized text
 * @param tokens the words of this text in their canonical spelling
 */
export function planNeed(need: string, normalized: string, tokens: readonly string[]): PlannedNeed {
  const expander = getTermExpander();
  const literal = expander.expand(tokens);
  const detected = expander.detectLanguage(tokens, literal);
  // A query of nothing but foreign stop words, such as `con` or `ser`, is more likely the start of an English word.
  const language = tokens.every(createStopWordTest(expander, detected)) ? undefined : detected;
  const isStopWord = createStopWordTest(expander, language);
  if (tokens.every(isStopWord)) {
    const literals = tokens.length > 0 ? [...new Set(tokens)] : findSymbols(normalized);
    return { concepts: literals.map(toLiteral), words: tokens, isLiteral: true, isForeign: false, need };
  }
  const recognized = recognizeTerms(normalized);
  const concepts = findConcepts({
    expander,
    language,
    tokens,
    reading: chooseReading(tokens, literal, { expander, language, isStopWord }),
    isStopWord,
    details: findPlaces(recognized.filter(({ kind }) => kind !== 'product')),
    products: findPlaces(recognized.filter(({ kind }) => kind === 'product')),
    quoted: findQuotedPlaces(normalized),
    names: language === undefined ? findProperNames(need) : NO_NAMES,
  });
  if (namesTwoCurrencies(recognized)) {
    const alternatives = toAlternatives(expander.alternativesOf(CONVERSION), expander);
    concepts.set(CONVERSION, { ...PLAIN, key: `${CONVERSION}!`, alternatives });
  }
  return {
    concepts: markOnly(promoteDetails([...concepts.values()].slice(0, MAX_CONCEPTS))),
    words: tokens,
    isLiteral: false,
    isForeign: language !== undefined,
    need,
  };
}

/** Returns the concepts by their words and groups, so that each counts once. */
function findConcepts(context: NeedContext): Map<string, Concept> {
  const { expander, language, tokens, isStopWord } = context;
  const { read, places, expansions } = context.reading;
  const concepts = new Map<string, Concept>();
  let isQualifier = false;
  for (const { start, span, expansion: listed } of splitQuery(read, expansions)) {
    const joined = listed === undefined && language === undefined ? expander.expandJoined(span[0] ?? '') : undefined;
    const expansion = listed ?? joined;
    const own = span.filter(token => !isStopWord(token));
    const isOwnTerm = language === undefined || expansion?.languages.includes(language) === true || span.length > 1;
    if (own.length === 0 && (expansion === undefined || !isOwnTerm)) continue;
    const place = places[start] ?? start;
    const isFirst = concepts.size === 0;
    isQualifier ||= !isFirst && language === undefined && followsPreposition(tokens, place);
    const isLast = start + span.length === read.length;
    const id = [...span, ...(expansion?.groups ?? [])].join(' ');
    concepts.set(id, {
      ...PLAIN,
      key: isLast ? `${id}…` : id,
      ...classify({ span, expansion, isJoined: joined !== undefined, place, isFirst, isLast }, context),
      isQualifier,
      words: [...new Set(own.length > 0 ? own : span)],
      ...(span.length > 1 && { phrase: expander.keyOfPhrase(span) }),
      alternatives: toAlternatives(expansion?.alternatives ?? [], expander),
      isLast,
    });
  }
  return concepts;
}

/** A part of a need, and where it is. */
interface NeedPart {
  readonly span: readonly string[];
  readonly expansion: TermEntry | undefined;
  /** Whether its word is two words of the vocabulary without the space between them. */
  readonly isJoined: boolean;
  readonly place: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Returns what kind of concept a part of a need is. */
function classify(
  { span, expansion, isJoined, place, isFirst, isLast }: NeedPart,
  { tokens, details, products, quoted, names }: NeedContext,
): Pick<Concept, 'weight' | 'isDetail' | 'isName' | 'isProduct' | 'isOpen'> {
  const [word = ''] = span;
  const isWord = span.length === 1;
  const isShort = word.length < MIN_PREFIX_LENGTH;
  // A short last word may be the start of another, which the user has not typed yet.
  const isIncomplete = isWord && isShort && isLast && !isFirst;
  const isDetail =
    isCondition(span, expansion) ||
    quoted.has(place) ||
    isUse(tokens, place) ||
    (expansion === undefined && (details.has(place) || isIncomplete));
  const isProduct = expansion === undefined && products.has(place);
  return {
    weight: isDetail ? DETAIL_WEIGHT : 1,
    isDetail,
    isName: expansion === undefined && !isProduct && isWord && names.has(word),
    isProduct,
    isOpen: isWord && !isShort && !isJoined && !isProduct,
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

/** Whether words are a condition, such as `json` or `self hosted`, and not the thing that is needed. */
function isCondition(span: readonly string[], expansion: TermEntry | undefined): boolean {
  // An abbreviation, or a word with several spellings, has an expansion without a group.
  const groups = expansion?.groups ?? [];
  if (groups.length > 0) return groups.some(group => CONDITION_GROUPS.has(group));
  const [word = ''] = span;
  return span.length === 1 && (REQUEST_WORDS.has(word) || CONDITION_WORDS.has(word));
}

/** Shorter quotes are rather names or terms. */
const MIN_QUOTED_WORDS = 4;

/** Returns the places of the words of quoted texts, which are the input of the API, as in `translate "…"`. */
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

/** The products in which developers use an API, as in `captcha for my website`. */
const USES: ReadonlySet<string> = new Set(
  'app application blog bot business company dashboard game project script shop site startup store website'.split(' '),
);
const USE_PREPOSITIONS: ReadonlySet<string> = new Set(['for', 'in', 'into', 'on']);
const OWNERS: ReadonlySet<string> = new Set(['my', 'our']);

/** Whether a word only names the product in which an API is used. */
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
