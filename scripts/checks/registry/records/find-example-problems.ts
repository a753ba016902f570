import type { ListingRecord } from '#listing/listing-record.ts';
import { isObject } from '#manifest/json-object.ts';
import { endpointsOf, type RecordEndpoint, type RecordParameter } from './record-members.ts';

/** Finds examples, defaults, and allowed values that contradict the type of their parameter. */
export function findExampleProblems(record: ListingRecord): string[] {
  return endpointsOf(record).flatMap(endpoint => {
    const at = `${endpoint.method} ${endpoint.path}`;
    return [...endpoint.parameters.flatMap(findValueProblems), ...findBodyProblems(endpoint)].map(
      problem => `${at}: ${problem}`,
    );
  });
}

function findValueProblems({ name, type, example, default: preset, enum: allowed }: RecordParameter): string[] {
  const values = [
    ['example', example],
    ['default', preset],
  ] as const;
  const ofType = values.filter(([, value]) => value !== undefined && !hasType(type, value));
  const items = type === 'array' ? [] : (allowed ?? []).filter(value => !hasType(type, value));
  const outside =
    type === 'array' || allowed === undefined ? [] : values.filter(([, value]) => isOutside(allowed, value));
  return [
    ...ofType.map(([member, value]) => `${name}: The ${member} ${JSON.stringify(value)} is not of type ${type}.`),
    ...items.map(value => `${name}: The allowed value ${JSON.stringify(value)} is not of type ${type}.`),
    ...outside.map(([member, value]) => `${name}: The ${member} ${JSON.stringify(value)} is not in enum.`),
  ];
}

/** A string may list several allowed values, separated by commas. */
function isOutside(allowed: readonly unknown[], value: unknown): boolean {
  if (value === undefined || allowed.includes(value)) return false;
  return typeof value !== 'string' || !value.split(',').every(each => allowed.includes(each));
}

const BODY_METHODS: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** The example of a body has all required members and no others. */
function findBodyProblems(endpoint: RecordEndpoint): string[] {
  const { method, parameters, request_content_type: type, request_body: form, request_example: example } = endpoint;
  const members = parameters.filter(each => each.in === 'body');
  if (members.length === 0) return [];
  if (!BODY_METHODS.includes(method) && method !== 'DELETE') return [`A ${method} request has no body.`];
  const problems = type === undefined ? ['request_content_type is missing.'] : [];
  if (form === 'whole' || !isObject(example)) return problems;
  const names = members.map(({ name }) => name);
  const isDeclared = (name: string) => names.some(each => each === name || each.startsWith(`${name}[`));
  return [
    ...problems,
    ...members
      .filter(({ name, required }) => required && !(name in example))
      .map(each => `request_example lacks ${each.name}.`),
    ...Object.keys(example)
      .filter(name => !isDeclared(name))
      .map(name => `request_example has the undeclared ${name}.`),
  ];
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
