import type { ParameterLocation } from '#manifest/call-members.ts';
import type { DeclaredCredential } from '../credentials/credential.ts';
import { type DeclaredEndpoint, listPlaceholders } from '../find-endpoint.ts';
import type { Guess } from '../guess.ts';
import { isRecord } from '../url/value-text.ts';
import { type DeclaredParameter, readParameter } from './declared-parameter.ts';
import { readRequestExample } from './request-example.ts';

/** A parameter with its location and its value. */
export interface LocatedParameter extends DeclaredParameter {
  readonly in: ParameterLocation;
  readonly value?: unknown;
}

/** A declared parameter, or a placeholder of the path that the manifest does not declare. */
export interface PlacedParameter extends DeclaredParameter {
  readonly in: ParameterLocation;
}

/** The parameters of an endpoint with their locations. */
export interface PlacedParameters {
  readonly parameters: readonly PlacedParameter[];
  readonly guesses: readonly Guess[];
  /** Whether one parameter is the entire body, as `request_body` declares or `request_example` shows. */
  readonly isWhole: boolean;
}

/**
 * Returns the declared parameters of an endpoint, undeclared placeholders of its path, and undeclared members of its example
 * request, with their locations. A location that the manifest does not declare is a guess.
 */
export function placeParameters(endpoint: DeclaredEndpoint): PlacedParameters {
  const placeholders = new Set(listPlaceholders(endpoint.path));
  const guesses: Guess[] = [];
  const parameters = endpoint.parameters.map((each, index): PlacedParameter => {
    const declared = readParameter(each);
    const isInPath = placeholders.has(declared.name);
    if (declared.in !== undefined && (declared.in !== 'path' || isInPath))
      return { ...declared, in: declared.in, required: declared.required || declared.in === 'path' };
    const { location, reason } = isInPath
      ? { location: 'path' as const, reason: undefined }
      : guessLocation(declared, endpoint);
    if (reason !== undefined) guesses.push({ member: `parameters/${index}/in`, value: location, reason });
    return { ...declared, in: location, required: declared.required || location === 'path' };
  });
  const inPath = new Set(parameters.filter(each => each.in === 'path').map(({ name }) => name));
  const implied = [...placeholders]
    .filter(name => !inPath.has(name))
    .map(name => ({ ...UNDECLARED, name, in: 'path' as const, required: true }));
  const body = findImpliedBody(endpoint, parameters);
  return {
    parameters: [...parameters, ...implied, ...body.parameters],
    guesses: [...guesses, ...body.guesses],
    isWhole: body.isWhole,
  };
}

/**
 * Moves parameters with a guessed location to the place of the credential of the same name, because a manifest may also declare
 * its credentials as parameters.
 */
export function placeCredentials(
  placed: PlacedParameters,
  credentials: readonly DeclaredCredential[],
): PlacedParameters {
  const moved = new Map<string, Guess>();
  const parameters = placed.parameters.map((parameter, index) => {
    const member = `parameters/${index}/in`;
    const credential = credentials.find(({ name }) => name.toLowerCase() === parameter.name.toLowerCase());
    if (credential === undefined || !placed.guesses.some(guess => guess.member === member)) return parameter;
    const reason = `The manifest declares no location for "${parameter.name}", and the credential of this name goes there.`;
    moved.set(member, { member, value: credential.in, reason });
    return { ...parameter, in: credential.in };
  });
  return { ...placed, parameters, guesses: placed.guesses.map(guess => moved.get(guess.member) ?? guess) };
}

/** Returns the parameters of the body that only the example request shows. */
function findImpliedBody(endpoint: DeclaredEndpoint, declared: readonly PlacedParameter[]): PlacedParameters {
  const isWhole = 'request_body' in endpoint && endpoint.request_body === 'whole';
  const none = { parameters: [], guesses: [], isWhole };
  const hasExample = 'request_example' in endpoint && endpoint.request_example !== undefined;
  if (!hasExample || endpoint.method === 'GET') return none;
  const example = readRequestExample(endpoint);
  const imply = (name: string, value: unknown): PlacedParameter => ({ ...SHOWN, name, in: 'body', example: value });
  if (isWhole || !isRecord(example)) {
    if (declared.some(each => each.in === 'body')) return none;
    const reason = 'The manifest declares no parameter in the body, so its example is the entire body.';
    const guesses = isWhole ? [] : [{ member: 'request_body', value: 'whole', reason }];
    return { parameters: [imply('body', example)], guesses, isWhole: true };
  }
  // A parameter outside the body with this name most likely is what the example shows.
  const known = new Set(declared.map(({ name }) => name));
  const shown = Object.keys(example).filter(name => !known.has(name));
  return { ...none, parameters: shown.map(name => imply(name, example[name])) };
}

const SHOWN = {
  type: 'unknown',
  description: 'Not declared in the manifest, which only shows it in its example.',
  required: false,
};

/** Returns the likely location of a parameter outside the path, with the reason. */
export function guessLocation(
  { name, description }: Pick<DeclaredParameter, 'name' | 'description'>,
  endpoint: DeclaredEndpoint,
): { readonly location: ParameterLocation; readonly reason: string } {
  const { method } = endpoint;
  const [, stated] = /\bin (?:the )?(query|header|cookie|body)\b/i.exec(description) ?? [];
  if (stated !== undefined)
    return { location: stated.toLowerCase() as ParameterLocation, reason: `The description of "${name}" names it.` };
  if (HEADER_NAME.test(name)) return { location: 'header', reason: `"${name}" is the name of a header.` };
  if (BODY_METHODS.has(method))
    return { location: 'body', reason: `The manifest declares no location for "${name}", and ${method} has a body.` };
  if (method === 'DELETE' && isInDeclaredBody(name, endpoint))
    return {
      location: 'body',
      reason: `The manifest declares no location for "${name}", and this endpoint has a body.`,
    };
  return { location: 'query', reason: `The manifest declares no location for "${name}", and ${method} has no body.` };
}

/** Whether an endpoint declares a body that may have a member of this name. */
function isInDeclaredBody(name: string, endpoint: DeclaredEndpoint): boolean {
  const example = readRequestExample(endpoint);
  if (isRecord(example)) return Object.hasOwn(example, name);
  return example !== undefined || 'request_content_type' in endpoint;
}

/** Names that are always sent as headers. */
const HEADER_NAME = /^(authorization|accept|accept-language|content-type|cookie|if-match|if-none-match|x-[a-z0-9-]+)$/i;

export const UNDECLARED = { type: 'unknown', description: 'Not declared in the manifest.', required: false };

/** The methods whose requests usually have a body. */
const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
