import { listTypes, type Schema } from '#manifest/explain/schema.ts';
import type { OpenApiSchema } from '../data/reference.ts';
import { count } from '../format/numbers.ts';

/** Resolves a reference such as `#/a/b`. Returns the schema and the last part of the reference. */
export function resolved<S extends Schema | OpenApiSchema>(
  schema: S,
  root: object,
): { readonly schema: S; readonly name: string | undefined } {
  if (schema.$ref === undefined) return { schema, name: undefined };
  const parts = schema.$ref.split('/').slice(1);
  const found = parts.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], root);
  if (found === undefined) throw new Error(`The schema has no ${schema.$ref}.`);
  return { schema: found as S, name: parts.at(-1) };
}

/** Formats the allowed types of a value: `string`, `array of string`, `integer or null`. */
export function formatType(given: Schema | OpenApiSchema, root: object): string {
  const { schema } = resolved(given, root);
  const { anyOf, items } = schema;
  const types = listTypes(schema as Schema);
  if (types.length === 0 && anyOf) return [...new Set(anyOf.map(each => formatType(each, root)))].join(' or ');
  if (types.length === 0) return typeOfValues(schema.const === undefined ? (schema.enum ?? []) : [schema.const]);
  return types.map(type => (type === 'array' && items ? `array of ${formatType(items, root)}` : type)).join(' or ');
}

function typeOfValues(values: readonly unknown[]): string {
  const names = [...new Set(values.map(value => (value === null ? 'null' : typeof value)))];
  return names.length === 0 ? 'any' : names.join(' or ');
}

/** Formats the constraints of a schema apart from its type, one phrase each. */
export function formatConstraints(given: Schema | OpenApiSchema): readonly string[] {
  const { minLength, maxLength, minimum, maximum, minItems, items } = given;
  const phrases = [
    given.const === undefined ? undefined : `exactly ${JSON.stringify(given.const)}`,
    range(minLength, maxLength, 'character'),
    range(minimum, maximum),
    range(minItems, undefined, 'item'),
    items?.minLength === undefined ? undefined : `each ${range(items.minLength, items.maxLength, 'character')}`,
    'default' in given && given.default !== undefined ? `default: ${JSON.stringify(given.default)}` : undefined,
  ];
  return phrases.filter(phrase => phrase !== undefined);
}

function range(least: number | undefined, most: number | undefined, noun?: string): string | undefined {
  const amount = (value: number) => (noun === undefined ? String(value) : count(value, noun));
  if (least !== undefined && most !== undefined) return `${least} to ${amount(most)}`;
  if (least !== undefined) return `at least ${amount(least)}`;
  return most === undefined ? undefined : `at most ${amount(most)}`;
}

/** A value of a closed vocabulary, with its meaning if the schema has one. */
export interface VocabularyValue {
  readonly value: string;
  readonly meaning: string | undefined;
}

/**
 * Splits the description of a schema into its text and its vocabulary. The meanings of the values are at the end of the
 * description, one line each (`- free: Costs nothing.`), as `scripts/generate/sync-schemas.ts` writes them.
 */
export function describedValues(schema: Schema | OpenApiSchema): {
  readonly text: string;
  readonly values: readonly VocabularyValue[];
} {
  const { description = '', enum: values = [] } = schema;
  const [text = '', ...lines] = description.split(/\n+- /);
  const meanings = new Map(lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
  return {
    text,
    values: values.map(value => ({ value: JSON.stringify(value), meaning: meanings.get(String(value)) })),
  };
}
