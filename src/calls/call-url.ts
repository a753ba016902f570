import { nameIn, PLACEHOLDER } from './find-endpoint.ts';
import type { LocatedParameter } from './parameter-locations.ts';

/**
 * The address of a call: the origin with the declared path, what is known filled in, and what is not left as `{name}`.
 * Whatever a manifest or a value holds, the address stays on the origin and is one line of plain ASCII.
 */
export function buildCallUrl(origin: string, path: string, parameters: readonly LocatedParameter[]): string {
  const values = new Map(parameters.map(({ name, value }) => [name, value]));
  const [declared = ''] = path.split('#', 1);
  const filled = plain(
    declared.replace(PLACEHOLDER, (...match) => {
      const name = nameIn(match.slice(0, 5));
      const value = values.get(name);
      return value === undefined ? `{${name}}` : encode(String(value));
    }),
  );
  const inQuery = parameters.filter(({ place }) => place === 'query').filter(({ name }) => !hasMember(declared, name));
  const pairs = inQuery.flatMap(({ name, value, required }) => {
    if (value !== undefined) return [`${encode(name)}=${encode(String(value))}`];
    return required ? [`${encode(name)}={${encode(name)}}`] : [];
  });
  if (pairs.length === 0) return origin + filled;
  return `${origin}${filled}${filled.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** Why a value cannot be part of an address; undefined when it can. */
export function findUrlError({ name, place, value }: LocatedParameter): string | undefined {
  if (value === undefined || (place !== 'path' && place !== 'query')) return undefined;
  if (typeof value === 'object')
    return `"${name}" goes into the address, so give one string, number or boolean, in the form that its description asks for.`;
  if (place === 'path' && ['', '.', '..'].includes(String(value)))
    return `"${name}" is a part of the path, which cannot be empty, "." or "..".`;
  return undefined;
}

/** Whether a declared path has this member in its own query. */
function hasMember(path: string, name: string): boolean {
  const [, query = ''] = path.split('?', 2);
  return query.split('&').some(pair => pair.split('=', 1)[0] === name);
}

/** Percent-encodes all but what addresses and placeholders are written with. */
function plain(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9\-._~:/?@!$&()*+,;=%{}<>[\]]/gu, encode);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`);
}
