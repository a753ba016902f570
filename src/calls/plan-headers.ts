import type { Manifest } from '#manifest/manifest.ts';
import { excerpt, toUnicodeEscape } from '#manifest/text/excerpt.ts';
import type { RequestBody } from './body/request-body.ts';
import type { Credential } from './credentials/credential.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';
import type { CallFinding } from './finding.ts';
import type { LocatedParameter } from './parameters/located-parameter.ts';
import { encode } from './url/encode.ts';
import { formatPathStyle } from './url/path-styles.ts';
import { formatQueryStyle } from './url/query-styles.ts';
import { formatContent, isRecord } from './url/value-text.ts';

export interface PlannedHeaders {
  /** Without `Cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Encoded names and values of the header `Cookie`. The name is empty for a value without one. */
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
  const inHeader = parseCookies(byName.get('cookie')?.[1]);
  // A request has one header of this name, also if its value is not a list of cookies.
  byName.delete('cookie');
  const cookies = parameters.flatMap(formatCookies);
  const names = new Set(cookies.map(([name]) => name));
  return {
    headers: Object.fromEntries(byName.values()),
    cookies: [...inHeader.filter(([name]) => !names.has(name)), ...cookies],
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
function readRequiredHeaders(owner: object): readonly (readonly [string, string])[] {
  const listed = listRequiredHeaders(owner);
  return listed.length === 0
    ? NO_HEADERS
    : listed.filter((header): header is [string, string] => !isUnsendable(header) && !isClientHeader(header[0]));
}

const NO_HEADERS: readonly (readonly [string, string])[] = [];

function listRequiredHeaders(owner: object): (readonly [string, unknown])[] {
  return 'required_headers' in owner && isRecord(owner.required_headers) ? Object.entries(owner.required_headers) : [];
}

function isUnsendable([name, value]: readonly [string, unknown]): boolean {
  return typeof value !== 'string' || !isHeaderName(name) || !isHeaderValue(value);
}

/** Returns whether HTTP clients set a header themselves, from the body and the connection. Another value breaks the request. */
export function isClientHeader(name: string): boolean {
  return /^(content-length|transfer-encoding|connection|keep-alive|upgrade)$/i.test(name);
}

function formatHeader(parameter: LocatedParameter): (readonly [string, string])[] {
  const { in: location, name, value, required } = parameter;
  if (location !== 'header' || !isHeaderName(name) || isClientHeader(name)) return [];
  if (value === undefined) return required ? [[name, `{${name}}`]] : [];
  if (Array.isArray(value) && value.length === 0) return [];
  return [[name, formatHeaderValue(parameter)]];
}

function formatHeaderValue(parameter: LocatedParameter): string {
  const { value, content_type } = parameter;
  if (content_type === undefined) return formatPathStyle(value, parameter, each => each);
  const text = formatContent(value, content_type);
  // JSON can escape the characters that a header cannot contain.
  return /json/i.test(content_type) ? text.replace(/[^\0-~]/g, toUnicodeEscape) : text;
}

/** Splits the value of a header `Cookie`. A part without a name, such as a placeholder, has an empty name. */
function parseCookies(header = ''): readonly (readonly [string, string])[] {
  if (header === '') return NO_HEADERS;
  const pairs = header.split(/; */).filter(pair => pair !== '');
  return pairs.map(pair => {
    const [, name = '', value = pair] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return [name, value];
  });
}

/** Formats a cookie of `PlannedHeaders`. */
export function formatCookie([name, value]: readonly [string, string]): string {
  return name === '' ? value : `${name}=${value}`;
}

function formatCookies(parameter: LocatedParameter): (readonly [string, string])[] {
  const { in: location, name, value, required, content_type } = parameter;
  if (location !== 'cookie' || !isHeaderName(name)) return [];
  if (value === undefined) return required ? [[name, `{${name}}`]] : [];
  if (content_type !== undefined) return [[name, encode(formatContent(value, content_type))]];
  return formatQueryStyle(name, value, parameter)
    .filter(pair => isHeaderName(pair.name))
    .map(pair => [pair.name, pair.parts.map(encode).join(pair.delimiter === ',' ? ',' : encode(pair.delimiter))]);
}

function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name);
}

