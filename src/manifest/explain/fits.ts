import { type Check, keywordChecks } from './keyword-checks.ts';
import type { Schema } from './schema.ts';

/** Whether a JSON value keeps a schema. `root` holds the definitions. Goes no deeper into the value than the schema does. */
export function fits(schema: Schema, value: unknown, root: Schema): boolean {
  return checkOf(schema, root)(value);
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

const known = new WeakMap<Schema, Check>();

/** A schema as a function, made once: an explanation asks for the same schemas again and again. */
function checkOf(schema: Schema, root: Schema): Check {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const own = keywordChecks(schema).map(([, check]) => check);
  const check = every([...own, ...compositionChecks(schema, root), ...contentChecks(schema, root)]);
  known.set(schema, check);
  return check;
}

function every(checks: readonly Check[]): Check {
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return value => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

function compositionChecks(schema: Schema, root: Schema): Check[] {
  const { $ref, allOf = [], anyOf, not, if: condition, then } = schema;
  const checks = allOf.map(each => checkOf(each, root));
  if ($ref !== undefined) checks.push(checkOf(definitionOf($ref, root), root));
  if (anyOf !== undefined) {
    const alternatives = anyOf.map(each => checkOf(each, root));
    checks.push(value => alternatives.some(check => check(value)));
  }
  if (not !== undefined) {
    const forbidden = checkOf(not, root);
    checks.push(value => !forbidden(value));
  }
  if (condition !== undefined && then !== undefined) {
    const [applies, consequence] = [checkOf(condition, root), checkOf(then, root)];
    checks.push(value => !applies(value) || consequence(value));
  }
  return checks;
}

function contentChecks({ items, properties = {}, required = [] }: Schema, root: Schema): Check[] {
  const checks: Check[] = [];
  if (items !== undefined) {
    const check = checkOf(items, root);
    checks.push(value => !Array.isArray(value) || value.every(check));
  }
  const names = new Set([...Object.keys(properties), ...required]);
  const members = [...names].map(name => {
    const schema = properties[name];
    return { name, check: schema && checkOf(schema, root), isRequired: required.includes(name) };
  });
  if (members.length > 0)
    checks.push(value => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
      for (const { name, check, isRequired } of members) {
        const member = (value as Readonly<Record<string, unknown>>)[name];
        if (member === undefined ? isRequired : check !== undefined && !check(member)) return false;
      }
      return true;
    });
  return checks;
}
