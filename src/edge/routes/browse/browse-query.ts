import { BROWSE_LIMIT } from '#contract/browse.ts';
import { FILTER_NAMES, type FilterName, getFilter, isListFilter } from '#query/filters.ts';
import { PARAMETERS, readParameters } from '#query/parameters.ts';
import type { Query } from '#query/query.ts';

/** The query of the browse page, as the API understands it. */
export interface BrowseQuery {
  readonly query: Query;
  /** The parameters that apply. */
  readonly search: URLSearchParams;
  /** The path and query string of the same query to the API, whose default limit is another one. */
  readonly request: string;
  /** One sentence for each ignored parameter. */
  readonly notes: readonly string[];
}

const KNOWN: ReadonlySet<string> = new Set(PARAMETERS);

/**
 * Parses the query of the browse page, which is what its form sends: like `GET /listings`, but with empty fields, days
 * instead of times, and a sort key that includes the direction. Ignores what the API would reject.
 */
export function parseBrowseQuery(given: URLSearchParams): BrowseQuery {
  const search = new URLSearchParams();
  const unknown = new Set<string>();
  for (const [name, value] of given) {
    const text = value.trim();
    if (!KNOWN.has(name)) unknown.add(name);
    else if (name === 'sort') appendSort(search, text);
    else if (text === 'false' && isFlag(name)) continue;
    else if (text !== '') search.append(name, /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  }
  const notes = [...unknown].map(name => `Ignored the unknown parameter “${name.slice(0, 40)}”.`);
  // Each round removes at least one value.
  for (;;) {
    const limited = new URLSearchParams(search);
    if (!limited.has('limit')) limited.set('limit', String(BROWSE_LIMIT));
    const parsed = readParameters(limited);
    if (parsed.ok) return { query: parsed.value, search, request: `/listings?${limited}`, notes };
    const invalid = new Set(parsed.error.map(({ parameter }) => parameter).filter(name => search.has(name)));
    if (invalid.size === 0) return parseBrowseQuery(new URLSearchParams());
    for (const name of invalid) {
      const valid = findValidValues(search.getAll(name).join(), name);
      if (valid.length > 0) search.set(name, valid.join());
      else search.delete(name);
      notes.push(`Ignored the invalid value of “${name}”.`);
    }
  }
}

/** True if only the value `true` of the parameter filters. */
function isFlag(name: string): boolean {
  const filter = findFilter(name);
  return filter !== undefined && getFilter(filter).kind === 'flag';
}

function findFilter(name: string): FilterName | undefined {
  return FILTER_NAMES.find(each => each === name);
}

/** Returns the valid values of an invalid list. Empty if the parameter takes one value. */
function findValidValues(list: string, name: string): readonly string[] {
  const filter = findFilter(name);
  if (filter === undefined || !isListFilter(filter)) return [];
  const values = list.split(',');
  const valid = values.filter(value => readParameters(new URLSearchParams({ [name]: value })).ok);
  return valid.length < values.length ? valid : [];
}

function appendSort(search: URLSearchParams, text: string): void {
  const [key, order] = text.split('.');
  if (key) search.append('sort', key);
  if (order) search.append('order', order);
}
