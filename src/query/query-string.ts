import { LISTED } from '#listing/status.ts';
import { instant } from '#listing/timestamp.ts';
import { values } from '#manifest/taxonomy.ts';
import { PARAMETERS, type ParameterName } from './parameters.ts';
import { DEFAULT_LIMIT, DEFAULT_ORDER, type Query } from './query.ts';

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
  return {
    ...(q !== undefined && { q }),
    ...filters,
    status,
    ...(updatedSince !== undefined && { updated_since: formatTime(updatedSince) }),
    sort,
    order,
    limit,
    offset,
  };
}

/**
 * Returns the canonical query string: in a fixed order and without defaults, so that equal queries have equal URLs. It
 * is empty, or starts with `?`.
 */
export function toQueryString(query: Query): string {
  const values = toAppliedQuery(query);
  const defaults = getDefaults(query);
  let text = '';
  for (const name of PARAMETERS) {
    const value = values[name];
    if (value === undefined || value === defaults[name] || (name === 'status' && isDefaultStatus(query))) continue;
    text += `${text === '' ? '?' : '&'}${name}=${encodeValue(String(value))}`;
  }
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
  const first = toQueryString({ ...query, offset: 0 });
  return offset => (offset === 0 ? first : `${first === '' ? '?' : `${first}&`}offset=${offset}`);
}

function getDefaults({ q, sort }: Query): Partial<Record<ParameterName, unknown>> {
  const defaultSort = q === undefined ? 'created_at' : 'relevance';
  return { sort: defaultSort, order: DEFAULT_ORDER[sort], limit: DEFAULT_LIMIT, offset: 0 };
}

function isDefaultStatus({ status, updatedSince }: Query): boolean {
  const usual = updatedSince === undefined ? LISTED : values('statuses');
  return status.join() === usual.join();
}

function formatTime(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? instant(milliseconds) : new Date(milliseconds).toISOString();
}
