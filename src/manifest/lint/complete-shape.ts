import { getDefinition } from '../explain/fits.ts';
import { isOfType, listTypes, type Schema } from '../explain/schema.ts';
import { pointerOf } from '../pointer.ts';

/** A copy of a document in which each member has its type, so that lint rules can read it. */
export interface CompletedShape {
  readonly value: unknown;
  /** JSON Pointers of the members that were missing or had another type. */
  readonly replaced: readonly string[];
}

/**
 * Gives each required member that is missing or has the wrong type an empty value, and removes optional members of the wrong
 * type. Valid parts are shared with the document. Never descends deeper than the schema.
 *
 * @param root the schema of the format version, with its definitions
 * @returns undefined if more than 5,000 members were missing or had another type
 */
export function completeShape(document: unknown, root: Schema): CompletedShape | undefined {
  const replaced: string[] = [];
  const value = complete(document, root, { root, replaced, parts: [] });
  return replaced.length > MAX_REPLACED ? undefined : { value, replaced };
}

/**
 * The lint of a document takes time in proportion to its replaced members, and 1 MiB has space for 300,000 empty endpoints.
 * Such a document has enough errors to fix first.
 */
const MAX_REPLACED = 5000;

interface Scope {
  readonly root: Schema;
  readonly replaced: string[];
  readonly parts: readonly (string | number)[];
}

function complete(value: unknown, declared: Schema, scope: Scope): unknown {
  // The result is not used.
  if (scope.replaced.length > MAX_REPLACED) return undefined;
  const schema = chooseSchema(value, declared, scope.root);
  if (schema === undefined) {
    scope.replaced.push(pointerOf(scope.parts));
    return createEmpty(declared, scope.root);
  }
  const at = (part: string | number): Scope => ({ ...scope, parts: [...scope.parts, part] });
  const { items, properties, required = [] } = schema;
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item, index) => complete(item, items, at(index)));
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const members = Object.entries(properties).flatMap(([name, property]) => {
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (member === undefined && !required.includes(name)) return [];
    if (required.includes(name) || chooseSchema(member, property, scope.root) !== undefined)
      return [[name, complete(member, property, at(name))] as const];
    scope.replaced.push(pointerOf([...scope.parts, name]));
    return [[name, undefined] as const];
  });
  const completed = Object.fromEntries([...Object.entries(value), ...members]);
  for (const [name, member] of members) if (member === undefined) delete completed[name];
  return completed;
}

/** Returns the schema without references whose types include the type of a value. Undefined if no schema has it. */
function chooseSchema(value: unknown, schema: Schema, root: Schema): Schema | undefined {
  if (value === undefined) return undefined;
  return listChoices(schema, root).find(each => {
    const types = listTypes(each);
    return types.length === 0 || types.some(type => isOfType(value, type));
  });
}

function listChoices(schema: Schema, root: Schema): Schema[] {
  if (schema.$ref !== undefined) return listChoices(getDefinition(schema.$ref, root), root);
  const isChoiceOfTypes = schema.anyOf !== undefined && listTypes(schema).length === 0;
  return isChoiceOfTypes ? (schema.anyOf ?? []).flatMap(each => listChoices(each, root)) : [schema];
}

/** Returns the empty value of a schema's first type, with the required members of an object. */
function createEmpty(declared: Schema, root: Schema): unknown {
  const [schema = {}] = listChoices(declared, root);
  const [type = 'string'] = listTypes(schema);
  if (type !== 'object') return { string: '', boolean: false, array: [], null: null, integer: 0, number: 0 }[type];
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(required.map(name => [name, createEmpty(properties[name] ?? {}, root)]));
}
