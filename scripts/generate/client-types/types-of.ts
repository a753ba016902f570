import type { Schema } from './schema.ts';
import { comment, pascal, typeText } from './type-text.ts';

/** An OpenAPI 3.1 description, as far as types come from it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/**
 * The types of an API as TypeScript: one for each named schema, and for each operation its query (`…Query`), its body
 * (`…Body`) and its successful answer (`…Response`). The same description always gives the same text.
 */
export function typesOf({ paths, components }: Description): string {
  const operations = Object.values(paths).flatMap(path => Object.values(path));
  return [
    '// Made by scripts/generate/client-types.ts from the OpenAPI description of the API. Do not edit.',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => declarations(pascal(name), schema)),
    ...operations.flatMap(operation => [...query(operation), ...body(operation), ...answer(operation)]),
  ].join('\n\n');
}

function declarations(name: string, schema: Schema): string[] {
  const inner = Object.entries(schema.$defs ?? {}).flatMap(([part, each]) => declarations(name + pascal(part), each));
  return [declaration(name, schema), ...inner];
}

function declaration(name: string, schema: Schema): string {
  return `${comment(schema.description)}export type ${name} = ${typeText(schema, name)};`;
}

function query({ operationId, parameters = [] }: Operation): string[] {
  const asked = parameters.filter(parameter => parameter.in === 'query');
  if (asked.length === 0) return [];
  const properties = asked.map(({ name, schema, description }) => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = asked.filter(parameter => parameter.required).map(({ name }) => name);
  return [
    declaration(`${pascal(operationId)}Query`, {
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
    }),
  ];
}

function body({ operationId, requestBody }: Operation): string[] {
  const schema = requestBody?.content?.['application/json']?.schema;
  return schema ? [declaration(`${pascal(operationId)}Body`, schema)] : [];
}

function answer({ operationId, responses }: Operation): string[] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  return schema ? [declaration(`${pascal(operationId)}Response`, schema)] : [];
}
