import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/** A validated value, or the problems with it, in the format of Standard Schema. */
export type SchemaResult<T> = { readonly value: T } | { readonly issues: readonly { readonly message: string }[] };

/** Combines a JSON Schema with its validator, in the format of the SDK. */
export function toStandardSchema<T>(
  json: object,
  validate: (value: unknown) => SchemaResult<T>,
): StandardSchemaWithJSON<T, T> {
  const getJson = () => ({ ...json });
  return {
    '~standard': { version: 1, vendor: 'api-registry', validate, jsonSchema: { input: getJson, output: getJson } },
  };
}
