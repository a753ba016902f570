import { type JsonSchema, resolved } from '../markdown/json-schema.ts';

/** The members of an object, and of the objects right inside it, in words: ` with meta, data (id, name)`. Empty for anything else. */
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
