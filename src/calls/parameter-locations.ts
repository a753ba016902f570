import { type DeclaredEndpoint, listPlaceholders } from './find-endpoint.ts';

export type ParameterLocation = 'path' | 'query' | 'header' | 'body';

/** A parameter of an endpoint with its likely location, which the manifest format does not declare. */
export interface LocatedParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly place: ParameterLocation;
  readonly value?: unknown;
}

/**
 * Returns all parameters of a call: declared parameters, undeclared placeholders of the path, and values with undeclared
 * names.
 */
export function locateParameters(
  { path, method, parameters }: DeclaredEndpoint,
  values: Readonly<Record<string, unknown>>,
): readonly LocatedParameter[] {
  const pathNames = listPlaceholders(path);
  const getLocation = (name: string): ParameterLocation => {
    if (pathNames.includes(name)) return 'path';
    if (HEADER_NAME.test(name)) return 'header';
    return BODY_METHODS.has(method) ? 'body' : 'query';
  };
  const declared = new Set(parameters.map(({ name }) => name));
  const implied = pathNames.filter(name => !declared.has(name)).map(name => ({ ...UNDECLARED, name, required: true }));
  const extra = Object.keys(values).filter(name => !declared.has(name) && !pathNames.includes(name));
  return [...parameters, ...implied, ...extra.map(name => ({ ...UNDECLARED, name, required: false }))].map(
    ({ name, type, required, description }) => ({
      name,
      type,
      required: required || pathNames.includes(name),
      description,
      place: getLocation(name),
      ...(Object.hasOwn(values, name) && { value: values[name] }),
    }),
  );
}

/** Names that are always sent as headers. */
const HEADER_NAME = /^(authorization|accept|accept-language|content-type|cookie|if-none-match|x-[a-z0-9-]+)$/i;

const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const UNDECLARED = { type: 'unknown', description: 'Not declared in the manifest.' };
