import type { ParameterLocation } from '#manifest/call-members.ts';
import { listPlaceholders } from '#manifest/placeholders.ts';
import type { DeclaredCredential } from '../credentials/credential.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import type { Guess } from '../guess.ts';
import { isRecord } from '../url/value-text.ts';
import { type DeclaredParameter, readParameter } from './declared-parameter.ts';
import { readRequestExample } from './request-example.ts';
import { parseType } from './value-types.ts';

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
  /** Whether one parameter is the entire body, as `request_body` declares, or as its name or `request_example` shows. */
  readonly isWhole: boolean;
}

/**
 * Returns the declared parameters of an endpoint, undeclared placeholders of its path, and undeclared members of its example
 * request, with their locations. A location that the manifest does not declare is a guess.
 */
export function placeParameters(endpoint: DeclaredEndpoint): PlacedParameters {
  const placeholders = new Set(listPlaceholders(endpoint.path));
  // A path cannot omit a segment, but a query string can omit a pair.
  const [pathname = ''] = endpoint.path.split('?', 1);
  const inPathname = placeholders.size === 0 ? placeholders : new Set(listPlaceholders(pathname));
  const guesses: Guess[] = [];
  const read = endpoint.parameters.map(readParameter);
  const whole = findWholeBody(endpoint, read, placeholders);
  const parameters = read.map((declared, index): PlacedParameter => {
    const isInPath = placeholders.has(declared.name);
    const isRequired = (location: ParameterLocation) =>
      declared.required || (location === 'path' && inPathname.has(declared.name));
    if (declared.in !== undefined && (declared.in !== 'path' || isInPath))
      return { ...declared, in: declared.in, required: isRequired(declared.in) };
    const { location, reason } = isInPath
      ? { location: 'path' as const, reason: undefined }
      : guessLocation(declared, endpoint, whole);
    if (reason !== undefined) guesses.push({ member: `parameters/${index}/in`, value: location, reason });
    return { ...declared, in: location, required: isRequired(location) };
  });
  if (whole !== undefined && !('request_body' in endpoint))
    guesses.push({ member: 'request_body', value: 'whole', reason: `"${whole.name}" most likely is the entire body.` });
  const filled = new Set(
    parameters
      .filter(each => each.in === 'path' || (each.in === 'query' && !inPathname.has(each.name)))
      .map(({ name }) => name),
  );
  const implied = [...placeholders]
    .filter(name => !filled.has(name))
    .map(name => ({ ...UNDECLARED, name, in: 'path' as const, required: true }));
  const body = findImpliedBody(endpoint, parameters, whole !== undefined);
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
function findImpliedBody(
  endpoint: DeclaredEndpoint,
  declared: readonly PlacedParameter[],
  hasWholeBody: boolean,
): PlacedParameters {
  const isWhole = hasWholeBody || ('request_body' in endpoint && endpoint.request_body === 'whole');
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

/**
 * Returns the parameter that most likely is the entire body: the only object or list that is named `body`, or described as the
 * body. Manifests from OpenAPI documents often have no other sign of it. Undefined if the manifest declares the body.
 */
function findWholeBody(
  endpoint: DeclaredEndpoint,
  parameters: readonly DeclaredParameter[],
  placeholders: ReadonlySet<string>,
): DeclaredParameter | undefined {
  const isDeclared = 'request_body' in endpoint && endpoint.request_body !== 'whole';
  if (isDeclared || !parameters.some(isStructured) || parameters.some(each => each.in === 'body')) return undefined;
  const unplaced = parameters.filter(
    ({ name, in: location }) => (location === undefined || location === 'path') && !placeholders.has(name),
  );
  const bodies = unplaced.filter(
    each =>
      isStructured(each) &&
      ((BODY_NAME.test(each.name) && endpoint.method !== 'GET') || BODY_DESCRIPTION.test(each.description)),
  );
  const [found, ...others] = bodies.length > 0 ? bodies : findPayload(unplaced, endpoint);
  if (found === undefined || others.length > 0) return undefined;
  const example = readRequestExample(endpoint);
  return isRecord(example) && Object.hasOwn(example, found.name) ? undefined : found;
}

const BODY_NAME = /^(request[-_ ]?)?body$/i;
/** In OpenAPI 2.0, a "body parameter" is the entire body. */
const BODY_DESCRIPTION = /^(the |a |json )*request body\b|\(body parameter\)\.?$/i;

/** Returns the only parameter for the body, if its name or its description means a body. Next to others, it can be a member. */
function findPayload(
  parameters: readonly DeclaredParameter[],
  endpoint: DeclaredEndpoint,
): readonly DeclaredParameter[] {
  const payloads = parameters.filter(
    each => isStructured(each) && (PAYLOAD_NAME.test(each.name) || PAYLOAD_DESCRIPTION.test(each.description)),
  );
  if (payloads.length === 0) return [];
  const inBody = parameters.filter(each => guessLocation(each, endpoint).location === 'body');
  return inBody.length === 1 ? inBody.filter(each => payloads.includes(each)) : [];
}

const PAYLOAD_NAME = /(^|[-_ ])(request|payload|body)$|[a-z](Request|Payload|Body)$/;
const PAYLOAD_DESCRIPTION = /\b(request|json|entire|whole) (body|payload)\b/i;

function isStructured({ type }: DeclaredParameter): boolean {
  // Most parameters have this type.
  return type !== 'string' && parseType(type).some(kind => kind === 'object' || kind === 'array');
}

/**
 * Returns the likely location of a parameter outside the path, with the reason.
 *
 * @param whole the parameter that is the entire body, so that the body has no other
 */
export function guessLocation(
  { name, description }: Pick<DeclaredParameter, 'name' | 'description'>,
  endpoint: DeclaredEndpoint,
  whole?: Pick<DeclaredParameter, 'name'>,
): { readonly location: ParameterLocation; readonly reason: string } {
  const { method } = endpoint;
  if (whole?.name === name) return { location: 'body', reason: `"${name}" most likely is the entire body.` };
  const stated = findStatedLocation(description);
  if (stated !== undefined && !(stated === 'body' && whole !== undefined))
    return { location: stated, reason: `The description of "${name}" names it.` };
  if (STANDARD_HEADER.test(name) || CAPITALIZED_HEADER.test(name))
    return { location: 'header', reason: `"${name}" is the name of a header.` };
  if (whole !== undefined)
    return {
      location: 'query',
      reason: `The manifest declares no location for "${name}", and "${whole.name}" is the entire body.`,
    };
  if (BODY_METHODS.has(method))
    return { location: 'body', reason: `The manifest declares no location for "${name}", and ${method} has a body.` };
  if (method === 'DELETE' && isInDeclaredBody(name, endpoint))
    return {
      location: 'body',
      reason: `The manifest declares no location for "${name}", and this endpoint has a body.`,
    };
  return { location: 'query', reason: `The manifest declares no location for "${name}", and ${method} has no body.` };
}

/** Returns the location that a description states. A mention of a location somewhere else in it can mean another parameter. */
function findStatedLocation(description: string): ParameterLocation | undefined {
  // A build plans tens of thousands of parameters, and few descriptions state a location.
  if (!LOCATION_WORD.test(description)) return undefined;
  const match =
    /\bin (?:the )?(query|header|cookie|body)\b/i.exec(description) ??
    /^(?:(?:an?|the|this|optional|required) )*(query|header|cookie|body|form)(?:[- ]?(?:string|data))? param(?:eter)?\b/i.exec(
      description,
    ) ??
    /\bthis (query|header|cookie|body|form)(?:[- ]?(?:string|data))? param(?:eter)?\b/i.exec(description) ??
    /\((query|header|cookie|body|form)(?:[- ]?(?:string|data))? param(?:eter)?\)\.?$/i.exec(description);
  const stated = match?.[1]?.toLowerCase();
  return stated === 'form' ? 'body' : (stated as ParameterLocation | undefined);
}

const LOCATION_WORD = /query|header|cookie|body|form/i;

/** Whether an endpoint declares a body that may have a member of this name. */
function isInDeclaredBody(name: string, endpoint: DeclaredEndpoint): boolean {
  const example = readRequestExample(endpoint);
  if (isRecord(example)) return Object.hasOwn(example, name);
  return example !== undefined || 'request_content_type' in endpoint;
}

/** Names that are always sent as headers. */
const STANDARD_HEADER =
  /^(authorization|accept|accept-(charset|encoding|language)|cache-control|content-(type|encoding|language|md5)|cookie|idempotency-key|if-(none-)?match|if-(un)?modified-since|if-range|user-agent|x-[a-z0-9-]+)$/i;
/** Only headers have names of capitalized words with hyphens, such as `Api-Key`. */
const CAPITALIZED_HEADER = /^[A-Z][A-Za-z0-9]*(-[A-Z0-9][A-Za-z0-9]*)+$/;

export const UNDECLARED = { type: 'unknown', description: 'Not declared in the manifest.', required: false };

/** The methods whose requests usually have a body. */
const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
