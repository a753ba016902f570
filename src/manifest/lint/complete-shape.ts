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
  /** The location of the current value, which changes during the descent. */
  readonly parts: (string | number)[];
}

function complete(value: unknown, declared: Schema, scope: Scope): unknown {
  const schema = chooseSchema(value, declared, scope.root);
  if (schema === undefined) {
    scope.replaced.push(pointerOf(scope.parts));
    return createEmpty(declared, scope.root);
  }
  const { items, properties } = schema;
  if (Array.isArray(value)) return items === undefined ? value : completeItems(value, items, scope);
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  return completeMembers(value as Members, schema, scope);
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the same list if no item changes, because most parts of a document are valid. */
function completeItems(list: readonly unknown[], items: Schema, scope: Scope): readonly unknown[] {
  let completed: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    // The result is not used.
    if (scope.replaced.length > MAX_REPLACED) break;
    const item = completeAt(index, list[index], items, scope);
    if (item === list[index]) continue;
    completed ??= [...list];
    completed[index] = item;
  }
  return completed ?? list;
}

/** Returns the same object if no member changes. */
function completeMembers(object: Members, { properties = {}, required = [] }: Schema, scope: Scope): Members {
  let completed: Record<string, unknown> | undefined;
  for (const name in properties) {
    const property = properties[name] as Schema;
    const member = Object.hasOwn(object, name) ? object[name] : undefined;
    const isRequired = required.includes(name);
    if (member === undefined && !isRequired) continue;
    if (isRequired || chooseSchema(member, property, scope.root) !== undefined) {
      const completedMember = completeAt(name, member, property, scope);
      if (completedMember === member) continue;
      completed ??= { ...object };
      completed[name] = completedMember;
    } else {
      scope.replaced.push(pointerOf([...scope.parts, name]));
      completed ??= { ...object };
      delete completed[name];
    }
  }
  return completed ?? object;
}

function completeAt(part: string | number, value: unknown, schema: Schema, scope: Scope): unknown {
  scope.parts.push(part);
  const completed = complete(value, schema, scope);
  scope.parts.pop();
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
