import { fits, getDefinition, getDefinitionName } from './fits.ts';
import { isOfType, listTypes, type Schema } from './schema.ts';

/** A schema that applies to a value, with the name of its definition if it was reached through a `$ref`. */
export interface Rule {
  readonly schema: Schema;
  readonly definition?: string;
}

/** Returns a schema with all subschemas that apply to a value: `$ref`, `allOf`, `then`, and the closest of `anyOf`. */
export function listApplicable(rule: Rule, value: unknown, root: Schema): Rule[] {
  if (!isComposed(rule.schema)) return [rule];
  const { $ref, allOf = [], anyOf, if: condition, then } = rule.schema;
  const further: Rule[] = $ref === undefined ? [] : [resolveReference($ref, root)];
  for (const schema of allOf) further.push({ schema });
  if (condition !== undefined && then !== undefined && fits(condition, value, root)) further.push({ schema: then });
  const alternative = anyOf === undefined ? undefined : findClosest(anyOf, value, root);
  if (alternative !== undefined) further.push({ schema: alternative });
  return [rule, ...further.flatMap(added => listApplicable(added, value, root))];
}

/** Returns a schema with the schema of its `$ref`, which apply to every value. */
export function listUnconditional(schema: Schema, root: Schema): Rule[] {
  return schema.$ref === undefined ? [{ schema }] : [{ schema }, resolveReference(schema.$ref, root)];
}

/** Returns whether a schema has subschemas for the same value. */
function isComposed({ $ref, allOf, anyOf, not, if: condition }: Schema): boolean {
  return [$ref, allOf, anyOf, not, condition].some(keyword => keyword !== undefined);
}

/** Returns the choice keyword that a value violates. `type` means that its type excludes every alternative. */
export function findBrokenChoice(
  { not, anyOf }: Schema,
  value: unknown,
  root: Schema,
): 'not' | 'anyOf' | 'type' | undefined {
  if (not !== undefined && fits(not, value, root)) return 'not';
  if (anyOf === undefined || anyOf.some(schema => fits(schema, value, root))) return undefined;
  if (findClosest(anyOf, value, root) !== undefined) return undefined;
  return anyOf.some(schema => acceptsType(schema, value, root)) ? 'anyOf' : 'type';
}

/** Returns the alternatives of a schema, or the schema itself if it declares the type of all of them or has none. */
export function listAlternatives(schema: Schema, root: Schema): Schema[] {
  const { anyOf = [schema] } = schema;
  const alternatives = listTypes(schema).length > 0 ? [schema] : anyOf;
  return alternatives.flatMap(each => listUnconditional(each, root).map(rule => rule.schema));
}

function resolveReference($ref: string, root: Schema): Rule {
  return { schema: getDefinition($ref, root), definition: getDefinitionName($ref) };
}

/** Returns the alternative that fits or that was most likely intended: matching type, most present and fewest missing members. */
function findClosest(alternatives: readonly Schema[], value: unknown, root: Schema): Schema | undefined {
  const ranked = alternatives
    .map(schema => ({ schema, rank: rankAlternative(schema, value, root) }))
    .sort((a, b) => b.rank - a.rank);
  const [first, second] = ranked;
  return first === undefined || first.rank === second?.rank || first.rank < 0 ? undefined : first.schema;
}

function rankAlternative(schema: Schema, value: unknown, root: Schema): number {
  if (fits(schema, value, root)) return Number.POSITIVE_INFINITY;
  if (!acceptsType(schema, value, root)) return -1;
  const { required = [] } = schema;
  const present = required.filter(name => typeof value === 'object' && value !== null && Object.hasOwn(value, name));
  return 10 * present.length + 1 / (1 + required.length);
}

function acceptsType(schema: Schema, value: unknown, root: Schema): boolean {
  const types = listUnconditional(schema, root).flatMap(rule => listTypes(rule.schema));
  return types.length === 0 || types.some(type => isOfType(value, type));
}
