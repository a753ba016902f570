import { type Vocabulary, values } from '#manifest/taxonomy.ts';

/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the schema of an object. Its members are required unless named optional. Other members are allowed. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter(name => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** Returns the schema of a list. */
export function listOf(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', items, ...withDescription(description) };
}

/** Returns the schema of a text. */
export function text(description?: string): JsonSchema {
  return { type: 'string', ...withDescription(description) };
}

/** Returns the schema of a boolean. */
export function flag(description?: string): JsonSchema {
  return { type: 'boolean', ...withDescription(description) };
}

/** Returns the schema of a number of things: an integer from zero. */
export function count(description?: string): JsonSchema {
  return { type: 'integer', minimum: 0, ...withDescription(description) };
}

/** Returns the schema of a value of a vocabulary. */
export function term(vocabulary: Vocabulary): JsonSchema {
  return { type: 'string', enum: values(vocabulary) };
}

/** Returns a schema that also allows null. */
export function orNull(schema: JsonSchema, description?: string): JsonSchema {
  return { anyOf: [schema, { type: 'null' }], ...withDescription(description) };
}

/** Returns the schema of any object. */
export function anyObject(description?: string): JsonSchema {
  return { type: 'object', ...withDescription(description) };
}

function withDescription(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description };
}
