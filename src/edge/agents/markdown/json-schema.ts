/** The keywords of JSON Schema 2020-12 that the manifest schemas and the OpenAPI description use. */
export interface JsonSchema {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly then?: JsonSchema;
}

/** Resolves the `$ref` of a schema inside the same document; returns the schema itself if it has none. */
export function resolved(schema: JsonSchema, root: object): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const names = schema.$ref.split('/').slice(1);
  const found: unknown = names.reduce<unknown>((value, name) => Reflect.get(value as object, name), root);
  return found as JsonSchema;
}

/** Whether a schema defines the members of an object. */
export function isObject({ properties }: JsonSchema): boolean {
  return properties !== undefined;
}

/** Describes the type of a schema, such as `string`, `array of Endpoint`, `integer or null`, or `one of "a", "b"`. */
export function typeInWords(schema: JsonSchema, root: object): string {
  const { $ref, anyOf, const: constant, enum: values, type } = schema;
  if ($ref !== undefined) return resolved(schema, root).title ?? $ref.split('/').at(-1) ?? 'any';
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return `one of ${values.map(value => JSON.stringify(value)).join(', ')}`;
  if (anyOf) return [...new Set(anyOf.map(each => typeInWords(each, root)))].join(' or ');
  const types = type === undefined ? ['any value'] : [type].flat();
  return types
    .map(each => (each === 'array' && schema.items ? `array of ${typeInWords(schema.items, root)}` : each))
    .join(' or ');
}

/** Describes the limits of a value, to append to its type, such as `; 3 to 100 characters`. */
export function bounds(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, default: fallback } = schema;
  const parts = [
    span(minLength, maxLength, 'characters'),
    span(minimum, maximum, ''),
    span(minItems, undefined, minItems === 1 ? 'item' : 'items'),
    fallback === undefined ? '' : `default: ${JSON.stringify(fallback)}`,
  ];
  return parts
    .filter(part => part !== '')
    .map(part => `; ${part.trim()}`)
    .join('');
}

function span(least: number | undefined, most: number | undefined, noun: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most} ${noun}`;
  if (least !== undefined) return `at least ${least} ${noun}`;
  return most === undefined ? '' : `at most ${most} ${noun}`;
}

/** Describes the members of an object, two levels deep, such as ` with meta, data (id, name)`. Empty for other types. */
export function memberNames(schema: JsonSchema, root: object): string {
  const members = membersOf(schema, root).map(([name, member]) => {
    const inner = membersOf(member, root).map(([each]) => each);
    return inner.length > 0 ? `${name} (${inner.join(', ')})` : name;
  });
  return members.length > 0 ? ` with ${members.join(', ')}` : '';
}

function membersOf(schema: JsonSchema, root: object): [string, JsonSchema][] {
  return Object.entries(resolved(schema, root).properties ?? {});
}
