import { listTypes, type Schema } from '#manifest/explain/schema.ts';
import type { OpenApiSchema } from '../data/reference.ts';
import { count } from '../format/numbers.ts';

/** The schema that a reference of the form `#/a/b` leads to, and the last part of the reference. */
export function resolved<S extends Schema | OpenApiSchema>(
  schema: S,
  root: object,
): { readonly schema: S; readonly name: string | undefined } {
  if (schema.$ref === undefined) return { schema, name: undefined };
  const parts = schema.$ref.split('/').slice(1);
  const found = parts.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], root);
  if (found === undefined) throw new Error(`The schema refers to ${schema.$ref}, which is not there.`);
  return { schema: found as S, name: parts.at(-1) };
}

/** The types that a value may have, in words: `string`, `array of string`, `integer or null`. */
export function typeInWords(given: Schema | OpenApiSchema, root: object): string {
  const { schema } = resolved(given, root);
  const { anyOf, items } = schema;
  const types = listTypes(schema as Schema);
  if (types.length === 0 && anyOf) return [...new Set(anyOf.map(each => typeInWords(each, root)))].join(' or ');
  if (types.length === 0) return typeOfValues(schema.const === undefined ? (schema.enum ?? []) : [schema.const]);
  return types
    .map(type => (type === 'array' && items ? `array of ${plural(typeInWords(items, root))}` : type))
    .join(' or ');
}

function typeOfValues(values: readonly unknown[]): string {
  const names = [...new Set(values.map(value => (value === null ? 'null' : typeof value)))];
  return names.length === 0 ? 'any' : names.join(' or ');
}

function plural(type: string): string {
  return type === 'any' || type.includes(' ') ? type : `${type}s`;
}

/** What a schema demands of a value beyond its type, one phrase each. */
export function constraintsInWords(given: Schema | OpenApiSchema): readonly string[] {
  const { minLength, maxLength, minimum, maximum, minItems, items } = given;
  const phrases = [
    given.const === undefined ? undefined : `exactly ${JSON.stringify(given.const)}`,
    range(minLength, maxLength, 'character'),
    range(minimum, maximum),
    range(minItems, undefined, 'item'),
    items?.minLength === undefined ? undefined : `each ${range(items.minLength, items.maxLength, 'character')}`,
    'default' in given && given.default !== undefined ? `${JSON.stringify(given.default)} when left out` : undefined,
  ];
  return phrases.filter(phrase => phrase !== undefined);
}

function range(least: number | undefined, most: number | undefined, noun?: string): string | undefined {
  const amount = (value: number) => (noun === undefined ? String(value) : count(value, noun));
  if (least !== undefined && most !== undefined) return `${least} to ${amount(most)}`;
  if (least !== undefined) return `at least ${amount(least)}`;
  return most === undefined ? undefined : `at most ${amount(most)}`;
}

/** A value of a closed vocabulary, with its meaning where the schema gives one. */
export interface VocabularyValue {
  readonly value: string;
  readonly meaning: string | undefined;
}

/**
 * A schema's description and its vocabulary. The schemas list the values' meanings at the end of the description, one
 * line each (`- free: Costs nothing.`), as `scripts/generate/sync-schemas.ts` writes them.
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
