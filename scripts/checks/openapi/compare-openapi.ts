import { objectIn } from '#draft/openapi/document/node.ts';
import { createDraft } from '#draft/openapi/draft.ts';
import type { OpenapiDocument } from '#draft/openapi/openapi-document.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { endpointsOf, type RecordEndpoint, type RecordParameter } from '../registry/records/record-members.ts';

/**
 * Compares the paths, methods, parameters, and security of a record with an OpenAPI document. A record may omit endpoints and
 * optional parameters.
 * @returns one sentence for each difference
 */
export function compareWithOpenapi(record: ListingRecord, document: OpenapiDocument): string[] {
  const { known } = createDraft(document, { origin: record.url });
  const declared = (known.endpoints ?? []) as readonly RecordEndpoint[];
  const credentials = credentialNames(record.manifest.authentication);
  const differences = endpointsOf(record).flatMap(endpoint => {
    const problems = compareEndpoint(endpoint, declared, credentials);
    return problems.map(problem => `${endpoint.method} ${endpoint.path}: ${problem}`);
  });
  return [...differences, ...compareSecurity(record, known.authentication, document)];
}

function compareEndpoint(
  endpoint: RecordEndpoint,
  declared: readonly RecordEndpoint[],
  credentials: ReadonlySet<string>,
): string[] {
  const samePath = findSamePath(endpoint.path, declared);
  if (samePath.length === 0) return ['The document has no such path.'];
  const same = samePath.find(({ method }) => method === endpoint.method);
  if (!same) return [`The document has ${samePath.map(({ method }) => method).join(', ')} instead.`];
  const toOwnName = pairPathParameters(same.path, endpoint.path);
  const expected = same.parameters.map(each => (each.in === 'path' ? { ...each, name: toOwnName(each.name) } : each));
  const isCredential = ({ name }: RecordParameter) => credentials.has(name.toLowerCase());
  return [
    ...endpoint.parameters.filter(each => !isCredential(each)).flatMap(each => compareParameter(each, expected)),
    ...expected
      .filter(each => each.required && !isCredential(each) && each.in !== 'header')
      .filter(({ name }) => !endpoint.parameters.some(each => each.name === name))
      .map(each => `${each.name}: The document requires it in the ${each.in}.`),
  ];
}

/**
 * Returns the endpoints of a path, whatever the names of its placeholders. Without an equal path, ignores a base path that only
 * one side has, such as `/v1`.
 */
function findSamePath(own: string, declared: readonly RecordEndpoint[]): readonly RecordEndpoint[] {
  const path = toPlainPath(own);
  const equal = declared.filter(each => toPlainPath(each.path) === path);
  if (equal.length > 0) return equal;
  return declared.filter(each => {
    const [short = '', long = ''] = [path, toPlainPath(each.path)].sort((a, b) => a.length - b.length);
    const base = long.slice(0, -short.length);
    return short.length > 1 && long.endsWith(short) && !base.includes('{');
  });
}

function toPlainPath(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
}

/** Returns a function from a placeholder of the document to the one at the same position, counted from the end. */
function pairPathParameters(declared: string, own: string): (name: string) => string {
  const names = (path: string) => Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name);
  const theirs = names(declared).toReversed();
  const ours = names(own).toReversed();
  return name => ours[theirs.indexOf(name)] ?? name;
}

function compareParameter(own: RecordParameter, declared: readonly RecordParameter[]): string[] {
  const same = declared.find(({ name }) => toPlainName(name) === toPlainName(own.name));
  if (!same) return hasOpenBody(own, declared) ? [] : [`${own.name}: The document does not declare it.`];
  return [
    ...(same.in === own.in ? [] : [`${own.name}: The document has it in the ${same.in}, the record in the ${own.in}.`]),
    ...(same.required && !own.required ? [`${own.name}: The document requires it.`] : []),
    ...(own.required && !same.required ? [`${own.name}: The document does not require it.`] : []),
    ...(isSameType(own.type, same.type) ? [] : [`${own.name}: The document has type ${same.type}, not ${own.type}.`]),
  ];
}

/** A list may be written with or without brackets. */
function toPlainName(name: string): string {
  return name.replace(/\[\]$/, '');
}

/** A document whose body has no members allows any. */
function hasOpenBody({ in: location }: RecordParameter, declared: readonly RecordParameter[]): boolean {
  return location === 'body' && declared.some(each => each.in === 'body' && each.name === 'body');
}

/** The draft writes types in words, such as `array of string`. */
function isSameType(own: string, declared: string): boolean {
  const [first = ''] = declared.split(/[ (|,]/);
  const isKnown = /^(string|integer|number|boolean|array|object)$/.test(first);
  return !isKnown || declared.includes(own) || declared.includes(' or ') || (own === 'integer' && first === 'number');
}

interface CredentialConfig {
  readonly in?: string;
  readonly name?: string;
  readonly scheme?: string;
  readonly credentials?: readonly CredentialConfig[];
}

type DeclaredAuthentication = { readonly required: boolean; readonly type?: string | null; readonly config?: unknown };

function credentialsOf({ config }: DeclaredAuthentication): readonly CredentialConfig[] {
  const { credentials, ...single } = (config ?? {}) as CredentialConfig;
  return credentials ?? [single];
}

function credentialNames(authentication: DeclaredAuthentication): ReadonlySet<string> {
  return new Set(credentialsOf(authentication).map(({ name = '' }) => name.toLowerCase()));
}

function compareSecurity(
  { manifest }: ListingRecord,
  declared: DeclaredAuthentication | undefined,
  document: OpenapiDocument,
): string[] {
  const own: DeclaredAuthentication = manifest.authentication;
  if (!declared) return [];
  const required = own.required && !declared.required && declared.type !== 'none';
  const open = !own.required && declared.required;
  const places = placesOf(document);
  const isSamePlace = (each: CredentialConfig) =>
    places.some(({ name, in: location }) => each.name?.toLowerCase() === name.toLowerCase() && each.in === location);
  const hasPlace = !own.required || places.length === 0 || credentialsOf(own).some(isSamePlace);
  const expected = places.map(({ name, in: location }) => `${name} in the ${location}`).join(', or ');
  return [
    ...(required ? ['authentication: The document does not require credentials.'] : []),
    ...(open ? ['authentication: The document requires credentials.'] : []),
    ...(hasPlace ? [] : [`authentication: The document has ${expected}.`]),
  ];
}

/** Returns the places in which the security schemes of a document send credentials. */
function placesOf({ tree }: OpenapiDocument): readonly { readonly name: string; readonly in: string }[] {
  return Object.values(objectIn(objectIn(tree.components).securitySchemes)).flatMap(scheme => {
    const { type, name, in: location } = objectIn(scheme);
    if (type !== 'apiKey') return [{ name: 'Authorization', in: 'header' }];
    return typeof name === 'string' && typeof location === 'string' ? [{ name, in: location }] : [];
  });
}
