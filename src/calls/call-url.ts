import { getPlaceholderName, PLACEHOLDER } from './find-endpoint.ts';
import type { LocatedParameter } from './parameter-locations.ts';

/**
 * Builds the URL of a call: the origin and the declared path, with parameter values, or `{name}` without a value. For any
 * manifest and values, the URL stays on the origin and is one line of ASCII.
 */
export function buildCallUrl(origin: string, path: string, parameters: readonly LocatedParameter[]): string {
  const values = new Map(parameters.map(({ name, value }) => [name, value]));
  const [declared = ''] = path.split('#', 1);
  const filled = encodeUrl(
    declared.replace(PLACEHOLDER, (...match) => {
      const name = getPlaceholderName(match.slice(0, 5));
      const value = values.get(name);
      return value === undefined ? `{${name}}` : encode(String(value));
    }),
  );
  const queryParameters = parameters
    .filter(({ place }) => place === 'query')
    .filter(({ name }) => !hasQueryParameter(declared, name));
  const pairs = queryParameters.flatMap(({ name, value, required }) => {
    if (value !== undefined) return [`${encode(name)}=${encode(String(value))}`];
    return required ? [`${encode(name)}={${encode(name)}}`] : [];
  });
  if (pairs.length === 0) return origin + filled;
  return `${origin}${filled}${filled.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** Returns why a value cannot be part of a URL; undefined for a valid value. */
export function findUrlError({ name, place, value }: LocatedParameter): string | undefined {
  if (value === undefined || (place !== 'path' && place !== 'query')) return undefined;
  if (typeof value === 'object')
    return `"${name}" is part of the URL. Use a string, number, or boolean, in the format of its description.`;
  if (place === 'path' && ['', '.', '..'].includes(String(value)))
    return `"${name}" is part of the path, so it cannot be empty, "." or "..".`;
  return undefined;
}

/** Whether the query string of a declared path has this parameter. */
function hasQueryParameter(path: string, name: string): boolean {
  const [, query = ''] = path.split('?', 2);
  return query.split('&').some(pair => pair.split('=', 1)[0] === name);
}

/** Percent-encodes all characters that have no meaning in URLs or placeholders. */
function encodeUrl(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9\-._~:/?@!$&()*+,;=%{}<>[\]]/gu, encode);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`);
}
