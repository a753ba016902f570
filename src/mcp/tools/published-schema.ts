import { isObject } from '#manifest/json-object.ts';
import type { JsonSchema } from './output-schema.ts';
import type { Tool } from './tool.ts';

/**
 * Reduces the output schemas of tools to the types of their members, their descriptions, and the names of their own members.
 * Clients put the schemas of all tools into the context of a model, so each byte costs tokens in every conversation. Tests
 * check that results match the complete schemas.
 *
 * @returns the schemas by the names of the tools
 */
export function createPublishedSchemas(
  tools: readonly Pick<Tool, 'name' | 'output'>[],
): ReadonlyMap<string, JsonSchema> {
  return new Map(
    tools.map(({ name, output }) => {
      const first = tools.find(tool => tool.output === output);
      const isRepeated = first !== undefined && first.name !== name;
      return [name, isRepeated ? { type: 'object', description: `As in ${first.name}.` } : toPublishedSchema(output)];
    }),
  );
}

function toPublishedSchema({ type, properties = {} }: JsonSchema): JsonSchema {
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return { type, properties: Object.fromEntries(members.map(([name, member]) => [name, reduce(member)])) };
}

function reduce(schema: JsonSchema): JsonSchema {
  const { type, properties, items, anyOf, description } = schema;
  if (isList(anyOf)) {
    const [first = {}] = anyOf.filter(isObject).map(reduce);
    return { ...first, ...(first.type !== undefined && { type: [first.type, 'null'] }), ...about(description) };
  }
  if (isObject(items)) {
    const { type: itemType, description: names } = reduce(items);
    return { type, ...(itemType !== undefined && { items: { type: itemType } }), ...about(description ?? names) };
  }
  const names = isObject(properties) ? `${Object.keys(properties).join(', ')}` : undefined;
  return { ...(type !== undefined && { type }), ...about(description ?? names) };
}

function about(description: unknown): JsonSchema {
  return description === undefined ? {} : { description };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
