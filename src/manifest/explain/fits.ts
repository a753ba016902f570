import { type Check, createKeywordChecks } from './keyword-checks.ts';
import type { Schema } from './schema.ts';

/** Returns whether a JSON value matches a schema. `root` contains the definitions. Never descends deeper than the schema. */
export function fits(schema: Schema, value: unknown, root: Schema): boolean {
  return getCheck(schema, root)(value);
}

/** Returns the schema of a `$ref`. */
export function getDefinition($ref: string, root: Schema): Schema {
  const definition = root.$defs?.[getDefinitionName($ref)];
  if (definition === undefined) throw new Error(`The schema does not define ${$ref}.`);
  return definition;
}

/** Returns the name of the definition in a `$ref`. */
export function getDefinitionName($ref: string): string {
  return $ref.replace('#/$defs/', '');
}

const cache = new WeakMap<Schema, Check>();

/** Returns a schema as a cached function. An explanation evaluates the same schemas many times. */
function getCheck(schema: Schema, root: Schema): Check {
  const cached = cache.get(schema);
  if (cached !== undefined) return cached;
  const own = createKeywordChecks(schema).map(([, check]) => check);
  const check = combineChecks([...own, ...createCompositionChecks(schema, root), ...createContentChecks(schema, root)]);
  cache.set(schema, check);
  return check;
}

function combineChecks(checks: readonly Check[]): Check {
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return value => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

function createCompositionChecks(schema: Schema, root: Schema): Check[] {
  const { $ref, allOf = [], anyOf, not, if: condition, then } = schema;
  const checks = allOf.map(each => getCheck(each, root));
  if ($ref !== undefined) checks.push(getCheck(getDefinition($ref, root), root));
  if (anyOf !== undefined) {
    const alternatives = anyOf.map(each => getCheck(each, root));
    checks.push(value => alternatives.some(check => check(value)));
  }
  if (not !== undefined) {
    const forbidden = getCheck(not, root);
    checks.push(value => !forbidden(value));
  }
  if (condition !== undefined && then !== undefined) {
    const [applies, consequence] = [getCheck(condition, root), getCheck(then, root)];
    checks.push(value => !applies(value) || consequence(value));
  }
  return checks;
}

function createContentChecks({ items, properties = {}, required = [] }: Schema, root: Schema): Check[] {
  const checks: Check[] = [];
  if (items !== undefined) {
    const check = getCheck(items, root);
    checks.push(value => !Array.isArray(value) || value.every(check));
  }
  const names = new Set([...Object.keys(properties), ...required]);
  const members = [...names].map(name => {
    const schema = properties[name];
    return { name, check: schema && getCheck(schema, root), isRequired: required.includes(name) };
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
