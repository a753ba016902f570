import { brokenKeyword } from './broken-keyword.ts';
import type { Schema } from './schema.ts';

/** Whether a JSON value keeps a schema. `root` holds the definitions. Goes no deeper into the value than the schema does. */
export function fits(schema: Schema, value: unknown, root: Schema): boolean {
  const { $ref, allOf, anyOf, not, if: condition, then } = schema;
  const keeps = (other: Schema) => fits(other, value, root);
  return (
    brokenKeyword(schema, value) === undefined &&
    ($ref === undefined || keeps(definitionOf($ref, root))) &&
    (allOf === undefined || allOf.every(keeps)) &&
    (anyOf === undefined || anyOf.some(keeps)) &&
    (not === undefined || !keeps(not)) &&
    (condition === undefined || then === undefined || !keeps(condition) || keeps(then)) &&
    contentFits(schema, value, root)
  );
}

/** The schema that a `$ref` means. */
export function definitionOf($ref: string, root: Schema): Schema {
  const definition = root.$defs?.[nameOf($ref)];
  if (definition === undefined) throw new Error(`The schema refers to ${$ref}, which it does not define.`);
  return definition;
}

/** The name of a definition in a `$ref`. */
export function nameOf($ref: string): string {
  return $ref.replace('#/$defs/', '');
}

function contentFits({ items, required = [], properties = {} }: Schema, value: unknown, root: Schema): boolean {
  if (Array.isArray(value)) return items === undefined || value.every(item => fits(items, item, root));
  if (typeof value !== 'object' || value === null) return true;
  if (!required.every(name => Object.hasOwn(value, name))) return false;
  return Object.entries(properties).every(
    ([name, schema]) => !Object.hasOwn(value, name) || fits(schema, Reflect.get(value, name), root),
  );
}
