import { instant } from '#listing/time/timestamp.ts';
import { FILTER_NAMES } from './filters.ts';
import type { ParameterName } from './parameters.ts';
import { ALL_STATUSES, DEFAULT_LIMIT, DEFAULT_ORDER, DEFAULT_STATUSES, type Query } from './query.ts';

/** Returns the effective query under the names of its parameters, including the defaults that apply. */
export function toAppliedQuery({
  filters,
  status,
  updatedSince,
  q,
  sort,
  order,
  limit,
  offset,
}: Query): Record<string, unknown> {
  const applied: Record<string, unknown> = {};
  if (q !== undefined) applied.q = q;
  Object.assign(applied, filters);
  applied.status = status;
  if (updatedSince !== undefined) applied.updated_since = formatTime(updatedSince);
  applied.sort = sort;
  applied.order = order;
  applied.limit = limit;
  applied.offset = offset;
  return applied;
}

/**
 * Returns the canonical query string: in a fixed order and without defaults, so that equal queries have equal URLs. It
 * is empty, or starts with `?`.
 */
export function toQueryString(query: Query): string {
  return formatQuery(query, query.offset);
}

function formatQuery(query: Query, offset: number): string {
  const { q, filters, updatedSince, sort, order, limit } = query;
  let text = '';
  const add = (name: ParameterName, value: unknown) => {
    text += `${text === '' ? '?' : '&'}${name}=${encodeValue(String(value))}`;
  };
  if (q !== undefined) add('q', q);
  for (const name of FILTER_NAMES) {
    const value = name === 'status' ? (isDefaultStatus(query) ? undefined : query.status) : filters[name];
    if (value !== undefined) add(name, value);
  }
  if (updatedSince !== undefined) add('updated_since', formatTime(updatedSince));
  if (sort !== (q === undefined ? 'created_at' : 'relevance')) add('sort', sort);
  if (order !== DEFAULT_ORDER[sort]) add('order', order);
  if (limit !== DEFAULT_LIMIT) add('limit', limit);
  if (offset !== 0) add('offset', offset);
  return text;
}

/**
 * Parses a query string without malformed escapes, as `URLSearchParams` does, which takes longer.
 * @param search empty, or starts with `?`
 * @throws URIError for a malformed escape
 */
export function parsePairs(search: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    pairs.push(end === -1 ? [decode(pair), ''] : [decode(pair.slice(0, end)), decode(pair.slice(end + 1))]);
  }
  return pairs;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

/** Encodes a value as `URLSearchParams` does, which takes longer. */
function encodeValue(value: string): string {
  if (/^[\w*.-]*$/.test(value)) return value;
  if (/^[\w*.:,-]*$/.test(value)) return value.replaceAll(':', '%3A').replaceAll(',', '%2C');
  return new URLSearchParams([['', value]]).toString().slice('='.length);
}

/** Returns `toQueryString` for each page of the same matches, by its offset, which is the last parameter. */
export function toPageQueryString(query: Query): (offset: number) => string {
  const first = formatQuery(query, 0);
  return offset => (offset === 0 ? first : `${first === '' ? '?' : `${first}&`}offset=${offset}`);
}

function isDefaultStatus({ status, updatedSince }: Query): boolean {
  const defaults = updatedSince === undefined ? DEFAULT_STATUSES : ALL_STATUSES;
  return status === defaults || status.join() === defaults.join();
}

/** The last formatted time: the links of a page and its query have the same one. */
let lastTime = { milliseconds: Number.NaN, text: '' };

function formatTime(milliseconds: number): string {
  if (lastTime.milliseconds !== milliseconds) {
    const text = milliseconds % 1000 === 0 ? instant(milliseconds) : new Date(milliseconds).toISOString();
    lastTime = { milliseconds, text };
  }
  return lastTime.text;
}
