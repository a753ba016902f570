import { brokenKeyword, type Keyword } from './broken-keyword.ts';
import { isOfType, type Schema, typeName, typesOf } from './schema.ts';

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

interface Rule {
  readonly schema: Schema;
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
    const keyword = brokenKeyword(schema, value) ?? brokenComposition(schema, value, root);
    if (keyword === undefined) continue;
    yield { parts, keyword, schema, alternatives: alternativesOf(schema, root), about: aboutOf(rules), value };
    return;
  }
  if (Array.isArray(value)) {
    const items = rules.flatMap(({ schema }) => schema.items ?? []);
    if (items.length === 0) return;
    for (const [index, item] of value.entries()) yield* problemsAt([...parts, index], items, item, root);
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
    const place = [...parts, name];
    const schemas = rules.flatMap(({ schema }) => schema.properties?.[name] ?? []);
    const demanding = rules.find(({ schema }) => schema.required?.includes(name));
    if (Object.hasOwn(object, name)) yield* problemsAt(place, schemas, object[name], root);
    else if (demanding !== undefined) {
      const about = aboutOf(schemas.flatMap(schema => withReferred(schema, root)));
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

/** The schema, and those that it brings in for this value: by reference, always, on a condition, or as the best alternative. */
function applicable(rule: Rule, value: unknown, root: Schema): Rule[] {
  const { $ref, allOf = [], anyOf, if: condition, then } = rule.schema;
  const further: Rule[] = allOf.map(schema => ({ schema }));
  if ($ref !== undefined) further.unshift(referred($ref, root));
  if (condition !== undefined && then !== undefined && fits(condition, value, root)) further.push({ schema: then });
  const alternative = anyOf === undefined ? undefined : closest(anyOf, value, root);
  if (alternative !== undefined) further.push({ schema: alternative });
  return [rule, ...further.flatMap(added => applicable(added, value, root))];
}

function withReferred(schema: Schema, root: Schema): Rule[] {
  return schema.$ref === undefined ? [{ schema }] : [{ schema }, referred(schema.$ref, root)];
}

function referred($ref: string, root: Schema): Rule {
  const definition = $ref.replace('#/$defs/', '');
  const schema = root.$defs?.[definition];
  if (schema === undefined) throw new Error(`The schema refers to ${$ref}, which it does not define.`);
  return { schema, definition };
}

/** Whether a JSON value keeps a schema. */
export function fits(schema: Schema, value: unknown, root: Schema): boolean {
  return problemsAt([], [schema], value, root).next().done === true;
}

/** The alternative that fits, or the only one that is closest: of the value's type, with most members there, fewest missing. */
function closest(alternatives: readonly Schema[], value: unknown, root: Schema): Schema | undefined {
  const ranked = alternatives
    .map(schema => ({ schema, rank: closeness(schema, value, root) }))
    .sort((a, b) => b.rank - a.rank);
  const [first, second] = ranked;
  return first === undefined || first.rank === second?.rank || first.rank < 0 ? undefined : first.schema;
}

function closeness(schema: Schema, value: unknown, root: Schema): number {
  if (fits(schema, value, root)) return Number.POSITIVE_INFINITY;
  if (!takesType(schema, value, root)) return -1;
  const required = schema.required ?? [];
  const there = required.filter(name => typeName(value) === 'object' && Object.hasOwn(value as object, name));
  return 10 * there.length + (required.length === 0 ? 0 : 1 / required.length);
}

function takesType(schema: Schema, value: unknown, root: Schema): boolean {
  const types = withReferred(schema, root).flatMap(rule => typesOf(rule.schema));
  return types.length === 0 || types.some(type => isOfType(value, type));
}

function brokenComposition({ not, anyOf }: Schema, value: unknown, root: Schema): Problem['keyword'] | undefined {
  if (not !== undefined && fits(not, value, root)) return 'not';
  if (anyOf === undefined || closest(anyOf, value, root) !== undefined) return undefined;
  if (anyOf.some(schema => fits(schema, value, root))) return undefined;
  return anyOf.some(schema => takesType(schema, value, root)) ? 'anyOf' : 'type';
}

function alternativesOf(schema: Schema, root: Schema): Schema[] {
  return (schema.anyOf ?? [schema]).flatMap(each => withReferred(each, root).map(rule => rule.schema));
}

function aboutOf(rules: readonly Rule[]): About {
  return {
    description: rules.find(({ schema }) => schema.description !== undefined)?.schema.description,
    examples: rules.find(({ schema }) => schema.examples !== undefined)?.schema.examples,
    definition: rules.find(({ definition }) => definition !== undefined)?.definition,
  };
}
