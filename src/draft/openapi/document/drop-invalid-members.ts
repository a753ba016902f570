import { isObject } from '#manifest/json-object.ts';
import type { Node } from './node.ts';

/**
 * Removes members with the wrong type, such as text in a list of parameters, so that later code can rely on types but not on
 * presence. Keeps members that it does not know.
 */
export function dropInvalidMembers(tree: Node): Node {
  return document(tree) ?? {};
}

/** Returns the valid part of a value. Undefined if the value has the wrong type. */
type Filter<T> = (value: unknown) => T | undefined;

const text: Filter<string> = value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
const texts: Filter<readonly string[]> = value => (typeof value === 'string' ? [value] : list(text)(value));
const any: Filter<Node> = value => (isObject(value) ? value : undefined);
const absent: Filter<never> = () => undefined;

function list<T>(filter: Filter<T>): Filter<readonly T[]> {
  return value => {
    if (!Array.isArray(value)) return undefined;
    const kept = value.map(filter);
    return isUnchanged(value, kept) ? value : kept.filter(item => item !== undefined);
  };
}

function map<T>(filter: Filter<T>): Filter<Readonly<Record<string, T>>> {
  return value => (isObject(value) ? (filterMembers(value, () => filter) as Readonly<Record<string, T>>) : undefined);
}

/** Creates a filter for objects with filters for some members. */
function object(filters: Readonly<Record<string, Filter<unknown>>>): Filter<Node> {
  const byName = new Map(Object.entries(filters));
  return value => (isObject(value) ? filterMembers(value, name => byName.get(name)) : undefined);
}

/** Returns the same object if all members are valid, because copies of large documents need much memory. */
function filterMembers(node: Node, getFilter: (name: string) => Filter<unknown> | undefined): Node {
  const names = Object.keys(node);
  const values = names.map(name => {
    const filter = getFilter(name);
    return filter === undefined ? node[name] : filter(node[name]);
  });
  const isSame = names.every((name, index) => values[index] !== undefined && values[index] === node[name]);
  if (isSame) return node;
  const entries = names.map((name, index) => [name, values[index]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isUnchanged(before: readonly unknown[], after: readonly unknown[]): boolean {
  return after.every((item, index) => item !== undefined && item === before[index]);
}

/**
 * A requirement names its schemes, whatever their values: a list of scopes that is missing, as in the YAML `- key:`, must not turn
 * required credentials into none.
 */
const requirement: Filter<Readonly<Record<string, readonly string[]>>> = value => {
  if (typeof value === 'string') return { [value]: [] };
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([name, scopes]) => [name, texts(scopes) ?? []] as const);
  return entries.every(([name, scopes]) => scopes === value[name])
    ? (value as Readonly<Record<string, readonly string[]>>)
    : Object.fromEntries(entries);
};
/** A list of alternatives. Documents also write a single one without the list. */
const requirements: Filter<readonly unknown[]> = value => {
  const only = Array.isArray(value) ? undefined : requirement(value);
  return only === undefined ? list(requirement)(value) : [only];
};

const media = object({ $ref: text, schema: any, itemSchema: any, encoding: any });
const content = map(media);
const anyParameter = object({ $ref: text, name: text, in: text, description: text, schema: any, items: any, content });
/** A parameter needs a location or a reference. */
const parameter: Filter<Node> = value => {
  const found = anyParameter(value);
  return found?.in === undefined && found?.$ref === undefined ? undefined : found;
};
const response = object({ $ref: text, summary: text, description: text, schema: any, content, headers: absent });
const requestBody = object({ $ref: text, description: text, content });
const server = object({ url: text, variables: map(any) });
const operation = object({
  operationId: text,
  summary: text,
  description: text,
  tags: texts,
  consumes: texts,
  produces: texts,
  schemes: texts,
  parameters: list(parameter),
  requestBody,
  responses: map(response),
  security: requirements,
  servers: list(server),
  callbacks: absent,
});
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const path = object({
  $ref: text,
  parameters: list(parameter),
  servers: list(server),
  ...Object.fromEntries(methods.map(method => [method, operation])),
});
const document = object({
  openapi: text,
  swagger: text,
  info: object({ title: text, version: text, description: text, summary: text, contact: any }),
  host: text,
  basePath: text,
  schemes: texts,
  consumes: texts,
  produces: texts,
  servers: list(server),
  security: requirements,
  tags: list(any),
  externalDocs: any,
  paths: map(path),
  webhooks: absent,
  definitions: map(any),
  parameters: map(parameter),
  responses: map(response),
  securityDefinitions: map(object({ type: text, scopes: any })),
  components: object({
    schemas: map(any),
    parameters: map(parameter),
    responses: map(response),
    requestBodies: map(requestBody),
    securitySchemes: map(object({ type: text })),
    pathItems: map(path),
    mediaTypes: map(media),
    examples: any,
    headers: absent,
    links: absent,
    callbacks: absent,
  }),
});
