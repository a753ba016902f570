import type { PlacedParameter } from '#calls/parameters/located-parameter.ts';
import { nameArguments } from '#calls/parameters/name-arguments.ts';
import { toList } from '#calls/parameters/to-list.ts';
import { printable } from '#manifest/text/excerpt.ts';

/** A JSON Schema of the arguments of a tool. */
export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export interface ToolInput {
  readonly schema: ToolSchema;
  /** The arguments of the request plan by property of the schema. */
  readonly argumentNames: ReadonlyMap<string, string>;
}

const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_TYPE_LENGTH = 200;

/**
 * Creates the schema of the arguments of an endpoint. Property names are valid for all model providers. Texts are from the
 * publisher, without control and hidden characters.
 */
export function createToolInput(parameters: readonly PlacedParameter[]): ToolInput {
  const names = nameArguments(parameters);
  const argumentNames = new Map<string, string>();
  const properties: Record<string, Readonly<Record<string, unknown>>> = {};
  const required: string[] = [];
  for (const [at, parameter] of parameters.entries()) {
    const argument = names[at] ?? parameter.name;
    const property = claimProperty(argument, argumentNames);
    argumentNames.set(property, argument);
    properties[property] = createProperty(parameter);
    if (parameter.required) required.push(property);
  }
  return { schema: { type: 'object', properties, required, additionalProperties: false }, argumentNames };
}

function claimProperty(argument: string, used: ReadonlyMap<string, string>): string {
  const base = trimUnderscores(argument.replace(/[^A-Za-z0-9_.-]+/g, '_')).slice(0, MAX_NAME_LENGTH) || 'value';
  let name = base;
  for (let count = 2; used.has(name) || name === '__proto__'; count += 1)
    name = `${base.slice(0, MAX_NAME_LENGTH - 4)}_${count}`;
  return name;
}

/** An expression for the end would start at each underscore of a long name, which takes time in proportion to their square. */
function trimUnderscores(text: string): string {
  if (text === '_') return text;
  let [start, end] = [0, text.length];
  while (text[start] === '_') start += 1;
  while (end > start && text[end - 1] === '_') end -= 1;
  return text.slice(start, end);
}

function createProperty(parameter: PlacedParameter): Readonly<Record<string, unknown>> {
  const { type, description, enum: allowed, default: fallback, example } = parameter;
  const plain = toPlainText(description, MAX_DESCRIPTION_LENGTH);
  return {
    ...addEnum(toJsonType(type), plain, allowed),
    ...(fallback !== undefined && { default: toList(fallback, parameter) }),
    ...(example !== undefined && { examples: [toList(example, parameter)] }),
  };
}

/**
 * Adds allowed values to a schema. Those of a list are of its items, and a nullable type also allows null. If the type has a list
 * and other types, they are of the items or of the value, which a plan accepts but `enum` cannot express.
 */
function addEnum(
  schema: Readonly<Record<string, unknown>>,
  description: string,
  allowed: readonly unknown[] | undefined,
): Readonly<Record<string, unknown>> {
  const types = [schema.type].flat();
  const others = types.filter(type => type !== 'array' && type !== 'null');
  if (allowed === undefined || (types.includes('array') && others.length > 0)) return { ...schema, description };
  if (types.includes('array')) return { ...schema, items: { ...Object(schema.items), enum: allowed }, description };
  const isNullable = types.includes('null') && !allowed.includes(null);
  return { ...schema, description, enum: isNullable ? [...allowed, null] : allowed };
}

/** Returns the JSON type of a type in any common notation. Empty if it is unknown. */
function toJsonType(type: string): Readonly<Record<string, unknown>> {
  // Each list in a list is one call deeper, and a publisher can write thousands.
  if (type.length > MAX_TYPE_LENGTH) return {};
  const text = type.trim().toLowerCase();
  if (text.includes(' or ')) return toUnion(text.split(' or ').map(toJsonType));
  const [, item] = /^(?:array|list)(?: of |<)(.+?)>?s?$/.exec(text) ?? /^(.+)\[\]$/.exec(text) ?? [];
  if (item !== undefined) return { type: 'array', items: toJsonType(item) };
  const found = TYPES.find(([pattern]) => pattern.test(text))?.[1];
  if (found === 'array') return { type: 'array', items: {} };
  return found === undefined ? {} : { type: found };
}

/** Joins the types of several alternatives. Empty if one of them is unknown. */
function toUnion(alternatives: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const types = alternatives.flatMap(({ type }) => type ?? []);
  return types.length < alternatives.length ? {} : { ...Object.assign({}, ...alternatives), type: [...new Set(types)] };
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(string|str|text|date|date-?time|time|uuid|uri|url|email|enum|password|byte|binary|file)$/, 'string'],
  [/^(integer|int|int32|int64|long)$/, 'integer'],
  [/^(number|float|double|decimal)$/, 'number'],
  [/^(boolean|bool)$/, 'boolean'],
  [/^(array|list)$/, 'array'],
  [/^(object|map|dict|json)$/, 'object'],
  [/^null$/, 'null'],
];

/** Removes hidden characters from a text of a publisher and limits its length. */
export function toPlainText(text: string, maxLength: number): string {
  const plain = printable(text.replace(/\s+/g, ' ').trim()).replace(/\\u[0-9a-f]{4}/g, '');
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1)}…`;
}
