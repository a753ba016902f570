import { type Vocabulary, values } from '#manifest/taxonomy.ts';

/** A JSON Schema 2020-12 as it is published. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object whose members are all there, but for those named optional; there may be others. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter(name => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export function listOf(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', items, ...described(description) };
}

export function text(description?: string): JsonSchema {
  return { type: 'string', ...described(description) };
}

export function flag(description?: string): JsonSchema {
  return { type: 'boolean', ...described(description) };
}

export function count(description?: string): JsonSchema {
  return { type: 'integer', minimum: 0, ...described(description) };
}

/** A value of a vocabulary. */
export function term(vocabulary: Vocabulary): JsonSchema {
  return { type: 'string', enum: values(vocabulary) };
}

/** The same, or null. */
export function orNull(schema: JsonSchema, description?: string): JsonSchema {
  return { anyOf: [schema, { type: 'null' }], ...described(description) };
}

/** Any object. */
export function anyObject(description?: string): JsonSchema {
  return { type: 'object', ...described(description) };
}

function described(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description };
}
