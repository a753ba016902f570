import { isObject, listIn, type Node, objectIn } from './node.ts';
import { toPlainLine } from './plain-text.ts';
import type { References } from './references.ts';

/** The type of a schema's values as a word or a few: `integer`, `array of string`; `any` where it says nothing. */
export function typeWords(schema: unknown, references: References, depth = 0): string {
  const node = references.resolve(schema);
  if (!node || depth > DEEPEST) return 'any';
  const types = [node.type, ...listIn(node.type)].filter(type => typeof type === 'string' && type !== 'null');
  const first = (types.length > 1 ? types.join(' or ') : String(types[0] ?? '')).slice(0, 60);
  if (first === 'array') return `array of ${typeWords(node.items, references, depth + 1)}`;
  if ((first === 'string' || first === '') && isFile(node)) return 'file';
  if (first !== '') return first;
  if (isObject(node.properties) || isObject(node.additionalProperties)) return 'object';
  if (node.items !== undefined) return 'array';
  const [value] = listIn(node.enum);
  if (value !== undefined) return typeof value;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap(keyword => listIn(node[keyword])).slice(0, MOST_PARTS);
  const words = new Set(parts.map(part => typeWords(part, references, depth + 1)).filter(word => word !== 'any'));
  return words.size > 0 && words.size <= 3 ? [...words].join(' or ') : 'any';
}

/** The shape of a schema's values in words: `array of Pet (id, name, tag)`; empty where it says nothing. */
export function shapeWords(schema: unknown, references: References, depth = 0): string {
  const node = references.resolve(schema);
  if (!node || depth > DEEPEST) return '';
  const type = typeWords(node, references);
  if (type.startsWith('array')) {
    const items = shapeWords(node.items, references, depth + 1);
    return items === '' ? 'array' : `array of ${items}`;
  }
  const name = toPlainLine(references.nameOf(schema), LONGEST_NAME);
  const members = Object.keys(propertiesOf(node, references));
  if (members.length === 0) return name !== '' && type !== 'any' ? `${name} (${type})` : type === 'any' ? name : type;
  const told = members.slice(0, MOST_MEMBERS).map(member => toPlainLine(member, LONGEST_NAME));
  const rest = members.length - told.length;
  return `${name || 'object'} (${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
}

/** The properties of an object's schema, those of the parts of its `allOf` included. */
export function propertiesOf(node: Node, references: References, depth = 0): Node {
  const parts = depth > DEEPEST ? [] : listIn(node.allOf).slice(0, MOST_PARTS);
  const inherited = parts.map(part => propertiesOf(references.resolve(part) ?? {}, references, depth + 1));
  return Object.assign({}, ...inherited, objectIn(node.properties));
}

/** The names of the members that a schema requires, those of the parts of its `allOf` included. */
export function requiredIn(node: Node, references: References, depth = 0): ReadonlySet<unknown> {
  const parts = depth > DEEPEST ? [] : listIn(node.allOf).slice(0, MOST_PARTS);
  const inherited = parts.flatMap(part => [...requiredIn(references.resolve(part) ?? {}, references, depth + 1)]);
  return new Set([...listIn(node.required), ...inherited]);
}

/** What a schema says of its values besides their type, in words. */
export function limitWords(node: Node): string[] {
  const { enum: allowed, default: usual, minimum, maximum, format } = node;
  const values = listIn(allowed).filter(value => typeof value !== 'object');
  return [
    ...(typeof format === 'string' && format !== 'binary' ? [`format ${toPlainLine(format, LONGEST_NAME)}`] : []),
    ...(values.length > 0 ? [`one of ${valueWords(values)}`] : []),
    ...rangeWords(minimum, maximum),
    ...(usual !== undefined && typeof usual !== 'object' && usual !== ''
      ? [`default ${toPlainLine(String(usual), 60)}`]
      : []),
  ];
}

/** Binary data, as OpenAPI 3.0 and 3.1 write it. */
function isFile({ format, contentMediaType }: Node): boolean {
  return format === 'binary' || contentMediaType === 'application/octet-stream';
}

const DEEPEST = 4;
const MOST_PARTS = 10;
const MOST_MEMBERS = 8;
const MOST_VALUES = 20;
const LONGEST_NAME = 60;

function valueWords(values: readonly unknown[]): string {
  const told = values.slice(0, MOST_VALUES).map(value => toPlainLine(String(value), LONGEST_NAME));
  const rest = values.length - told.length;
  return `${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function rangeWords(minimum: unknown, maximum: unknown): string[] {
  const [least, most] = [minimum, maximum].map(bound => (typeof bound === 'number' ? String(bound) : ''));
  if (least && most) return [`${least} to ${most}`];
  if (least) return [`at least ${least}`];
  return most ? [`at most ${most}`] : [];
}
