import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import description from './api.github.com.json' with { type: 'json' };
import type { OPERATIONS } from './operations.ts';

/** An operation by method and path template, as GitHub's description names it. */
export type Operation = (typeof OPERATIONS)[number];

/** What was asked, taken apart. */
export interface DescribedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
addFormats.default(ajv);
ajv.addSchema(description, 'github', false);

/** Where a request departs from GitHub's published description; empty when it keeps to it. */
export function findRequestErrors(operation: Operation, { params, query, body }: DescribedRequest): string[] {
  const { parameters, requestBody } = described(operation);
  const declared = parameters.map(parameter => resolved(parameter) as unknown as Parameter);
  const given = { path: params, query } as const;
  const unknown = Object.keys(query).filter(name => !declared.some(each => each.in === 'query' && each.name === name));
  const wrong = declared.flatMap(({ name, in: place, required, schema }) => {
    const value = place === 'header' ? undefined : given[place][name];
    if (value === undefined) return required ? [`${place} parameter ${name} is missing`] : [];
    return fits(schema, value) ? [] : [`${place} parameter ${name} is ${value}, not ${JSON.stringify(schema)}`];
  });
  const faults = requestBody
    ? bodyFaults(`${pointerTo(operation)}/requestBody/content/application~1json/schema`, body)
    : [];
  const missing = requestBody?.required && body === undefined ? ['the body is missing'] : [];
  const surplus = !requestBody && body !== undefined ? ['a body is not described'] : [];
  return [
    ...unknown.map(name => `query parameter ${name} is not described`),
    ...wrong,
    ...faults,
    ...missing,
    ...surplus,
  ];
}

/** Where a reply departs from it. Faults that GitHub may answer to anything are not described, and not held against it. */
export function findReplyErrors(operation: Operation, status: number, body: unknown): string[] {
  const reply = described(operation).responses[status];
  if (!reply) return UNIVERSAL.has(status) || status >= 500 ? [] : [`status ${status} is not described`];
  const place = '$ref' in reply ? String(reply.$ref).slice(1) : `${pointerTo(operation)}/responses/${status}`;
  const content = (resolved(reply) as { content?: Record<string, unknown> }).content;
  if (!content) return body === undefined ? [] : [`status ${status} has no body`];
  return bodyFaults(`${place}/content/application~1json/schema`, body);
}

const UNIVERSAL = new Set([304, 401, 403, 404, 429]);

interface Described {
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

function described(operation: Operation): Described {
  const [method = '', path = ''] = operation.split(' ');
  const paths = description.paths as unknown as Record<string, Record<string, Described>>;
  const found = paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${operation} is not in api.github.com.json; make that anew (see README.md).`);
  return found;
}

function pointerTo(operation: Operation): string {
  const [method = '', path = ''] = operation.split(' ');
  return `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

/** Follows a reference to a parameter or a response. */
function resolved(value: Members): Members {
  if (typeof value.$ref !== 'string') return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  return (description.components as unknown as Record<string, Record<string, Members>>)[kind]?.[name] ?? {};
}

/** Parameters arrive as text. */
function fits({ type, enum: allowed }: Members, text: string): boolean {
  if (Array.isArray(allowed)) return allowed.includes(text);
  return type !== 'integer' || /^\d+$/.test(text);
}

function bodyFaults(pointer: string, body: unknown): string[] {
  if (body === undefined) return [];
  const validate = ajv.getSchema(`github#${encodeURI(pointer)}`);
  if (!validate) throw new Error(`Nothing is described at ${pointer}.`);
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}
