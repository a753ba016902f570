import { isObject } from '#manifest/json-object.ts';
import { listIn, type Node, objectIn } from './document/node.ts';
import type { References } from './document/references.ts';
import { removeHidden } from './texts/plain-text.ts';

/** The maximum size of an example in a manifest, as JSON. Larger ones would fill a manifest of 1 MiB with data. */
const MAX_EXAMPLE = 2000;

/**
 * Returns the example of a schema or parameter, from `example` or the first of `examples`, without hidden characters. Undefined
 * if it is too large.
 */
export function toExample(example: unknown, examples: unknown, references: References): unknown {
  const value = example ?? findFirst(examples, references);
  if (value === undefined || isTooLarge(value) || isRounded(value)) return undefined;
  const visible = removeHidden(value);
  return visible === '' ? undefined : visible;
}

/** Returns the example of a media type. */
export function toExamples(media: unknown, references: References): unknown {
  const { example, examples } = objectIn(media);
  return toExample(example, examples, references);
}

/** Whether an example is sent or received. A request has no `readOnly` members, and a response no `writeOnly` members. */
export type Direction = 'request' | 'response';

/**
 * Returns an example value of a schema, made from the examples, defaults, and enums that it declares. Undefined if a required
 * member has none of them.
 */
export function composeExample(schema: unknown, references: References, direction: Direction, depth = 0): unknown {
  const node = references.resolveSchema(schema);
  if (!node || depth > MAX_DEPTH) return undefined;
  const own = toExample(node.example, node.examples, references) ?? node.const ?? node.default ?? listIn(node.enum)[0];
  if (own !== undefined) return isTooLarge(own) || isRounded(own) ? undefined : removeHidden(own);
  if (isObject(node.properties)) {
    const required = listIn(node.required);
    const members: [string, unknown][] = [];
    for (const [name, property] of Object.entries(node.properties).slice(0, MAX_MEMBERS)) {
      if (references.resolveSchema(property)?.[EXCLUDED[direction]] === true) continue;
      const value = composeExample(property, references, direction, depth + 1);
      if (value === undefined && required.includes(name)) return undefined;
      if (value !== undefined && (required.includes(name) || depth < 2)) members.push([name, value]);
    }
    const value = Object.fromEntries(members);
    return members.length === 0 || isTooLarge(value) ? undefined : removeHidden(value);
  }
  const item = node.items === undefined ? undefined : composeExample(node.items, references, direction, depth + 1);
  return item === undefined ? undefined : [item];
}

const EXCLUDED = { request: 'readOnly', response: 'writeOnly' } as const;
const MAX_DEPTH = 5;
const MAX_MEMBERS = 60;

/** The examples of OpenAPI are named objects with a value; those of JSON Schema are a list of values. */
function findFirst(examples: unknown, references: References): unknown {
  if (Array.isArray(examples)) return examples[0];
  for (const each of Object.values(objectIn(examples))) {
    const node: Node | undefined = references.resolve(each);
    // OpenAPI 3.2 calls the value `dataValue`.
    const value = node?.dataValue ?? node?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns whether a value has integers above 2^53, which the parser of the document may have rounded. */
export function isRounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isRounded);
}

function isTooLarge(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_EXAMPLE;
  if (typeof value !== 'object') return false;
  return JSON.stringify(value).length > MAX_EXAMPLE;
}
