import { definitionOf, fits, nameOf } from './fits.ts';
import { isOfType, type Schema, typesOf } from './schema.ts';

/** A schema that applies to a value, with the name of its definition when a `$ref` led to it. */
export interface Rule {
  readonly schema: Schema;
  readonly definition?: string;
}

/** A schema, and those that it brings in for a value: by reference, always, on a condition, or as the closest alternative. */
export function applicable(rule: Rule, value: unknown, root: Schema): Rule[] {
  if (!isComposed(rule.schema)) return [rule];
  const { $ref, allOf = [], anyOf, if: condition, then } = rule.schema;
  const further: Rule[] = $ref === undefined ? [] : [referred($ref, root)];
  for (const schema of allOf) further.push({ schema });
  if (condition !== undefined && then !== undefined && fits(condition, value, root)) further.push({ schema: then });
  const alternative = anyOf === undefined ? undefined : closest(anyOf, value, root);
  if (alternative !== undefined) further.push({ schema: alternative });
  return [rule, ...further.flatMap(added => applicable(added, value, root))];
}

/** A schema and the one it refers to: what is said of a place whatever its value. */
export function unconditional(schema: Schema, root: Schema): Rule[] {
  return schema.$ref === undefined ? [{ schema }] : [{ schema }, referred(schema.$ref, root)];
}

/** Whether a schema says more than what it says itself. */
function isComposed({ $ref, allOf, anyOf, not, if: condition }: Schema): boolean {
  return [$ref, allOf, anyOf, not, condition].some(keyword => keyword !== undefined);
}

/** The keyword by which a value breaks the choices of a schema: `type` when its type rules out every alternative. */
export function brokenChoice(
  { not, anyOf }: Schema,
  value: unknown,
  root: Schema,
): 'not' | 'anyOf' | 'type' | undefined {
  if (not !== undefined && fits(not, value, root)) return 'not';
  if (anyOf === undefined || anyOf.some(schema => fits(schema, value, root))) return undefined;
  if (closest(anyOf, value, root) !== undefined) return undefined;
  return anyOf.some(schema => takesType(schema, value, root)) ? 'anyOf' : 'type';
}

/** The schemas from which a value may choose, else the schema itself. */
export function alternativesOf(schema: Schema, root: Schema): Schema[] {
  return (schema.anyOf ?? [schema]).flatMap(each => unconditional(each, root).map(rule => rule.schema));
}

function referred($ref: string, root: Schema): Rule {
  return { schema: definitionOf($ref, root), definition: nameOf($ref) };
}

/** The one alternative that fits, or else was most likely meant: it takes the type, most of its members are there, fewest are missing. */
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
  const { required = [] } = schema;
  const there = required.filter(name => typeof value === 'object' && value !== null && Object.hasOwn(value, name));
  return 10 * there.length + 1 / (1 + required.length);
}

function takesType(schema: Schema, value: unknown, root: Schema): boolean {
  const types = unconditional(schema, root).flatMap(rule => typesOf(rule.schema));
  return types.length === 0 || types.some(type => isOfType(value, type));
}
