import type { Language } from './meaning/vocabulary.ts';
import { normalizeText } from './words/normalize-text.ts';
import { REQUEST_WORDS, STOP_WORDS } from './words/stop-words.ts';

/** A query, split into the need and what it excludes. */
export interface SplitQuery {
  /** The query without the parts that exclude something. */
  readonly need: string;
  /** The words of each excluded name. */
  readonly excluded: readonly (readonly string[])[];
}

/**
 * Whether a query may exclude something. Most have none of these words, so that they are not read any further.
 * @param words of the query, normalized
 */
export function mayExclude(q: string, words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at++) if (STARTS.has(words[at] ?? '')) return true;
  return q.includes('-') && /(?:^|\s)-\p{L}/u.test(q);
}

/**
 * Splits a query such as `maps without google` into the need and the excluded names. The excluded words find nothing, and
 * listings with an excluded name come last. Conditions of access, such as `no signup`, are neither a topic nor a name:
 * few listings mention them, and filters test them. Only keys stay in the need, because listings mention them.
 *
 * After a marker, it reads only one word, and one after each `or`, because the next word often belongs to the need again:
 * `directions without google maps`.
 * @param detectLanguage returns the language of normalized words; undefined for English
 * @returns undefined if the query excludes nothing, or nothing else remains
 */
export function splitExclusions(
  q: string,
  detectLanguage: (words: readonly string[]) => Language | undefined,
): SplitQuery | undefined {
  const tokens = tokenize(q);
  const language = detectLanguage(tokens.map(({ word }) => word));
  const found = findExclusions(tokens, language);
  if (found.length === 0) return undefined;
  const isDropped = (_: Token, at: number) => found.some(({ start, end }) => start <= at && at < end);
  const kept = tokens.filter((token, at) => !isDropped(token, at));
  const excluded = found.flatMap(({ names }) => names);
  if (kept.some(({ word }) => isContent(word))) return { need: join(kept), excluded };
  // In a query such as `stripe alternative`, only the excluded name describes the need.
  if (found.some(({ isAlternative }) => isAlternative)) return { need: excluded.flat().join(' '), excluded };
  return undefined;
}

/** A word of a query. */
interface Token {
  /** As the query writes it. */
  readonly text: string;
  /** Normalized. */
  readonly word: string;
  /** The text between the previous word and this one. */
  readonly before: string;
  readonly isQuoted: boolean;
}

