import type { Manifest } from '#manifest/manifest.ts';
import type { RequestBody } from './body/request-body.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';
import type { LocatedParameter } from './parameters/located-parameter.ts';
import { encode } from './url/encode.ts';
import { formatPathStyle } from './url/path-styles.ts';
import { formatQueryStyle } from './url/query-styles.ts';
import { formatContent, isRecord } from './url/value-text.ts';

export interface PlannedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly (readonly [string, string])[];
}

/**
 * Builds the headers and cookies of a request without credentials: the media type of the body, `required_headers` of the
 * manifest and the endpoint, and header and cookie parameters. A later one replaces an earlier one of the same name.
 */
export function buildHeaders(
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
  parameters: readonly LocatedParameter[],
  body: RequestBody | null,
): PlannedHeaders {
  const entries = [
    ['Accept', 'application/json'],
    ...(body === null ? [] : [['Content-Type', body.content_type]]),
    ...listDeclaredHeaders(manifest, endpoint, parameters).filter(([name]) => body === null || !isContentType(name)),
    ...parameters.filter(({ value }) => value === undefined).flatMap(formatHeader),
  ] as [string, string][];
  const byName = new Map(entries.map(entry => [entry[0].toLowerCase(), entry] as const));
  return {
    headers: Object.fromEntries(byName.values()),
    cookies: parameters.flatMap(formatCookies),
  };
}

/** Returns the value of `Content-Type` that the manifest or the caller declares. The body has this type if it can. */
export function findContentType(
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
  parameters: readonly LocatedParameter[],
): string | undefined {
  return listDeclaredHeaders(manifest, endpoint, parameters).findLast(([name]) => isContentType(name))?.[1];
}

function listDeclaredHeaders(manifest: Manifest, endpoint: DeclaredEndpoint, parameters: readonly LocatedParameter[]) {
  return [
    ...readRequiredHeaders(manifest),
    ...readRequiredHeaders(endpoint),
    ...parameters.filter(({ value }) => value !== undefined).flatMap(formatHeader),
  ];
}

function isContentType(name: string): boolean {
  return name.toLowerCase() === 'content-type';
}

/** Reads `required_headers`. Ignores invalid names and values. */
function readRequiredHeaders(owner: object): (readonly [string, string])[] {
  const declared = 'required_headers' in owner && isRecord(owner.required_headers) ? owner.required_headers : {};
  return Object.entries(declared).flatMap(([name, value]) =>
    typeof value === 'string' && isHeader(name, value) ? [[name, value] as const] : [],
  );
}

function formatHeader(parameter: LocatedParameter): (readonly [string, string])[] {
  const { in: location, name, value, required, content_type } = parameter;
  if (location !== 'header') return [];
  if (value === undefined) return required && isHeader(name, '') ? [[name, `{${name}}`]] : [];
  if (Array.isArray(value) && value.length === 0) return [];
  const text =
    content_type === undefined ? formatPathStyle(value, parameter, each => each) : formatContent(value, content_type);
  return isHeader(name, text) ? [[name, text]] : [];
}

function formatCookies(parameter: LocatedParameter): (readonly [string, string])[] {
  const { in: location, name, value, required, content_type } = parameter;
  if (location !== 'cookie' || !isHeader(name, '')) return [];
  if (value === undefined) return required ? [[name, `{${name}}`]] : [];
  if (content_type !== undefined) return [[name, encode(formatContent(value, content_type))]];
  return formatQueryStyle(name, value, parameter)
    .filter(pair => isHeader(pair.name, ''))
    .map(pair => [pair.name, pair.parts.map(encode).join(pair.delimiter === ',' ? ',' : encode(pair.delimiter))]);
}

/** Returns whether a name is a token and a value has no control characters (RFC 9110, section 5). */
function isHeader(name: string, value: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name) && /^[\t -~\u0080-\uffff]*$/.test(value);
}
