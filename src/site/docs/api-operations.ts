import type { DocumentedResponse, OpenApi, OpenApiSchema, Operation, Parameter } from '../data/reference.ts';
import { createAnchors } from '../format/anchors.ts';
import { type Member, memberOf, membersOf, type TypePart, typeParts } from './api-types.ts';

/** An endpoint in the API reference. */
export interface ApiOperation {
  readonly anchor: string;
  /** The name of its resource. */
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly parameters: readonly (Member & { readonly place: string; readonly example: string | undefined })[];
  /** The members of the request body. */
  readonly body: readonly Member[];
  readonly answers: readonly ApiResponse[];
  /** A command that calls it. */
  readonly request: string;
}

export interface ApiResponse {
  readonly status: string;
  readonly text: string;
  readonly contents: readonly { readonly mediaType: string; readonly type: readonly TypePart[] }[];
  /** The members of the response if its schema has no name, without those of the envelope. */
  readonly members: readonly Member[];
}

/** A named schema. */
export interface ApiSchema {
  readonly name: string;
  readonly anchor: string;
  readonly text: string;
  readonly members: readonly Member[];
}

/** The endpoints of an OpenAPI description, in order. */
export function operationsOf(document: OpenApi, registryUrl: string): readonly ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(document, registryUrl, path, method, operation)),
  );
}

/** The named schemas of the endpoints, without those of the manifest, which has its own reference. */
export function schemasOf(document: OpenApi): readonly ApiSchema[] {
  return Object.entries(document.components.schemas)
    .filter(([name]) => !name.startsWith('Manifest'))
    .map(([name, schema]) => ({
      name,
      anchor: getSchemaAnchor(name),
      text: schema.description ?? '',
      members: membersOf(schema, document),
    }));
}

/** The fragment of a named schema in the reference. */
export function getSchemaAnchor(name: string): string {
  return `schema-${kebab(name)}`;
}

function operationOf(
  document: OpenApi,
  registryUrl: string,
  path: string,
  method: string,
  operation: Operation,
): ApiOperation {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return {
    anchor: kebab(operationId),
    tag: tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    title: summary,
    text: description,
    parameters: parameters.map(parameter => ({
      ...memberOf(parameter.schema, document),
      text: parameter.description ?? parameter.schema.description ?? '',
      path: parameter.name,
      place: parameter.in,
      optional: parameter.required !== true,
      example: parameter.example === undefined ? undefined : String(parameter.example),
    })),
    body: body ? membersOf(body, document) : [],
    answers: Object.entries(responses).map(([status, answer]) => answerOf(document, status, answer)),
    request: requestOf(registryUrl + fillPlaceholders(path, parameters) + exampleQuery(parameters), body),
  };
}

function answerOf(document: OpenApi, status: string, { description, content = {} }: DocumentedResponse): ApiResponse {
  const contents = Object.entries(content);
  return {
    status,
    text: description,
    contents: contents.map(([mediaType, { schema }]) => ({ mediaType, type: typeParts(schema, document) })),
    members: contents
      .flatMap(([, { schema }]) => membersOf(schema, document))
      .filter(({ path }) => !ENVELOPE.has(path)),
  };
}

/** The members of every envelope. */
const ENVELOPE: ReadonlySet<string> = new Set(['meta', 'data', 'meta.spec_version', 'meta.endpoint_description']);

/** The path with a value for each variable. */
function fillPlaceholders(path: string, parameters: readonly Parameter[]): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find(each => each.name === name);
    const value = parameter?.example ?? parameter?.schema.enum?.[0];
    return value === undefined ? whole : encodeURIComponent(String(value));
  });
}

/** The first parameter of the query with its example, if it has one. */
function exampleQuery(parameters: readonly Parameter[]): string {
  const first = parameters.find(parameter => parameter.in === 'query' && parameter.example !== undefined);
  return first === undefined ? '' : `?${first.name}=${encodeURIComponent(String(first.example))}`;
}

function requestOf(address: string, body: OpenApiSchema | undefined): string {
  if (!body) return `curl '${address}'`;
  const given = Object.entries(body.properties ?? {}).filter(([, { examples }]) => examples !== undefined);
  const data = JSON.stringify(Object.fromEntries(given.map(([name, { examples }]) => [name, examples?.[0]])));
  return `curl '${address}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${data}'`;
}

function kebab(name: string): string {
  const [anchor = name] = createAnchors('', [name.replace(/([a-z0-9])([A-Z])/g, '$1 $2')]);
  return anchor.slice(1);
}
