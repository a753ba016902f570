import { listPlaceholders, PLACEHOLDER } from '#manifest/placeholders.ts';
import type { LocatedParameter } from '../parameters/located-parameter.ts';
import { encode, encodeReserved } from './encode.ts';
import { fillPath, indexPathParameters } from './fill-path.ts';
import { formatQueryStyle } from './query-styles.ts';
import { formatContent } from './value-text.ts';

/** A URL in parts. For any manifest and values, its parts stay on the origin and are ASCII without spaces. */
export interface RequestUrl {
  /** The origin and the path, with `{name}` for each missing value. */
  readonly base: string;
  /** The pairs of the query string, encoded, with `{name}` for each missing required value. */
  readonly query: readonly QueryPair[];
}

export interface QueryPair {
  /** Encoded. */
  readonly name: string;
  /** Encoded. Undefined for a name without an equals sign. */
  readonly value: string | undefined;
}

/**
 * Builds the URL of a call. A declared path may already have a query string, whose placeholders can be parameters in the path
 * or in the query.
 */
export function buildRequestUrl(origin: string, path: string, parameters: readonly LocatedParameter[]): RequestUrl {
  const [declared = ''] = path.split('#', 1);
  const split = declared.indexOf('?');
  const [pathPart, queryPart] = split === -1 ? [declared, ''] : [declared.slice(0, split), declared.slice(split + 1)];
  const inPath = indexPathParameters(parameters);
  const inQuery = parameters.filter(each => each.in === 'query');
  const placeholders = new Set(queryPart === '' ? [] : listPlaceholders(queryPart));
  const filling = inQuery.filter(({ name }) => placeholders.has(name)).map(each => [each.name, each] as const);
  const byName = new Map([...inPath, ...filling]);
  const own = queryPart === '' ? [] : queryPart.split('&').flatMap(pair => fillPair(pair, byName));
  const given = inQuery.filter(each => byName.get(each.name) !== each).flatMap(each => formatQueryParameter(each));
  return {
    base: origin + encodeUrl(fillPath(pathPart, inPath)),
    query: own.length === 0 ? given : [...withoutNames(own, given), ...given],
  };
}

/** A value replaces the one in the declared path. */
function withoutNames(own: readonly QueryPair[], given: readonly QueryPair[]): readonly QueryPair[] {
  const names = new Set(given.map(({ name }) => decode(name)));
  return own.filter(({ name }) => !names.has(decode(name)));
}

/** Joins the parts of a URL. */
export function formatUrl({ base, query }: RequestUrl): string {
  if (query.length === 0) return base;
  return `${base}?${query.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join('&')}`;
}

/** Fills a pair of the declared query string. Omits a pair whose optional parameter has no value. */
function fillPair(pair: string, byName: ReadonlyMap<string, LocatedParameter>): readonly QueryPair[] {
  const filling = listPlaceholders(pair).flatMap(name => byName.get(name) ?? []);
  if (filling.some(({ required, value }) => !required && value === undefined)) return [];
  const [only] = filling;
  const [key = ''] = pair.split('=', 1);
  const isWholeValue = pair.slice(key.length).replace(PLACEHOLDER, '') === '=';
  if (only?.in === 'query' && isWholeValue) return formatQueryParameter(only, decode(key));
  return [parsePair(fillPath(pair, byName))];
}

/**
 * Returns the values of a parameter as encoded query pairs.
 * @param key the name in the URL, which a declared query string can define
 */
function formatQueryParameter(parameter: LocatedParameter, key = parameter.name): QueryPair[] {
  const { value, required, content_type, allow_reserved } = parameter;
  if (value === undefined) return required ? [{ name: encode(key), value: `{${encode(parameter.name)}}` }] : [];
  if (content_type !== undefined) return [{ name: encode(key), value: encode(formatContent(value, content_type)) }];
  const encodeValue = allow_reserved ? encodeReserved : encode;
  return formatQueryStyle(key, value, parameter).map(pair => ({
    name: encode(pair.name),
    // A comma is the usual delimiter and needs no escape in a query.
    value: pair.parts.map(encodeValue).join(pair.delimiter === ',' ? ',' : encode(pair.delimiter)),
  }));
}

/** Returns a name without encoding, because manifests encode fewer characters than plans. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

function parsePair(pair: string): QueryPair {
  const split = pair.indexOf('=');
  if (split === -1) return { name: encodeUrl(pair), value: undefined };
  return { name: encodeUrl(pair.slice(0, split)), value: encodeUrl(pair.slice(split + 1)) };
}

/** Percent-encodes all characters that have no meaning in URLs or placeholders. */
function encodeUrl(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%{}[\]|]/gu, encode)
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}
