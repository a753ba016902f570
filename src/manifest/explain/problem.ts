import { findBrokenChoice, listAlternatives, listApplicable, listUnconditional, type Rule } from './composition.ts';
import { fits } from './fits.ts';
import { findBrokenKeyword, type Keyword } from './keyword-checks.ts';
import type { Schema } from './schema.ts';

/** One violation of a schema. */
export interface Problem {
  readonly parts: readonly (string | number)[];
  /** `anyOf` if no alternative fits, `not` if a forbidden schema fits. */
  readonly keyword: Keyword | 'required' | 'not' | 'anyOf';
  /** The schema with the violated keyword. */
  readonly schema: Schema;
  /** The alternatives of the violated schema, or the schema itself if it has none. */
  readonly alternatives: readonly Schema[];
  /** The documentation of this location in the schemas. */
  readonly about: About;
  /** The invalid value. Undefined if a member is missing. */
  readonly value: unknown;
}

export interface About {
  readonly description?: string | undefined;
  readonly examples?: readonly unknown[] | undefined;
  /** The name under `$defs` of the schema that a `$ref` refers to. */
  readonly definition?: string | undefined;
}

/**
 * Finds the violations of a schema lazily, in the order of its properties, at most one per location. The compiled validators
 * decide whether a value is valid. This slower function explains why it is not. Never descends deeper than the schema.
 */
export function findProblems(root: Schema, value: unknown): Generator<Problem> {
  return findProblemsAt([], [root], value, root);
}

function* findProblemsAt(
  parts: Problem['parts'],
  schemas: readonly Schema[],
  value: unknown,
  root: Schema,
): Generator<Problem> {
  const rules = schemas.flatMap(schema => listApplicable({ schema }, value, root));
  for (const { schema } of rules) {
    const keyword = findBrokenKeyword(schema, value) ?? findBrokenChoice(schema, value, root);
    if (keyword === undefined) continue;
    yield { parts, keyword, schema, alternatives: listAlternatives(schema, root), about: getAbout(rules), value };
    return;
  }
  if (Array.isArray(value)) {
    const items = rules.flatMap(({ schema }) => schema.items ?? []);
    if (items.length === 0) return;
    for (const [index, item] of value.entries())
      if (!items.every(schema => fits(schema, item, root))) yield* findProblemsAt([...parts, index], items, item, root);
  } else if (typeof value === 'object' && value !== null) {
    yield* findMemberProblems(parts, rules, value as Readonly<Record<string, unknown>>, root);
  }
}

function* findMemberProblems(
  parts: Problem['parts'],
  rules: readonly Rule[],
  object: Readonly<Record<string, unknown>>,
  root: Schema,
): Generator<Problem> {
  const named = rules.flatMap(({ schema }) => [...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])]);
  for (const name of new Set(named)) {
    const schemas = rules.flatMap(({ schema }) => schema.properties?.[name] ?? []);
    const isPresent = Object.hasOwn(object, name);
    if (isPresent && schemas.every(schema => fits(schema, object[name], root))) continue;
    const location = [...parts, name];
    const requiring = rules.find(({ schema }) => schema.required?.includes(name));
    if (isPresent) yield* findProblemsAt(location, schemas, object[name], root);
    else if (requiring !== undefined) {
      const about = getAbout(schemas.flatMap(schema => listUnconditional(schema, root)));
      yield {
        parts: location,
        keyword: 'required',
        schema: requiring.schema,
        alternatives: [],
        about,
        value: undefined,
      };
    }
  }
}

function getAbout(rules: readonly Rule[]): About {
  return {
    description: rules.find(({ schema }) => schema.description !== undefined)?.schema.description,
    examples: rules.find(({ schema }) => schema.examples !== undefined)?.schema.examples,
    definition: rules.find(({ definition }) => definition !== undefined)?.definition,
  };
}