/**
 * Returns whether all clients send a header value in the same bytes. They trim spaces, and encode other characters as UTF-8 or
 * as Latin-1, or not at all (RFC 9110, section 5.5).
 */
export function isHeaderValue(value: string): boolean {
  return /^([!-~]([\t -~]*[!-~])?)?$/.test(value);
}

/** Returns whether a value can be sent in a header or a cookie. Values in other locations can. */
export function isSendableHeader(parameter: LocatedParameter): boolean {
  const { in: location, name, value } = parameter;
  if (value === undefined || (location !== 'header' && location !== 'cookie')) return true;
  return isHeaderName(name) && (location === 'cookie' || isHeaderValue(formatHeaderValue(parameter)));
}

/**
 * Returns the problems of header and cookie parameters, and of `required_headers`: values that a request cannot send, and
 * placeholders.
 *
 * @param sent the headers of the request, and the credentials that replace some of them
 */
export function findHeaderProblems(
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
  parameters: readonly LocatedParameter[],
  sent: Pick<PlannedHeaders, 'headers'> & { readonly credentials: readonly Pick<Credential, 'name'>[] },
): readonly CallFinding[] {
  const required = [manifest, endpoint].flatMap(listRequiredHeaders);
  const unsendable = parameters.filter(each => !isSendableHeader(each)).map(describeHeaderProblem);
  if (required.length === 0) return unsendable;
  const replaced = new Set(sent.credentials.map(({ name }) => name.toLowerCase()));
  const shown = required.filter(
    ([name, value]) =>
      typeof value === 'string' &&
      sent.headers[name] === value &&
      !replaced.has(name.toLowerCase()) &&
      PLACEHOLDER.test(value),
  );
  return [
    ...unsendable,
    ...required.filter(isUnsendable).map(describeRequiredProblem),
    ...shown.map(describePlaceholder),
  ];
}

/** A name that the reader has to replace, unlike an object in JSON. */
const PLACEHOLDER = /\{[\w .-]+\}|<[\w .-]+>|\bYOUR[_-]\w/;

function describePlaceholder([name, value]: readonly [string, unknown]): CallFinding {
  return {
    parameter: name,
    code: 'invalid_header_value',
    severity: 'warning',
    message: `The manifest requires the header ${excerpt(name)} with a placeholder: ${excerpt(value)}.`,
    hint: 'Replace it before you send the request.',
  };
}

function describeHeaderProblem(parameter: LocatedParameter): CallFinding {
  const { name, in: location } = parameter;
  if (!isHeaderName(name))
    return {
      parameter: name,
      code: 'invalid_header_value',
      severity: 'error',
      message: `${excerpt(name)} is not a valid name of a ${location}.`,
      hint: 'The plan omits the value. See the documentation of the API.',
    };
  const [other] = /[^\t -~]/u.exec(formatHeaderValue(parameter)) ?? [];
  return {
    parameter: name,
    code: 'invalid_header_value',
    severity: 'error',
    message: `"${name}" is a header, so it ${
      other === undefined ? 'cannot start or end with a space' : 'can contain only ASCII characters on one line'
    }.`,
    hint: `${
      other === undefined ? 'Remove the space.' : `Remove ${excerpt(other)}, or encode it as the API documents.`
    } The plan omits the value.`,
  };
}

function describeRequiredProblem([name]: readonly [string, unknown]): CallFinding {
  return {
    parameter: name,
    code: 'invalid_header_value',
    severity: 'warning',
    message: `The manifest requires the header ${excerpt(name)} with a value that a request cannot send.`,
    hint: 'The plan omits the header. See the documentation of the API.',
  };
}
