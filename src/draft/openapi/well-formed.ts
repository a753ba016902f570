import { isObject, type Node } from './node.ts';

/**
 * A document without what stands where it cannot be, such as a text among parameters: whoever reads on may take the
 * form of things for granted, if not their presence. Members of other names are kept as they are.
 */
export function wellFormed(tree: Node): Node {
  return document(tree) ?? {};
}

/** The value in the form that belongs there; undefined when nothing of it does. */
type Form<T> = (value: unknown) => T | undefined;

const text: Form<string> = value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
const texts: Form<readonly string[]> = value => (typeof value === 'string' ? [value] : list(text)(value));
const any: Form<Node> = value => (isObject(value) ? value : undefined);
const absent: Form<never> = () => undefined;

function list<T>(form: Form<T>): Form<readonly T[]> {
  return value => (Array.isArray(value) ? value.flatMap(item => form(item) ?? []) : undefined);
}

function map<T>(form: Form<T>): Form<Readonly<Record<string, T>>> {
  return value => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(value).map(([name, item]) => [name, form(item)] as const);
    return Object.fromEntries(entries.flatMap(([name, item]) => (item === undefined ? [] : [[name, item]])));
  };
}

/** An object, some of whose members have a form of their own. */
function object(forms: Readonly<Record<string, Form<unknown>>>): Form<Node> {
  return value => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(value).map(([name, member]) => {
      const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
      return [name, form ? form(member) : member] as const;
    });
    return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
  };
}

const content = map(object({ schema: any, example: absent, examples: absent }));
const anyParameter = object({ $ref: text, name: text, in: text, description: text, schema: any, items: any, content });
/** A parameter without a place to go is none. */
const parameter: Form<Node> = value => {
  const found = anyParameter(value);
  return found?.in === undefined && found?.$ref === undefined ? undefined : found;
};
const response = object({ $ref: text, description: text, schema: any, content, headers: absent, examples: absent });
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
  security: list(map(texts)),
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
  security: list(map(texts)),
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
    examples: absent,
    headers: absent,
    links: absent,
    callbacks: absent,
  }),
});
