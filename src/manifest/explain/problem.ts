import { alternativesOf, applicable, brokenChoice, type Rule, unconditional } from './composition.ts';
import { fits } from './fits.ts';
import { brokenKeyword, type Keyword } from './keyword-checks.ts';
import type { Schema } from './schema.ts';

/** One way in which a value breaks a schema. */
export interface Problem {
  readonly parts: readonly (string | number)[];
  /** `anyOf` when none of several alternatives fits, `not` when a forbidden schema fits. */
  readonly keyword: Keyword | 'required' | 'not' | 'anyOf';
  /** The schema that holds the broken keyword. */
  readonly schema: Schema;
  /** The schemas that a value may choose from where the broken one offers alternatives, else the broken one. */
  readonly alternatives: readonly Schema[];
  /** What the schemas say of this place in general: description, examples, and the name under `$defs`. */
  readonly about: About;
  /** The offending value; undefined when a member is missing. */
  readonly value: unknown;
}

export interface About {
  readonly description?: string | undefined;
  readonly examples?: readonly unknown[] | undefined;
  /** The name under `$defs` of the schema that was reached by `$ref`. */
  readonly definition?: string | undefined;
}

/**
 * Explains why a JSON value breaks a schema: the problems in the order of the schema's properties, one for each place,
 * found lazily. The compiled validators give the verdict; this says the same in words that a person can act on, and
 * goes no deeper into the value than the schema does.
 */
export function problems(root: Schema, value: unknown): Generator<Problem> {
  return problemsAt([], [root], value, root);
}

function* problemsAt(
  parts: Problem['parts'],
  schemas: readonly Schema[],
  value: unknown,
  root: Schema,
): Generator<Problem> {
  const rules = schemas.flatMap(schema => applicable({ schema }, value, root));
  for (const { schema } of rules) {
    const keyword = brokenKeyword(schema, value) ?? brokenChoice(schema, value, root);
    if (keyword === undefined) continue;
    yield { parts, keyword, schema, alternatives: alternativesOf(schema, root), about: aboutOf(rules), value };
    return;
  }
  if (Array.isArray(value)) {
    const items = rules.flatMap(({ schema }) => schema.items ?? []);
    if (items.length === 0) return;
    for (const [index, item] of value.entries())
      if (!items.every(schema => fits(schema, item, root))) yield* problemsAt([...parts, index], items, item, root);
  } else if (typeof value === 'object' && value !== null) {
    yield* problemsOfMembers(parts, rules, value as Readonly<Record<string, unknown>>, root);
  }
}

function* problemsOfMembers(
  parts: Problem['parts'],
  rules: readonly Rule[],
  object: Readonly<Record<string, unknown>>,
  root: Schema,
): Generator<Problem> {
  const named = rules.flatMap(({ schema }) => [...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])]);
  for (const name of new Set(named)) {
    const schemas = rules.flatMap(({ schema }) => schema.properties?.[name] ?? []);
    const there = Object.hasOwn(object, name);
    if (there && schemas.every(schema => fits(schema, object[name], root))) continue;
    const place = [...parts, name];
    const demanding = rules.find(({ schema }) => schema.required?.includes(name));
    if (there) yield* problemsAt(place, schemas, object[name], root);
    else if (demanding !== undefined) {
      const about = aboutOf(schemas.flatMap(schema => unconditional(schema, root)));
      yield {
        parts: place,
        keyword: 'required',
        schema: demanding.schema,
        alternatives: [],
        about,
        value: undefined,
      };
    }
  }
}

function aboutOf(rules: readonly Rule[]): About {
  return {
    description: rules.find(({ schema }) => schema.description !== undefined)?.schema.description,
    examples: rules.find(({ schema }) => schema.examples !== undefined)?.schema.examples,
    definition: rules.find(({ definition }) => definition !== undefined)?.definition,
  };
}
