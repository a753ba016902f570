import { type Vocabulary, values } from '#manifest/taxonomy.ts';

/** A JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const uri: Schema = { type: 'string', format: 'uri' };
export const moment: Schema = { type: 'string', format: 'date-time' };
export const count: Schema = { type: 'integer', minimum: 0 };

/** Creates the schema of an object. All members are required except those in `optional`; no others are allowed. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter(name => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Creates the schema of a list. */
export function arrayOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** Creates the schema of a term of a vocabulary. */
export function oneOfTerms(vocabulary: Vocabulary): Schema {
  return { type: 'string', enum: values(vocabulary) };
}

/** Creates the schema of a value that may be null. */
export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}
