import type { OpenApi, OpenApiSchema } from '../data/reference.ts';
import { describedValues, formatConstraints, formatType, resolved } from './schema-words.ts';

/** A formatted type, split at schema names so that these can be links. */
export type TypePart = string | { readonly schema: string };

/** A member of a request or response object. */
export interface Member {
  /** The path from the object: `data.listings`. */
  readonly path: string;
  readonly type: readonly TypePart[];
  /** Whether it is optional. */
  readonly optional: boolean;
  readonly text: string;
  readonly constraints: readonly string[];
  /** The values of a closed vocabulary, as JSON. */
  readonly values: readonly string[];
}

/** Formats a type for the API reference. */
export function typeParts(schema: OpenApiSchema, document: OpenApi): readonly TypePart[] {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) return [{ schema: $ref.split('/').at(-1) ?? '' }];
  if (anyOf) return anyOf.flatMap((each, at) => [...(at > 0 ? [' or '] : []), ...typeParts(each, document)]);
  if (type === 'array' && items) return ['array of ', ...typeParts(items, document)];
  const words = formatType(schema, document);
  return [schema.format === undefined ? words : `${words} (${schema.format})`];
}

/** The members of an object and of nested objects, with their paths. Empty for other types. */
export function membersOf(given: OpenApiSchema, document: OpenApi, path = ''): readonly Member[] {
  const { properties = {}, required = [] } = given;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = path + name;
    const items = schema.items && schema.items.$ref === undefined ? schema.items : undefined;
    const inner = items?.properties
      ? membersOf(items, document, `${place}[].`)
      : membersOf(schema, document, `${place}.`);
    return [{ ...memberOf(schema, document), path: place, optional: !required.includes(name) }, ...inner];
  });
}

/** The description of a value without its name. */
export function memberOf(
  given: OpenApiSchema,
  document: OpenApi,
): Pick<Member, 'type' | 'text' | 'constraints' | 'values'> {
  const schema = given.$ref === undefined ? given : resolved(given, document).schema;
  const { text, values } = describedValues(given);
  const listed = values.length > 0 ? values : describedValues(given.items ?? given.anyOf?.[0] ?? {}).values;
  return {
    type: typeParts(given, document),
    text,
    constraints: formatConstraints(schema),
    values: listed.map(({ value }) => value),
  };
}
