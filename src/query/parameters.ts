import { failure, type Result, success } from '#manifest/result.ts';
import { FILTER_NAMES, FILTERS, type FilterName, getFilter, isListFilter } from './filters.ts';
import {
  didYouMean,
  integerReader,
  listReader,
  type Reading,
  readBoolean,
  readFlag,
  readTime,
  searchTextReader,
  shorten,
  termReader,
  textReader,
  valueReader,
} from './parameter-values.ts';
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
      'Only listings that changed at or after this RFC 3339 time, lapsed and withdrawn ones included. A client that polls with overlapping times can keep an exact copy.',
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
  const q = reader.read('q', readSearchText);
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
function createFilterReader(name: FilterName): (text: string) => Reading<unknown> {
  const { kind, vocabulary, pattern = /^/, form = '' } = getFilter(name);
  if (vocabulary) return isListFilter(name) ? listReader(vocabulary) : termReader(vocabulary);
  if (kind === 'boolean') return readBoolean;
  if (kind === 'flag') return readFlag;
  return textReader(pattern, form);
}

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
      return this.#reject(parameter, `"${parameter}" occurs ${texts.length} times. Use it once.`);
    if (texts.includes(''))
      return this.#reject(parameter, `"${parameter}" is empty. Set a value or omit the parameter.`);
    const result = reading(texts.length > 1 ? texts.join() : (texts[0] ?? ''));
    return 'value' in result ? result.value : this.#reject(parameter, result.error);
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
      const detail = `Unknown parameter "${shorten(name)}".${didYouMean(name, PARAMETERS)} Valid parameters: ${PARAMETERS.join(', ')}.`;
      problems.push({ parameter: name, detail });
    }
    return problems;
  }

  #reject(parameter: string, detail: string): undefined {
    this.problems.push({ parameter, detail });
  }
}

const readSearchText = searchTextReader(MAX_Q_LENGTH);
const readStatuses = listReader('statuses');
const readSort = valueReader(...SORT_KEY_NAMES);
const readOrder = valueReader(...ORDERS);
const readLimit = integerReader(1, MAX_LIMIT);
const readOffset = integerReader(0, Number.MAX_SAFE_INTEGER);

/** The filters except `status`, which has a default. */
const FILTER_READERS = FILTER_NAMES.filter(name => name !== 'status').map(name => ({
  name,
  read: createFilterReader(name),
}));
