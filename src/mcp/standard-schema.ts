import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/** A value that was read, or what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly issues: readonly { readonly message: string }[] };

/** A JSON Schema that is published, with the function that judges by it, in the form that the SDK takes. */
export function standardSchema<T>(
  json: object,
  validate: (value: unknown) => Reading<T>,
): StandardSchemaWithJSON<T, T> {
  const published = () => ({ ...json });
  return {
    '~standard': { version: 1, vendor: 'api-registry', validate, jsonSchema: { input: published, output: published } },
  };
}