function tokenize(q: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let isQuoted = false;
  for (const { 0: text, index } of q.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const before = q.slice(end, index);
    for (const _ of before.matchAll(/["“”„«»]/gu)) isQuoted = !isQuoted;
    tokens.push({ text, word: normalizeText(text), before, isQuoted });
    end = index + text.length;
  }
  return tokens;
}

function join(tokens: readonly Token[]): string {
  return tokens.map(({ before, text }) => `${before}${text}`).join('');
}

/** Consecutive words that exclude something. */
interface Exclusion {
  readonly start: number;
  /** The word after the last one. */
  readonly end: number;
  /** The words of each excluded name; empty for a condition of access. */
  readonly names: readonly (readonly string[])[];
  /** Whether other listings like the excluded one are the need. */
  readonly isAlternative?: boolean;
}

function findExclusions(tokens: readonly Token[], language: Language | undefined): Exclusion[] {
  const found: Exclusion[] = [];
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    const exclusion = at < end || tokens[at]?.isQuoted ? undefined : findExclusion(tokens, at, language);
    if (exclusion === undefined || exclusion.start < end) continue;
    found.push(exclusion);
    end = exclusion.end;
  }
  return found;
}

/** The words that exclude what follows them. */
interface Marker {
  readonly start: number;
  /** The word after the last one. */
  readonly end: number;
  /** Whether it excludes only conditions of access. */
  readonly isWeak?: boolean;
  readonly isAlternative?: boolean;
}

/** The operator of search engines, as in `maps -google`. A hyphen inside a word does not count. */
const OPERATOR = /\s-$/u;

function findExclusion(tokens: readonly Token[], at: number, language: Language | undefined): Exclusion | undefined {
  const { word, before } = tokens[at] as Token;
  if (OPERATOR.test(at === 0 ? ` ${before}` : before) && /^\p{L}/u.test(word))
    return readExclusion(tokens, { start: at, end: at });
  if (language !== undefined) {
    return FOREIGN_MARKERS[language].has(word) ? readExclusion(tokens, { start: at, end: at + 1 }) : undefined;
  }
  const marker = findMarker(tokens, at);
  return marker === undefined ? findAlternative(tokens, at) : readExclusion(tokens, marker);
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const FOREIGN_MARKERS: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: list('ausser kein keine keinen nicht ohne statt'),
  es: list('excepto salvo sin'),
  fr: list('sans sauf'),
  pt: list('exceto sem'),
  ja: new Set(),
};

const SIMPLE_MARKERS = list('besides except excluding unlike');

/** The markers of two words, by their last word. */
const PAIRED_MARKERS: Readonly<Record<string, ReadonlySet<string>>> = {
  than: list('other rather'),
  from: list('apart aside'),
  but: list('any anyone anything everything'),
  of: list('instead'),
  to: list('alternative alternatives'),
  for: list('alternative alternatives replacement'),
};

/** In names and expressions with these words, `no` excludes nothing: `no code`, `no reply`. */
const AFTER_NO = list(
  `brainer code coder coding doubt fly good idea ip less longer man matter more name one op ops other problem reply show
  shows sql such way`,
);

/** After these words, `no` describes a problem, as in `there are no images`. */
const LACKS = list('are got had has have is s there was were');

/** Returns the English marker that ends at a place. */
function findMarker(tokens: readonly Token[], at: number): Marker | undefined {
  const word = wordAt(tokens, at);
  const last = wordAt(tokens, at - 1);
  if (SIMPLE_MARKERS.has(word)) return { start: at, end: at + 1 };
  // `With and without spaces` excludes nothing.
  if (word === 'without') return last === 'and' || last === 'or' ? undefined : { start: at, end: at + 1 };
  if (word === 'no') {
    if (AFTER_NO.has(wordAt(tokens, at + 1))) return undefined;
    return { start: at, end: at + 1, isWeak: isJoined(tokens, at + 1) || LACKS.has(last) };
  }
  if (Object.hasOwn(PAIRED_MARKERS, word)) {
    if (PAIRED_MARKERS[word]?.has(last) !== true) return undefined;
    return { start: at - 1, end: at + 1, isAlternative: word === 'to' || word === 'for' };
  }
  return findNegation(tokens, at);
}

/** After these, `not` negates a verb, and what follows is a part of the need: `my site is not loading`. */
const AUXILIARIES = list(
  `ain am are aren be been can cannot could couldn did didn do does doesn don had hadn has hasn have haven is isn might must
  mustn should shouldn was wasn were weren will won would wouldn`,
);
const CONTRACTIONS = list('arent doesnt dont isnt');

/** The objects of these verbs are excluded, if the verb is negated. */
const USES = list(
  `depend depends include includes involve involves like need needing needs rely relies require requires requiring use uses
  using want wanting wants`,
);
const COPULAS = list('are aren arent is isn isnt');
const RELATIVES = list('that which who');

/** Returns the marker that ends with `not`, or with a verb after `not`. Undefined if only a verb is negated. */
function findNegation(tokens: readonly Token[], at: number): Marker | undefined {
  const word = wordAt(tokens, at);
  const isContraction = CONTRACTIONS.has(word);
  const auxiliary = isContraction ? at : at - 1;
  const verb = wordAt(tokens, auxiliary);
  const isShort = word === 't' && /^['’]$/u.test(tokens[at]?.before ?? '') && AUXILIARIES.has(verb);
  if (word !== 'not' && !isContraction && !isShort) return undefined;
  if (!isContraction && !AUXILIARIES.has(verb)) {
    return isJoined(tokens, at) || isJoined(tokens, at + 1) ? undefined : { start: at, end: at + 1 };
  }
  if (USES.has(wordAt(tokens, at + 1))) return { start: auxiliary, end: at + 2 };
  const isRelative = COPULAS.has(verb) && RELATIVES.has(wordAt(tokens, auxiliary - 1));
  return isRelative ? { start: auxiliary, end: at + 1 } : undefined;
}

/** Finds an exclusion such as `stripe alternative`. */
function findAlternative(tokens: readonly Token[], at: number): Exclusion | undefined {
  const word = wordAt(tokens, at);
  const last = wordAt(tokens, at - 1);
  if ((word !== 'alternative' && word !== 'alternatives') || !isContent(last)) return undefined;
  // A word before it may be the start of the same name, as in `google maps alternative`, and keeps both in the need.
  const isLongName = isContent(wordAt(tokens, at - 2));
  return { start: isLongName ? at : at - 1, end: at + 1, names: [[last]], isAlternative: true };
}

/** The words without which a query excludes nothing. */
const STARTS: ReadonlySet<string> = new Set([
  ...Object.values(FOREIGN_MARKERS).flatMap(each => [...each]),
  ...SIMPLE_MARKERS,
  ...CONTRACTIONS,
  ...'alternative alternatives apart aside but instead no not rather replacement t than without'.split(' '),
]);

/** The words between a marker and what it excludes. */
const FILLERS = list(
  `a an any be being by create creating entering for from giving have having involving my need needed needing needs of on our
  providing require requires requiring setting that the through to up use using via with your`,
);

/** So many names begin with these words that an exclusion takes the next word, too. */
const NAME_STARTS = list('api free global national new open public united us uk visual world');

/** After a foreign marker, these form a term of the vocabulary. */
const AFTER_FOREIGN = list('fines fins gluten');

/** Reads what a marker excludes. */
function readExclusion(tokens: readonly Token[], marker: Marker): Exclusion | undefined {
  const { start, isWeak, isAlternative = false } = marker;
  let end = marker.end;
  while (FILLERS.has(wordAt(tokens, end))) end++;
  if (isKey(tokens, end)) return undefined;
  const names: string[][] = [];
  for (;;) {
    const conditions = skipConditions(tokens, end);
    if (conditions > end) return { start, end: conditions, names, isAlternative };
    const word = wordAt(tokens, end);
    const next = wordAt(tokens, end + 1);
    if (isWeak || !isContent(word) || AFTER_FOREIGN.has(word)) break;
    names.push(NAME_STARTS.has(word) && isContent(next) ? [word, next] : [word]);
    end += names.at(-1)?.length ?? 1;
    if (!ALTERNATIONS.has(wordAt(tokens, end)) || !isContent(wordAt(tokens, end + 1))) break;
    end++;
  }
  return names.length === 0 ? undefined : { start, end, names, isAlternative };
}

const ALTERNATIONS = list('nor oder or ou');

/** Conditions of access, also in other languages. */
const CONDITIONS = list(
  `account accounts apikey apikeys auth authenticating authentication authorization cost costs credential credentials fee
  fees key keys login logins oauth paywall register registering registration registrations signin signup signups subscribing
  subscription subscriptions token tokens anmeldung anmelden konto kreditkarte registrierung schlussel clave cuenta registro
  registrarse tarjeta cle compte inscription cadastro cartao chave conta`,
);
const CONDITION_PAIRS = list(
  `access-key access-token api-cle api-key api-keys api-schlussel api-token api-tokens credit-card credit-cards debit-card
  log-in logging-in rate-limit rate-limits sign-in sign-up sign-ups signing-in signing-up user-account`,
);
/** Listings that need no key mention it often enough that the word finds them, as in `weather without a key`. */
const KEYS = list('apikey apikeys key keys');

/** Whether a key is at a place, also as `api key`. */
function isKey(tokens: readonly Token[], at: number): boolean {
  return KEYS.has(wordAt(tokens, wordAt(tokens, at) === 'api' ? at + 1 : at));
}

const AFTER_CONDITION = list('all at necessary need needed required requirement requirements');
const CONJUNCTIONS = list('and e et nor o oder or ou und y');

/** Returns the place after the conditions of access at a place, such as `key or login required`. */
function skipConditions(tokens: readonly Token[], start: number): number {
  let end = start;
  for (let at = start, length = countCondition(tokens, at); length > 0; length = countCondition(tokens, at)) {
    end = at + length;
    while (AFTER_CONDITION.has(wordAt(tokens, end))) end++;
    at = CONJUNCTIONS.has(wordAt(tokens, end)) ? end + 1 : end;
  }
  return end;
}

/** Returns the number of words of the condition at a place; 0 without one. */
function countCondition(tokens: readonly Token[], at: number): number {
  if (CONDITION_PAIRS.has(`${wordAt(tokens, at)}-${wordAt(tokens, at + 1)}`)) return 2;
  return Number(CONDITIONS.has(wordAt(tokens, at)));
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '';
}

/** Whether only a hyphen is between a word and the previous one, as in `no-code`. */
function isJoined(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.before === '-';
}

/** Whether a word may be a name or a part of the need. */
function isContent(word: string): boolean {
  return word !== '' && !STOP_WORDS.has(word) && !REQUEST_WORDS.has(word);
}
