import { words } from '../words/normalize-text.ts';
import names from './recognized-names.json' with { type: 'json' };

/**
 * The kinds of names in a need. Most are details that listings rarely mention. Only a listing that mentions a product serves
 * a need for it.
 */
export type RecognizedKind = 'number' | 'amount' | 'currency' | 'date' | 'country' | 'city' | 'language' | 'product';

/** Consecutive words of a query that are a name or a number. */
export interface RecognizedTerm {
  readonly kind: RecognizedKind;
  /** The index of the first word. */
  readonly start: number;
  /** How many words it has. 0 for a currency sign between words. */
  readonly length: number;
  /** The words, joined with spaces; the ISO code for a currency sign. */
  readonly value: string;
}

/**
 * Recognizes numbers, amounts of money, currencies, dates, places, and languages in a query, so that the ranking can
 * give them less weight than the words that name the need, and well-known products.
 * @param q a normalized text. Indexes refer to `words(q)`.
 */
export function recognizeTerms(q: string): readonly RecognizedTerm[] {
  const tokens = words(q);
  const gaps = findGaps(q, tokens);
  const terms: RecognizedTerm[] = [];
  for (let start = 0; start < tokens.length; ) {
    addSign(gaps[start], start);
    const term = findName(tokens, start) ?? findNumber(tokens, gaps, start);
    if (term !== undefined) terms.push(term);
    start += term?.length ?? 1;
  }
  addSign(gaps[tokens.length], tokens.length);
  return markAmounts(terms, tokens);

  function addSign(gap: string | undefined, start: number): void {
    for (const sign of gap ?? '') {
      const value = CURRENCY_SIGNS.get(sign);
      if (value !== undefined) terms.push({ kind: 'currency', start, length: 0, value });
    }
  }
}

/** Whether recognized terms ask for a conversion of currencies: two of them, or an amount and another currency. */
export function namesTwoCurrencies(terms: readonly RecognizedTerm[]): boolean {
  return new Set(terms.filter(({ kind }) => kind === 'currency').map(({ value }) => value)).size > 1;
}

const CURRENCY_SIGNS = new Map([
  ['$', 'usd'],
  ['€', 'eur'],
  ['£', 'gbp'],
  ['¥', 'jpy'],
  ['₹', 'inr'],
  ['₩', 'krw'],
  ['₽', 'rub'],
  ['₺', 'try'],
  ['₿', 'btc'],
]);

const NAMES = new Map<string, RecognizedKind>([
  ...names.currency_codes.map(name => [name, 'currency'] as const),
  ...names.currency_names.map(name => [name, 'currency'] as const),
  ...names.languages.map(name => [name, 'language'] as const),
  ...names.dates.map(name => [name, 'date'] as const),
  ...names.cities.map(name => [name, 'city'] as const),
  ...names.countries.map(name => [name, 'country'] as const),
  ...names.products.map(name => [name, 'product'] as const),
]);

const LONGEST_NAME = Math.max(...[...NAMES.keys()].map(name => name.split(' ').length));
/** The first words of the names, because most words of a query begin no name. */
const FIRST_WORDS = new Set([...NAMES.keys()].map(name => name.split(' ')[0]));
const AMBIGUOUS_CODES = new Set(names.ambiguous_currency_codes);
const AMBIGUOUS_MONTHS = new Set(names.months_with_another_meaning);
const CODES = new Set(names.currency_codes);

/** The longest name that begins with a word. */
function findName(tokens: readonly string[], start: number): RecognizedTerm | undefined {
  const first = tokens[start] ?? '';
  const near = [tokens[start - 1] ?? '', tokens[start + 1] ?? ''];
  if (AMBIGUOUS_MONTHS.has(first)) {
    return near.some(isNumber) ? { kind: 'date', start, length: 1, value: first } : undefined;
  }
  if (!FIRST_WORDS.has(first)) return undefined;
  for (let length = Math.min(LONGEST_NAME, tokens.length - start); length > 0; length--) {
    const value = tokens.slice(start, start + length).join(' ');
    const kind = NAMES.get(value);
    if (kind === undefined) continue;
    if (AMBIGUOUS_CODES.has(value) && !near.some(token => isNumber(token) || CODES.has(token))) return undefined;
    return { kind, start, length, value };
  }
  return undefined;
}

/** A number with its decimals, or with the other numbers of a date or time. */
function findNumber(tokens: readonly string[], gaps: readonly string[], start: number): RecognizedTerm | undefined {
  const first = tokens[start] ?? '';
  if (!isNumber(first)) return undefined;
  let end = start + 1;
  while (isDigit(first, first.length - 1) && INNER_SIGNS.has(gaps[end] ?? '') && isDigit(tokens[end] ?? '', 0)) end++;
  const signs = gaps.slice(start + 1, end);
  const isDate = signs.some(sign => sign === ':') || (signs.length === 2 && signs[0] === signs[1] && signs[0] !== ',');
  const value = tokens.slice(start, end).join(' ');
  return { kind: isDate || isYear(value) ? 'date' : 'number', start, length: end - start, value };
}

const INNER_SIGNS = new Set(['.', ',', '-', '/', ':']);

/** Numbers next to a currency are amounts. */
function markAmounts(terms: readonly RecognizedTerm[], tokens: readonly string[]): RecognizedTerm[] {
  return terms.map((term, i) => {
    if (term.kind !== 'number' && !(term.kind === 'date' && isYear(term.value))) return term;
    const [before, after] = [terms[i - 1], terms[i + 1]];
    const isNextToCurrency =
      (before?.kind === 'currency' && before.start + before.length === term.start) ||
      (after?.kind === 'currency' && after.start === term.start + term.length);
    return isNextToCurrency || endsWithCode(tokens[term.start] ?? '') ? { ...term, kind: 'amount' } : term;
  });
}

/** Whether a word is a number with a currency code, such as `40eur`. */
function endsWithCode(token: string): boolean {
  return isDigit(token, 0) && isDigit(token, token.length - 4) && CODES.has(token.slice(-3));
}

function isYear(value: string): boolean {
  return value.length === 4 && (value.startsWith('19') || value.startsWith('20')) && isDigit(value, 3);
}

/** A number, with a unit of up to three letters: `40`, `5km`, `10am`. */
function isNumber(token: string): boolean {
  if (!isDigit(token, 0)) return false;
  let letters = 0;
  for (let at = 1; at < token.length; at++) {
    if (isDigit(token, at)) {
      if (letters > 0) return false;
    } else letters++;
  }
  return letters <= 3;
}

function isDigit(token: string, at: number): boolean {
  const code = token.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** The texts before, between, and after words, without spaces. */
function findGaps(q: string, tokens: readonly string[]): string[] {
  const gaps: string[] = [];
  let end = 0;
  for (const token of tokens) {
    const start = q.indexOf(token, end);
    gaps.push(q.slice(end, start).replaceAll(' ', ''));
    end = start + token.length;
  }
  return [...gaps, q.slice(end).replaceAll(' ', '')];
}
