import { closest, distance } from 'fastest-levenshtein';
import { parseDateTime } from '#manifest/date-time.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { isTerm, type Term, type Vocabulary, values } from '#manifest/taxonomy.ts';
import { FILTER_NAMES, FILTERS, type FilterName, getFilter, isListFilter } from './filters.ts';
import {
  ALL_STATUSES,
  DEFAULT_LIMIT,
  DEFAULT_ORDER,
  DEFAULT_STATUSES,
  type Filters,
  MAX_LIMIT,
  ORDERS,
  type Query,
  SORT_KEY_NAMES,
} from './query.ts';

/** A problem of one query parameter. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly detail: string;
}

/** A parameter of `GET /listings` that is not a filter. */
interface OtherParameter {
  /** One sentence for the API reference, the CLI, and the MCP server. */
  readonly description: string;
  readonly example?: string;
}

/** The parameters of `GET /listings` besides the filters. */
export const OTHER_PARAMETERS = {
  q: {
    description:
      'Search text: your need in plain words. Searches all texts of a manifest for words, synonyms, translations, starts of words, and words with typos; case and accents do not matter.',
    example: 'weather forecast',
  },
  updated_since: {
    description:
      'Only listings that changed at or after this RFC 3339 time, lapsed and withdrawn ones included, so a client that polls can keep an exact copy.',
    example: '2026-11-21T00:00:00Z',
  },
  sort: {
    description:
      'Sort key (default: relevance with q, otherwise created_at). Listings without the value come last. Ties are sorted by id.',
  },
  order: {
    description:
      'Sort direction (default: A to Z for names, newest first for times, best first for relevance and uptime).',
  },
  limit: { description: 'Maximum number of results per page.' },
  offset: { description: 'Number of results to skip.' },
} as const satisfies Readonly<Record<string, OtherParameter>>;

export type OtherParameterName = keyof typeof OTHER_PARAMETERS;

export type ParameterName = FilterName | OtherParameterName;

/** The parameters of `GET /listings`, in the order of our own query strings. */
export const PARAMETERS: readonly ParameterName[] = [
  'q',
  ...FILTER_NAMES,
  'updated_since',
  'sort',
  'order',
  'limit',
  'offset',
];

/** True if the parameter is a filter of the filter table. */
export function isFilterName(name: ParameterName): name is FilterName {
  return Object.hasOwn(FILTERS, name);
}

const KNOWN: ReadonlySet<string> = new Set(PARAMETERS);

/** The maximum length of `q` in code points. */
export const MAX_Q_LENGTH = 200;

/** The names and values of query parameters, such as `URLSearchParams`. */
export type QueryPairs = Iterable<readonly [name: string, value: string]>;

/**
 * Parses the query of `GET /listings` (specification, section 4.2; design: Filters, Errors). It clamps and ignores nothing:
 * each invalid parameter is a problem, and the result contains all problems.
 */
export function readParameters(search: QueryPairs): Result<Query, readonly ParameterProblem[]> {
  const reader = new Reader(search);
  const q = reader.read('q', readWords);
  const updatedSince = reader.read('updated_since', readTime);
  const status = reader.read('status', readStatuses) ?? (updatedSince === undefined ? DEFAULT_STATUSES : ALL_STATUSES);
  const sort = reader.read('sort', readSort) ?? (q === undefined ? 'created_at' : 'relevance');
  // Without spreads, because V8 defines each member that follows one in its runtime, which is slow.
  const query: { -readonly [Name in keyof Query]: Query[Name] } = {
    filters: readFilters(reader),
    status,
    sort,
    order: reader.read('order', readOrder) ?? DEFAULT_ORDER[sort],
    limit: reader.read('limit', readLimit) ?? DEFAULT_LIMIT,
    offset: reader.read('offset', readOffset) ?? 0,
  };
  if (q !== undefined) query.q = q;
  if (updatedSince !== undefined) query.updatedSince = updatedSince;
  return reader.isValid() ? success(query) : failure([...reader.unknown(), ...reader.problems]);
}

function readFilters(reader: Reader): Filters {
  const filters: Partial<Record<FilterName, unknown>> = {};
  for (const { name, read } of FILTER_READERS) {
    const value = reader.read(name, read);
    if (value !== undefined) filters[name] = value;
  }
  return filters as Filters;
}

/** Returns how to read the text of a filter, by its kind. */
function readerOf(name: FilterName): (text: string) => Reading<unknown> {
  const { kind, vocabulary, pattern = /^/, form = '' } = getFilter(name);
  if (vocabulary) return isListFilter(name) ? listOf(vocabulary) : term(vocabulary);
  if (kind === 'boolean') return readBoolean;
  if (kind === 'flag') return readFlag;
  return text => readText(text, pattern, form);
}

/** The value of a parameter, or the reason why its text is invalid. */
type Reading<T> = { readonly value: T } | { readonly fault: string };

class Reader {
  readonly problems: ParameterProblem[] = [];
  /** The texts of each parameter, in the order of the URL. */
  readonly #texts = new Map<string, string[]>();
  /** The number of parameters that were read. */
  #read = 0;

  constructor(search: QueryPairs) {
    for (const [name, text] of search) {
      const texts = this.#texts.get(name);
      if (texts) texts.push(text);
      else this.#texts.set(name, [text]);
    }
  }

