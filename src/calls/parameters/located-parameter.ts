import type { ParameterLocation } from '#manifest/call-members.ts';
import { type DeclaredEndpoint, listPlaceholders } from '../find-endpoint.ts';
import type { Guess } from '../guess.ts';
import { type DeclaredParameter, readParameter } from './declared-parameter.ts';

/** A parameter with its location and its value. */
export interface LocatedParameter extends DeclaredParameter {
  readonly in: ParameterLocation;
  readonly value?: unknown;
}

/** A declared parameter, or a placeholder of the path that the manifest does not declare. */
export interface PlacedParameter extends DeclaredParameter {
  readonly in: ParameterLocation;
}

/**
 * Returns the declared parameters and undeclared placeholders of an endpoint with their locations. A location that the
 * manifest does not declare is a guess.
 */
export function placeParameters(endpoint: DeclaredEndpoint): {
  readonly parameters: readonly PlacedParameter[];
  readonly guesses: readonly Guess[];
} {
  const placeholders = new Set(listPlaceholders(endpoint.path));
  const guesses: Guess[] = [];
  const parameters = endpoint.parameters.map((each, index): PlacedParameter => {
    const declared = readParameter(each);
    const isInPath = placeholders.has(declared.name);
    if (declared.in !== undefined && (declared.in !== 'path' || isInPath))
      return { ...declared, in: declared.in, required: declared.required || declared.in === 'path' };
    const { location, reason } = isInPath
      ? { location: 'path' as const, reason: undefined }
      : guessLocation(declared, endpoint.method);
    if (reason !== undefined) guesses.push({ member: `parameters/${index}/in`, value: location, reason });
    return { ...declared, in: location, required: declared.required || location === 'path' };
  });
  const inPath = new Set(parameters.filter(each => each.in === 'path').map(({ name }) => name));
  const implied = [...placeholders]
    .filter(name => !inPath.has(name))
    .map(name => ({ ...UNDECLARED, name, in: 'path' as const, required: true }));
  return { parameters: [...parameters, ...implied], guesses };
}

/** Returns the likely location of a parameter outside the path, with the reason. */
export function guessLocation(
  { name, description }: Pick<DeclaredParameter, 'name' | 'description'>,
  method: string,
): { readonly location: ParameterLocation; readonly reason: string } {
  const [, stated] = /\bin (?:the )?(query|header|cookie|body)\b/i.exec(description) ?? [];
  if (stated !== undefined)
    return { location: stated.toLowerCase() as ParameterLocation, reason: `The description of "${name}" names it.` };
  if (HEADER_NAME.test(name)) return { location: 'header', reason: `"${name}" is the name of a header.` };
  if (BODY_METHODS.has(method))
    return { location: 'body', reason: `The manifest declares no location for "${name}", and ${method} has a body.` };
  return { location: 'query', reason: `The manifest declares no location for "${name}", and ${method} has no body.` };
}

/** Names that are always sent as headers. */
const HEADER_NAME = /^(authorization|accept|accept-language|content-type|cookie|if-match|if-none-match|x-[a-z0-9-]+)$/i;

export const UNDECLARED = { type: 'unknown', description: 'Not declared in the manifest.', required: false };

/** The methods whose requests usually have a body. */
const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
