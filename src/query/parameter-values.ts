/** Readers for the texts of query parameters: each returns the value, or an error with the allowed values. */
import { closest, distance } from 'fastest-levenshtein';
import { parseDateTime } from '#manifest/date-time.ts';
import { isTerm, type Term, type Vocabulary, values } from '#manifest/taxonomy.ts';

/** The value of a parameter, or the reason why its text is invalid. */
export type Reading<T> = { readonly value: T } | { readonly error: string };

/** Reads a term of a vocabulary. */
export function termReader<V extends Vocabulary>(vocabulary: V): (text: string) => Reading<Term<V>> {
  return text => (isTerm(vocabulary, text) ? { value: text } : { error: notOneOf(text, values(vocabulary)) });
}

/** Reads one of the allowed values. */
export function valueReader<const T extends string>(...allowed: readonly T[]): (text: string) => Reading<T> {
  return text => {
    const value = allowed.find(each => each === text);
    return value === undefined ? { error: notOneOf(text, allowed) } : { value };
  };
}

/** Reads a comma-separated list of terms. Order and repetitions do not matter. */
export function listReader<V extends Vocabulary>(vocabulary: V): (text: string) => Reading<readonly Term<V>[]> {
  const terms = values(vocabulary);
  return text => {
    if (isTerm(vocabulary, text)) return { value: [text] };
    const parts = text.split(',');
    if (parts.includes('')) return { error: 'The list contains an empty item. Separate values with single commas.' };
    const wrong = parts.find(part => !isTerm(vocabulary, part));
    if (wrong !== undefined) return { error: notOneOf(wrong, terms) };
    return { value: terms.filter(value => parts.includes(value)) };
  };
}

const readTrueOrFalse = valueReader('true', 'false');

/** Reads `true` or `false`. */
export function readBoolean(text: string): Reading<boolean> {
  const reading = readTrueOrFalse(text);
  return 'value' in reading ? { value: reading.value === 'true' } : reading;
}

/** Reads a flag. Its value is undefined for false, which does not filter. */
export function readFlag(text: string): Reading<true | undefined> {
  const reading = readBoolean(text);
  return 'value' in reading ? { value: reading.value || undefined } : reading;
}

/** Reads an integer within bounds, without a sign and without leading zeros. */
export function integerReader(least: number, most: number): (text: string) => Reading<number> {
  return text => {
    const value = Number(text);
    if (/^(0|[1-9][0-9]*)$/.test(text) && value >= least && value <= most) return { value };
    return { error: `Invalid value "${shorten(text)}". Use an integer from ${least} to ${most}.` };
  };
}

/**
 * Reads a text that matches a pattern.
 * @param form describes the pattern in the error: `"5" is not a version such as 1.0.0.`
 */
export function textReader(pattern: RegExp, form: string): (text: string) => Reading<string> {
  return text => {
    if (pattern.test(text)) return { value: text };
    const upper = text.toUpperCase();
    const hint = pattern.test(upper) ? ` Did you mean "${upper}"?` : '';
    return { error: `"${shorten(text)}" is not ${form}.${hint}` };
  };
}

/** The first and last millisecond with a year of four digits: an offset can lead beyond them. */
const [FIRST_TIME, LAST_TIME] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** Reads an RFC 3339 time as milliseconds since 1970. */
export function readTime(text: string): Reading<number> {
  const value = parseDateTime(text);
  if (value !== undefined && value >= FIRST_TIME && value <= LAST_TIME) return { value };
  const plus = text.includes(' ') ? ' In a URL, encode the + of an offset as %2B.' : '';
  return { error: `"${shorten(text)}" is not an RFC 3339 time such as 2026-11-21T09:30:00Z.${plus}` };
}

/**
 * Reads a text to search for.
 * @param maxLength in code points
 */
export function searchTextReader(maxLength: number): (text: string) => Reading<string> {
  return text => {
    if (text.trim() === '') return { error: '"q" contains no text. Omit it to list everything.' };
    const length = [...text].length;
    if (length > maxLength) return { error: `The search text has ${length} characters. The maximum is ${maxLength}.` };
    return { value: text };
  };
}

function notOneOf(text: string, allowed: readonly string[]): string {
  return `Invalid value "${shorten(text)}".${didYouMean(text, allowed)} Allowed values: ${allowed.join(', ')}.`;
}

/** Returns a sentence with the closest allowed value, after a space. Empty if none is close enough to be a typo. */
export function didYouMean(text: string, allowed: readonly string[]): string {
  const lower = text.slice(0, 60).toLowerCase();
  const nearest = closest(lower, [...allowed]);
  const forgiven = Math.min(nearest.length - 1, Math.max(2, Math.floor(nearest.length / 3)));
  return distance(lower, nearest) <= forgiven ? ` Did you mean "${nearest}"?` : '';
}

/** Shortens a text of a client for an error. */
export function shorten(text: string): string {
  const points = [...text];
  return points.length > 60 ? `${points.slice(0, 60).join('')}…` : text;
}
