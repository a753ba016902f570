import { type JsonSchema, resolved } from '../markdown/json-schema.ts';

/** Describes the members of an object, two levels deep, such as ` with meta, data (id, name)`. Empty for other types. */
export function memberNames(schema: JsonSchema, root: object): string {
  const members = membersOf(schema, root).map(([name, member]) => {
    const inner = membersOf(member, root).map(([each]) => each);
    return inner.length > 0 ? `${name} (${inner.join(', ')})` : name;
  });
  return members.length > 0 ? ` with ${members.join(', ')}` : '';
}

function membersOf(schema: JsonSchema, root: object): [string, JsonSchema][] {
  return Object.entries(resolved(schema, root).properties ?? {});
}
