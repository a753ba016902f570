import { listPlaceholders } from '#manifest/placeholders.ts';
import type { LocatedParameter } from '../parameters/located-parameter.ts';
import { formatCookie, type PlannedHeaders } from '../plan-headers.ts';
import { encode, encodeCookie } from '../url/encode.ts';
import type { RequestUrl } from '../url/request-url.ts';
import type { Credential } from './credential.ts';

/** Selects the credentials to add to a request: those that no argument contains, and only one in each place. */
export function selectSentCredentials(
  credentials: readonly Credential[],
  parameters: readonly LocatedParameter[],
  path: string,
): readonly Credential[] {
  const given = parameters.filter(({ value }) => value !== undefined);
  return credentials.filter(
    (each, index, all) =>
      !given.some(parameter => isPlaceOf(parameter, each, path)) &&
      !all.slice(index + 1).some(other => hasSamePlace(each, other)),
  );
}

/**
 * Returns whether a parameter has the place of a credential: its name in the same location, or its value in the query string
 * of the declared path, as in `/tides?key={api_key}`.
 */
export function isPlaceOf(
  { in: location, name }: LocatedParameter,
  credential: Pick<Credential, 'in' | 'name'>,
  path: string,
): boolean {
  if (location === credential.in && name.toLowerCase() === credential.name.toLowerCase()) return true;
  const start = path.indexOf('?');
  if ((location !== 'path' && location !== 'query') || credential.in !== 'query' || start < 0) return false;
  const [query = ''] = path.slice(start + 1).split('#', 1);
  const pairs = query.split('&').filter(pair => listPlaceholders(pair).includes(name));
  const isElsewhere = listPlaceholders(path.slice(0, start)).includes(name);
  return !isElsewhere && pairs.length > 0 && pairs.every(pair => pair.startsWith(`${credential.name}=`));
}

/** Whether a request can send only one of two credentials. The last one has precedence. */
function hasSamePlace(one: Credential, other: Credential): boolean {
  if (one.in !== other.in) return false;
  return one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name;
}

/** Removes the cookies of `required_headers` that a credential replaces, because it has their name. */
export function withoutCookies(planned: PlannedHeaders, credentials: readonly Credential[]): PlannedHeaders {
  const { headers, cookies } = planned;
  if (cookies.length === 0) return planned;
  const names = new Set(credentials.filter(each => each.in === 'cookie').map(({ name }) => name));
  return { headers, cookies: cookies.filter(([name]) => !names.has(name)) };
}

/** Adds the credentials in the query, which replace parameters of their names. */
export function withQueryCredentials(url: RequestUrl, credentials: readonly Credential[]): RequestUrl {
  const added = credentials.filter(each => each.in === 'query');
  if (added.length === 0) return url;
  const { base, query } = url;
  const names = new Set(added.map(({ name }) => encode(name)));
  const pairs = added.map(({ name, prefix, value }) => ({
    name: encode(name),
    value: encode(prefix) + value.slice(prefix.length),
  }));
  return { base, query: [...query.filter(({ name }) => !names.has(name)), ...pairs] };
}

/** Adds the credentials in headers, which replace headers of their names, and the header `Cookie`. */
export function withHeaderCredentials(
  { headers, cookies }: PlannedHeaders,
  credentials: readonly Credential[],
): Readonly<Record<string, string>> {
  if (cookies.length === 0 && credentials.length === 0) return headers;
  const own = credentials.filter(each => each.in === 'header');
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const pairs = [
    ...cookies,
    ...credentials
      .filter(each => each.in === 'cookie')
      .map(({ name, prefix, value }) => [name, encodeCookie(prefix) + value.slice(prefix.length)] as const),
  ];
  return Object.fromEntries([
    ...Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())),
    ...own.map(({ name, value }) => [name, value]),
    ...(pairs.length > 0 ? [['Cookie', pairs.map(formatCookie).join('; ')]] : []),
  ]);
}
