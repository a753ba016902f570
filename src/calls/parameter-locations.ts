import { type DeclaredEndpoint, placeholders } from './find-endpoint.ts';

export type ParameterLocation = 'path' | 'query' | 'header' | 'body';

/** A parameter of an endpoint, with where it most likely goes: the format names no places. */
export interface LocatedParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly place: ParameterLocation;
  readonly value?: unknown;
}

/**
 * All parameters of a call: those declared, placeholders of the path that are not declared, and values for undeclared
 * names.
 */
export function locateParameters(
  { path, method, parameters }: DeclaredEndpoint,
  values: Readonly<Record<string, unknown>>,
): readonly LocatedParameter[] {
  const inPath = placeholders(path);
  const placeOf = (name: string): ParameterLocation => {
    if (inPath.includes(name)) return 'path';
    if (HEADER.test(name)) return 'header';
    return BODY_METHODS.has(method) ? 'body' : 'query';
  };
  const declared = new Set(parameters.map(({ name }) => name));
  const implied = inPath.filter(name => !declared.has(name)).map(name => ({ ...UNDECLARED, name, required: true }));
  const extra = Object.keys(values).filter(name => !declared.has(name) && !inPath.includes(name));
  return [...parameters, ...implied, ...extra.map(name => ({ ...UNDECLARED, name, required: false }))].map(
    ({ name, type, required, description }) => ({
      name,
      type,
      required: required || inPath.includes(name),
      description,
      place: placeOf(name),
      ...(Object.hasOwn(values, name) && { value: values[name] }),
    }),
  );
}

/** Names that are only ever sent as headers. */
const HEADER = /^(authorization|accept|accept-language|content-type|cookie|if-none-match|x-[a-z0-9-]+)$/i;

const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const UNDECLARED = { type: 'unknown', description: 'Not declared in the manifest.' };
