/** The part of JSON Schema 2020-12 that our OpenAPI description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly description?: string;
}

/** The keywords that define a type, those that only restrict its values, and annotations. */
const KNOWN = new Set([
  ...['$ref', 'type', 'const', 'enum', 'anyOf', 'properties', 'required', 'additionalProperties', 'items'],
  ...['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties'],
  ...['not', 'allOf', 'if', 'then', 'default', 'title', 'description', 'examples', '$comment'],
]);

/** @throws Error for a keyword that the generator does not support, so that no type silently ignores it */
export function checkKeywords(schema: Schema, place: string): void {
  const unknown = Object.keys(schema).find(keyword => !KNOWN.has(keyword));
  if (unknown !== undefined) throw new Error(`The schema of ${place} uses the unsupported keyword "${unknown}".`);
}
