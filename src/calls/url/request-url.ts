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

/** Builds the URL of a call. A declared path may already have a query string. */
export function buildRequestUrl(origin: string, path: string, parameters: readonly LocatedParameter[]): RequestUrl {
  const [declared = ''] = path.split('#', 1);
  const split = declared.indexOf('?');
  const [pathPart, queryPart] = split === -1 ? [declared, ''] : [declared.slice(0, split), declared.slice(split + 1)];
  const inPath = indexPathParameters(parameters);
  const own = queryPart === '' ? [] : queryPart.split('&').map(pair => parsePair(fillPath(pair, inPath)));
  const given = parameters.filter(each => each.in === 'query').flatMap(formatQueryParameter);
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

/** Returns the values of a parameter as encoded query pairs. */
function formatQueryParameter(parameter: LocatedParameter): QueryPair[] {
  const { name, value, required, content_type, allow_reserved } = parameter;
  if (value === undefined) return required ? [{ name: encode(name), value: `{${encode(name)}}` }] : [];
  if (content_type !== undefined) return [{ name: encode(name), value: encode(formatContent(value, content_type)) }];
  const encodeValue = allow_reserved ? encodeReserved : encode;
  return formatQueryStyle(name, value, parameter).map(pair => ({
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
