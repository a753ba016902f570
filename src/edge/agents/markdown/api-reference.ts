import type { Addresses } from '../../config.ts';
import { type OpenApi, type Operation, openApiDocument, type Response } from '../../openapi/openapi-document.ts';
import { bounds, type JsonSchema, typeInWords } from './json-schema.ts';

/** Every operation of the API and every schema of its answers, from its OpenAPI description. */
export function apiReference(addresses: Addresses): string {
  const document = openApiDocument(addresses);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationReference(method, path, operation, document)),
  );
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => !name.startsWith('Manifest'))
    .map(([name, schema]) => `### ${name}\n\n${shape(schema, document, 0)}`);
  return `# API reference

${document.info.description}

Base address: \`${addresses.registry}\`. The same in OpenAPI 3.1, for programs: <${addresses.registry}/openapi.json>.

## Operations

${operations.join('\n\n')}

## Schemas

\`Manifest03\` and \`Manifest02\` are explained in the manifest reference.

${schemas.join('\n\n')}
`;
}

function operationReference(method: string, path: string, operation: Operation, document: OpenApi): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const parts = [`### ${method.toUpperCase()} ${path}`, `${summary}. ${description}`];
  if (parameters.length > 0) {
    const lines = parameters.map(
      ({ name, in: place, required, description: text = '', schema }) =>
        `- \`${name}\` (${place}, ${typeInWords(schema, document)}${required ? ', required' : ''}${bounds(schema)})${text && `: ${text}`}`,
    );
    parts.push(`Parameters:\n\n${lines.join('\n')}`);
  }
  const body = requestBody?.content['application/json']?.schema;
  if (body) parts.push(`Body, as \`application/json\`:\n\n${shape(body, document, 0)}`);
  const answers = Object.entries(responses).map(([status, response]) => answerLine(status, response, document));
  parts.push(`Answers:\n\n${answers.join('\n')}`);
  return parts.join('\n\n');
}

function answerLine(status: string, { description, content = {} }: Response, document: OpenApi): string {
  const types = Object.entries(content).map(([type, { schema }]) => `\`${type}\`, ${outline(schema, document)}`);
  return `- ${status}: ${description.replace(/\.?$/, '.')} ${types.join('; or ')}`.trim();
}

/** A type, and of an object that has no name the names of its members. */
function outline(schema: JsonSchema, document: OpenApi): string {
  const { properties } = schema;
  if (!properties) return typeInWords(schema, document);
  const members = Object.entries(properties).map(([name, member]) => `\`${name}\` (${outline(member, document)})`);
  return `an object with ${members.join(', ')}`;
}

/** The members of an object as a list, those of objects inside it indented. */
function shape(schema: JsonSchema, document: OpenApi, depth: number): string {
  const { properties = {}, required = [], description } = schema;
  const lines = Object.entries(properties).map(([name, member]) => {
    const need = required.includes(name) ? '' : ', may be absent';
    const text = member.description ? `: ${member.description}` : '';
    const inner = shape(member.items?.properties ? member.items : member, document, depth + 1);
    const line = `${'  '.repeat(depth)}- \`${name}\` (${typeInWords(member, document)}${need})${text}`;
    return member.properties || member.items?.properties ? `${line}\n${inner}` : line;
  });
  if (depth > 0 || lines.length > 0) return lines.join('\n');
  return description ?? typeInWords(schema, document);
}
