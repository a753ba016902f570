import { isObject } from '#manifest/json-object.ts';
import { listIn, type Node, objectIn } from './document/node.ts';
import type { References } from './document/references.ts';
import { isRounded } from './examples.ts';
import { listNames } from './texts/list-names.ts';
import { toPlainLine } from './texts/plain-text.ts';

/** Describes the type of a schema: `integer`, `array of string`, or `any` if it is unspecified. */
export function describeType(schema: unknown, references: References, depth = 0): string {
  const node = references.resolveSchema(schema);
  if (!node || depth > MAX_DEPTH) return 'any';
  const types = [node.type, ...listIn(node.type)].filter(type => typeof type === 'string' && type !== 'null');
  const first = toPlainLine(types.join(' or '), 60);
  if (first === 'array') return `array of ${describeType(node.items, references, depth + 1)}`;
  if ((first === 'string' || first === '') && isBinary(node)) return 'file';
  if (first !== '') return first;
  if (node.contentEncoding !== undefined) return 'string';
  if (isObject(node.properties) || isObject(node.additionalProperties)) return 'object';
  if (node.items !== undefined) return 'array';
  const values = node.const === undefined ? listIn(node.enum) : [node.const];
  if (values.length > 0)
    return [...new Set(values.map(value => (Array.isArray(value) ? 'array' : typeof value)))].join(' or ');
  const parts = ['oneOf', 'anyOf'].flatMap(keyword => listIn(node[keyword])).slice(0, MAX_PARTS);
  const alternatives = new Set(
    parts.map(part => describeType(part, references, depth + 1)).filter(word => word !== 'any'),
  );
  return alternatives.size > 0 && alternatives.size <= 3 ? [...alternatives].join(' or ') : 'any';
}

/** Describes the shape of a schema: `array of Pet (id, name, tag)`. Empty if it is unspecified. */
export function describeShape(schema: unknown, references: References, depth = 0): string {
  const node = references.resolveSchema(schema);
  if (!node || depth > MAX_DEPTH) return '';
  const type = describeType(node, references);
  if (type.startsWith('array')) {
    const items = describeShape(node.items, references, depth + 1);
    return items === '' ? 'array' : `array of ${items}`;
  }
  const name = toPlainLine(references.getName(schema), MAX_NAME_LENGTH);
  const members = Object.keys(objectIn(node.properties));
  if (members.length === 0) return name !== '' && type !== 'any' ? `${name} (${type})` : type === 'any' ? name : type;
  return `${name || 'object'} (${listNames(members, MAX_MEMBERS, member => toPlainLine(member, MAX_NAME_LENGTH))})`;
}

/** Describes the constraints of a schema that no recommended member holds: format, range, lengths, and pattern. */
export function describeConstraints(node: Node): string[] {
  const { format, pattern, minLength, maxLength, minItems, maxItems, multipleOf } = node;
  return [
    ...(typeof format === 'string' && format !== 'binary' ? [`format ${toPlainLine(format, MAX_NAME_LENGTH)}`] : []),
    ...formatRange(node),
    ...(typeof multipleOf === 'number' && multipleOf !== 1 ? [`a multiple of ${multipleOf}`] : []),
    ...formatCount(minLength, maxLength, 'characters'),
    ...formatCount(minItems, maxItems, 'items'),
    ...(typeof pattern === 'string' && isShown(pattern) ? [`pattern "${pattern}"`] : []),
  ];
}

/** Returns whether a schema is binary data, in the notation of OpenAPI 3.0 or 3.1. With an encoding, it is text in JSON. */
export function isBinary({ format, contentMediaType, contentEncoding }: Node): boolean {
  const isEncoded = contentEncoding !== undefined && contentEncoding !== 'binary';
  return format === 'binary' || (!isEncoded && typeof contentMediaType === 'string' && isBinaryType(contentMediaType));
}

/** Returns whether a media type is usually the content of a file, not text. */
export function isBinaryType(mediaType: string): boolean {
  return !TEXT_TYPE.test(mediaType);
}

const TEXT_TYPE =
  /^(text|multipart|message)\/|^(\*|application)\/\*|json|xml|yaml|toml|csv|form-urlencoded|graphql|javascript|sql|sparql|turtle|triples|jwt|jose|pem|edn/i;

const MAX_DEPTH = 4;
const MAX_PARTS = 10;
const MAX_MEMBERS = 8;
const MAX_NAME_LENGTH = 60;

/** Formats the limits of a number. Exclusive ones are numbers, or flags as in OpenAPI 3.0. */
function formatRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Node): string[] {
  const [least, most] = [minimum, maximum].map(formatBound);
  const above = exclusiveMinimum === true ? least : formatBound(exclusiveMinimum);
  const below = exclusiveMaximum === true ? most : formatBound(exclusiveMaximum);
  if (least && most && !above && !below) return [`${least} to ${most}`];
  const lower = above ? [`more than ${above}`] : least ? [`at least ${least}`] : [];
  const upper = below ? [`less than ${below}`] : most ? [`at most ${most}`] : [];
  return [...lower, ...upper];
}

function formatBound(bound: unknown): string {
  return typeof bound === 'number' && !isRounded(bound) ? String(bound) : '';
}

/** Formats the limits of a length. A minimum of 1 is usual, so it is omitted. */
function formatCount(min: unknown, max: unknown, unit: string): string[] {
  const least = typeof min === 'number' && min > 1 ? min : undefined;
  if (typeof max !== 'number') return least === undefined ? [] : [`at least ${least} ${unit}`];
  if (least === max) return [`exactly ${max} ${unit}`];
  return [least === undefined ? `at most ${max} ${unit}` : `${least} to ${max} ${unit}`];
}

/** Shortened, or without hidden characters, a pattern would be another one. */
function isShown(pattern: string): boolean {
  return pattern !== '' && pattern.length <= MAX_NAME_LENGTH && toPlainLine(pattern, MAX_NAME_LENGTH) === pattern;
}
