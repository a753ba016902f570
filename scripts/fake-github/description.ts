import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import description from './api.github.com.json' with { type: 'json' };
import type { OPERATIONS } from './operations.ts';

/** The method and path template of an operation in GitHub's OpenAPI description. */
export type Operation = (typeof OPERATIONS)[number];

/** The parts of a request that the description covers. */
export interface DescribedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
addFormats.default(ajv);
ajv.addSchema(description, 'github', false);

/** Returns the deviations of a request from GitHub's published OpenAPI description. */
export function findRequestErrors(operation: Operation, { params, query, body }: DescribedRequest): string[] {
  const { parameters, requestBody } = findOperation(operation);
  const declared = parameters.map(parameter => resolveReference(parameter) as unknown as Parameter);
  const given = { path: params, query } as const;
  const unknown = Object.keys(query).filter(name => !declared.some(each => each.in === 'query' && each.name === name));
  const invalid = declared.flatMap(({ name, in: location, required, schema }) => {
    const value = location === 'header' ? undefined : given[location][name];
    if (value === undefined) return required ? [`${location} parameter ${name} is missing`] : [];
    return isValidParameter(schema, value)
      ? []
      : [`${location} parameter ${name} is ${value}, not ${JSON.stringify(schema)}`];
  });
  const bodyErrors = requestBody
    ? findBodyErrors(`${getPointer(operation)}/requestBody/content/application~1json/schema`, body)
    : [];
  const missing = requestBody?.required && body === undefined ? ['the body is missing'] : [];
  const unexpected = !requestBody && body !== undefined ? ['a body is not described'] : [];
  return [
    ...unknown.map(name => `query parameter ${name} is not described`),
    ...invalid,
    ...bodyErrors,
    ...missing,
    ...unexpected,
  ];
}

/** Returns the deviations of a reply. Errors that GitHub may return for any request are missing from the description and allowed. */
export function findReplyErrors(operation: Operation, status: number, body: unknown): string[] {
  const reply = findOperation(operation).responses[status];
  if (!reply) return UNDESCRIBED.has(status) || status >= 500 ? [] : [`status ${status} is not described`];
  const pointer = '$ref' in reply ? String(reply.$ref).slice(1) : `${getPointer(operation)}/responses/${status}`;
  const content = (resolveReference(reply) as { content?: Record<string, unknown> }).content;
  if (!content) return body === undefined ? [] : [`status ${status} has no body`];
  return findBodyErrors(`${pointer}/content/application~1json/schema`, body);
}

const UNDESCRIBED = new Set([304, 401, 403, 404, 429]);

interface OperationDescription {
  readonly parameters: readonly Members[];
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Members>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Members;
}

type Members = Readonly<Record<string, unknown>>;

function findOperation(operation: Operation): OperationDescription {
  const [method = '', path = ''] = operation.split(' ');
  const paths = description.paths as unknown as Record<string, Record<string, OperationDescription>>;
  const found = paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${operation} is not in api.github.com.json. Regenerate it (see README.md).`);
  return found;
}

function getPointer(operation: Operation): string {
  const [method = '', path = ''] = operation.split(' ');
  return `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

/** Resolves a reference to a parameter or a response. */
function resolveReference(value: Members): Members {
  if (typeof value.$ref !== 'string') return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  return (description.components as unknown as Record<string, Record<string, Members>>)[kind]?.[name] ?? {};
}

/** Checks the text of a parameter. */
function isValidParameter({ type, enum: allowed }: Members, text: string): boolean {
  if (Array.isArray(allowed)) return allowed.includes(text);
  return type !== 'integer' || /^\d+$/.test(text);
}

function findBodyErrors(pointer: string, body: unknown): string[] {
  if (body === undefined) return [];
  const validate = ajv.getSchema(`github#${encodeURI(pointer)}`);
  if (!validate) throw new Error(`The description has nothing at ${pointer}.`);
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}