  /** Returns the value of a valid parameter; records a problem for an invalid one. */
  read<T>(parameter: ParameterName, reading: (text: string) => Reading<T>): T | undefined {
    const texts = this.#texts.get(parameter);
    if (!texts) return undefined;
    this.#read += 1;
    if (texts.length > 1 && !(isFilterName(parameter) && isListFilter(parameter)))
      return this.#fault(parameter, `"${parameter}" occurs ${texts.length} times. Use it once.`);
    if (texts.includes(''))
      return this.#fault(parameter, `"${parameter}" is empty. Set a value or omit the parameter.`);
    const result = reading(texts.length > 1 ? texts.join() : (texts[0] ?? ''));
    return 'value' in result ? result.value : this.#fault(parameter, result.fault);
  }

  /** Whether all parameters were read, and have valid values. */
  isValid(): boolean {
    return this.#read === this.#texts.size && this.problems.length === 0;
  }

  /** Returns one problem for each unknown parameter. */
  unknown(): ParameterProblem[] {
    const problems: ParameterProblem[] = [];
    for (const name of this.#texts.keys()) {
      if (KNOWN.has(name)) continue;
      const detail = `Unknown parameter "${shortened(name)}".${didYouMean(name, PARAMETERS)} Valid parameters: ${PARAMETERS.join(', ')}.`;
      problems.push({ parameter: name, detail });
    }
    return problems;
  }

  #fault(parameter: string, detail: string): undefined {
    this.problems.push({ parameter, detail });
  }
}

function term<V extends Vocabulary>(vocabulary: V): (text: string) => Reading<Term<V>> {
  return text => (isTerm(vocabulary, text) ? { value: text } : { fault: notOneOf(text, values(vocabulary)) });
}

function oneOf<const T extends string>(...allowed: readonly T[]): (text: string) => Reading<T> {
  return text => {
    const value = allowed.find(each => each === text);
    return value === undefined ? { fault: notOneOf(text, allowed) } : { value };
  };
}

/** A comma-separated list of terms. Order and repetitions do not matter. */
function listOf<V extends Vocabulary>(vocabulary: V): (text: string) => Reading<readonly Term<V>[]> {
  const terms = values(vocabulary);
  return text => {
    if (isTerm(vocabulary, text)) return { value: [text] };
    const parts = text.split(',');
    if (parts.includes('')) return { fault: 'The list contains an empty item. Separate values with single commas.' };
    const wrong = parts.find(part => !isTerm(vocabulary, part));
    if (wrong !== undefined) return { fault: notOneOf(wrong, terms) };
    return { value: terms.filter(value => parts.includes(value)) };
  };
}

function readBoolean(text: string): Reading<boolean> {
  const reading = oneOf('true', 'false')(text);
  return 'value' in reading ? { value: reading.value === 'true' } : reading;
}

function wholeNumber(least: number, most: number): (text: string) => Reading<number> {
  return text => {
    const value = Number(text);
    if (/^(0|[1-9][0-9]*)$/.test(text) && value >= least && value <= most) return { value };
    return { fault: `Invalid value "${shortened(text)}". Use an integer from ${least} to ${most}.` };
  };
}

/** The value of a flag; undefined for false, which does not filter. */
function readFlag(text: string): Reading<true | undefined> {
  const reading = readBoolean(text);
  return 'value' in reading ? { value: reading.value || undefined } : reading;
}

function readText(text: string, pattern: RegExp, form: string): Reading<string> {
  if (pattern.test(text)) return { value: text };
  const upper = text.toUpperCase();
  const hint = pattern.test(upper) && !pattern.test(text) ? ` Did you mean "${upper}"?` : '';
  return { fault: `"${shortened(text)}" is not ${form}.${hint}` };
}

/** The first and last millisecond with a year of four digits: an offset can lead beyond them. */
const [FIRST_TIME, LAST_TIME] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function readTime(text: string): Reading<number> {
  const value = parseDateTime(text);
  if (value !== undefined && value >= FIRST_TIME && value <= LAST_TIME) return { value };
  const plus = text.includes(' ') ? ' In a URL, encode the + of an offset as %2B.' : '';
  return { fault: `"${shortened(text)}" is not an RFC 3339 time such as 2026-11-21T09:30:00Z.${plus}` };
}

function readWords(text: string): Reading<string> {
  if (text.trim() === '') return { fault: '"q" contains no text. Omit it to list everything.' };
  const length = [...text].length;
  if (length > MAX_Q_LENGTH)
    return { fault: `The search text has ${length} characters. The maximum is ${MAX_Q_LENGTH}.` };
  return { value: text };
}

function notOneOf(text: string, allowed: readonly string[]): string {
  return `Invalid value "${shortened(text)}".${didYouMean(text, allowed)} Allowed values: ${allowed.join(', ')}.`;
}

function didYouMean(text: string, allowed: readonly string[]): string {
  const lower = text.slice(0, 60).toLowerCase();
  const nearest = closest(lower, [...allowed]);
  const forgiven = Math.min(nearest.length - 1, Math.max(2, Math.floor(nearest.length / 3)));
  return distance(lower, nearest) <= forgiven ? ` Did you mean "${nearest}"?` : '';
}

const readStatuses = listOf('statuses');
const readSort = oneOf(...SORT_KEY_NAMES);
const readOrder = oneOf(...ORDERS);
const readLimit = wholeNumber(1, MAX_LIMIT);
const readOffset = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** The filters except `status`, which has a default. */
const FILTER_READERS = FILTER_NAMES.filter(name => name !== 'status').map(name => ({ name, read: readerOf(name) }));

function shortened(text: string): string {
  const points = [...text];
  return points.length > 60 ? `${points.slice(0, 60).join('')}…` : text;
}
