import type { Addresses } from '../../config.ts';
import { type OpenApi, type Operation, openApiDocument, type Response } from '../../openapi/openapi-document.ts';
import { bounds, type JsonSchema, typeInWords } from './json-schema.ts';
import { MARKDOWN_INDEX } from './markdown-url.ts';

/** Creates the start of the API reference: the resources with their operations, and links to their pages. */
export function apiReference(addresses: Addresses): string {
  const document = openApiDocument(addresses);
  const resources = document.tags.map(({ name, description }) => {
    const page = `${addresses.site}/docs/api/${name.toLowerCase()}/${MARKDOWN_INDEX}`;
    const lines = operationsOf(document, name).map(
      ([method, path, { summary }]) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`,
    );
    return `### [${name}](${page})\n\n${description}\n\n${lines.join('\n')}`;
  });
  return `# API reference

${document.info.description}

Base URL: \`${addresses.registry}\`. OpenAPI 3.1 description: <${addresses.registry}/openapi.json>.

## Operations

${resources.join('\n\n')}

## Schemas

[The schemas](${addresses.site}/docs/api/schemas/${MARKDOWN_INDEX}) describe the objects of requests and responses.
`;
}

/**
 * Creates the reference of one resource.
 * @param tag the tag of its operations in the OpenAPI description
 */
export function resourceReference(tag: string, addresses: Addresses): string {
  const document = openApiDocument(addresses);
  const { description = '' } = document.tags.find(({ name }) => name === tag) ?? {};
  const operations = operationsOf(document, tag).map(([method, path, operation]) =>
    operationReference(method, path, operation, document),
  );
  return `# API: ${tag.toLowerCase()}\n\n${description}\n\n${operations.join('\n\n')}\n`;
}

/** Creates the reference of the schemas, without those of the manifest. */
export function schemaReference(addresses: Addresses): string {
  const document = openApiDocument(addresses);
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => !name.startsWith('Manifest'))
    .map(([name, schema]) => `## ${name}\n\n${shape(schema, document, 0)}`);
  return `# API: schemas

The objects of requests and responses. The manifest reference explains \`Manifest03\` and \`Manifest02\`.

${schemas.join('\n\n')}
`;
}

function operationsOf({ paths }: OpenApi, tag: string): readonly (readonly [string, string, Operation])[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [[method, path, operation] as const] : [],
    ),
  );
}

function operationReference(method: string, path: string, operation: Operation, document: OpenApi): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const parts = [`## ${method.toUpperCase()} ${path}`, `${summary}. ${description}`];
  if (parameters.length > 0) {
    const lines = parameters.map(
      ({ name, in: location, required, description: text = '', schema }) =>
        `- \`${name}\` (${location}, ${typeInWords(schema, document)}${required ? ', required' : ''}${bounds(schema)})${text && `: ${text}`}`,
    );
    parts.push(`Parameters:\n\n${lines.join('\n')}`);
  }
  const body = requestBody?.content['application/json']?.schema;
  if (body) parts.push(`Request body (\`application/json\`):\n\n${shape(body, document, 0)}`);
  const lines = Object.entries(responses).map(([status, response]) => responseLine(status, response, document));
  parts.push(`Responses:\n\n${lines.join('\n')}`);
  return parts.join('\n\n');
}

function responseLine(status: string, { description, content = {} }: Response, document: OpenApi): string {
  const types = Object.entries(content).map(([type, { schema }]) => `\`${type}\`, ${outline(schema, document)}`);
  return `- ${status}: ${description.replace(/\.?$/, '.')} ${types.join('; or ')}`.trim();
}

/** Describes a type: its name, or for an anonymous object its members. */
function outline(schema: JsonSchema, document: OpenApi): string {
  const { properties } = schema;
  if (!properties) return typeInWords(schema, document);
  const members = Object.entries(properties).map(([name, member]) => `\`${name}\` (${outline(member, document)})`);
  return `an object with ${members.join(', ')}`;
}

/** Lists the members of an object, with indented lists for nested objects. */
function shape(schema: JsonSchema, document: OpenApi, depth: number): string {
  const { properties = {}, required = [], description } = schema;
  const lines = Object.entries(properties).map(([name, member]) => {
    const need = required.includes(name) ? '' : ', optional';
    const text = member.description ? `: ${member.description}` : '';
    const inner = shape(member.items?.properties ? member.items : member, document, depth + 1);
    const line = `${'  '.repeat(depth)}- \`${name}\` (${typeInWords(member, document)}${need})${text}`;
    return member.properties || member.items?.properties ? `${line}\n${inner}` : line;
  });
  if (depth > 0 || lines.length > 0) return lines.join('\n');
  return description ?? typeInWords(schema, document);
}
