import { PARAMETER_STYLES, type ParameterStyle } from '#manifest/call-members.ts';
import { isObject } from '#manifest/json-object.ts';
import type { Parameter } from '#manifest/manifest.ts';
import { capitalize } from '#manifest/text/capitalize.ts';
import { describeConstraints, describeType } from './describe-schema.ts';
import { resolveMedia } from './document/media-type.ts';
import { listIn, type Node, objectIn } from './document/node.ts';
import type { References } from './document/references.ts';
import { KEPT_HEADER } from './document/repair-headers.ts';
import { isNull } from './document/schema-resolver.ts';
import { isRounded, toExample, toExamples } from './examples.ts';
import { fitValue } from './fit-value.ts';
import { hasHidden, removeInvisible, toPlainLine, toPlainText, toSentence } from './texts/plain-text.ts';

/** A parameter with the recommended members that a document declares. */
export interface LocatedParameter extends Parameter {
  readonly in: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly style?: string;
  readonly explode?: boolean;
  readonly allow_reserved?: boolean;
  readonly content_type?: string;
}

/**
 * Converts the parameters of a path and an operation. A parameter of the operation overrides one of the path. Omits the
 * headers Accept, Content-Type, and Authorization, which OpenAPI ignores since version 3.
 */
export function convertParameters(operation: Node, path: Node, references: References): LocatedParameter[] {
  const byLocation = new Map<string, LocatedParameter>();
  for (const node of listParameters(operation, path, references)) {
    const parameter = convertParameter(node, references);
    if (parameter) byLocation.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byLocation.values()];
}

/** Lists the names of parameters that are omitted because a manifest does not have their location, such as `body`. */
export function listOmittedParameters(operation: Node, path: Node, references: References): string[] {
  return listParameters(operation, path, references).flatMap(node =>
    LOCATIONS.has(getLocation(node)) ? [] : [toPlainLine(node.name, 80)],
  );
}

/** Returns the parameters of a path and an operation, without references. */
function listParameters(operation: Node, path: Node, references: References): Node[] {
  const nodes: Node[] = [];
  for (const each of [...listIn(path.parameters), ...listIn(operation.parameters)]) {
    if (nodes.length >= MAX_PARAMETERS) break;
    const node = references.resolve(each);
    if (node === undefined) continue;
    if (getLocation(node) === 'querystring') nodes.push(...splitQueryString(node, references));
    else nodes.push(node);
  }
  return nodes;
}

/**
 * Splits the parameter for a whole query string (OpenAPI 3.2) into those of its form. Returns it unchanged if its content
 * is not a form with known members.
 */
function splitQueryString(node: Node, references: References): Node[] {
  const [, content] = Object.entries(objectIn(node.content)).find(([type]) => FORM.test(type)) ?? [];
  const media = resolveMedia(content, references);
  const schema = references.resolveSchema(media.schema) ?? {};
  const example = objectIn(toExamples(media, references));
  const required = listIn(schema.required);
  const members = Object.entries(objectIn(schema.properties)).slice(0, MAX_PARAMETERS);
  if (members.length === 0) return [node];
  return members.map(([name, property]) => ({
    ...objectIn(objectIn(media.encoding)[name]),
    name,
    in: 'query',
    schema: property,
    required: node.required === true && required.includes(name),
    deprecated: node.deprecated,
    ...(Object.hasOwn(example, name) && { example: example[name] }),
  }));
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** Documents also write `Query`. */
function getLocation({ in: location }: Node): string {
  return String(location).toLowerCase();
}

const LOCATIONS: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie']);
const IGNORED_HEADERS = /^(accept|content-type|authorization)$/i;
const MAX_LENGTH = 400;
/** No known operation has half as many. */
const MAX_PARAMETERS = 1000;

function convertParameter(node: Node, references: References): LocatedParameter | undefined {
  const { name } = node;
  if (typeof name !== 'string' || name === '') return undefined;
  const location = getLocation(node);
  if (!LOCATIONS.has(location)) return undefined;
  if (location === 'header' && IGNORED_HEADERS.test(name) && node[KEPT_HEADER] !== true) return undefined;
  const [content] = Object.entries(objectIn(node.content));
  const [mediaType, value] = content ?? [];
  const media = resolveMedia(value, references);
  const schema = node.schema ?? media.schema;
  const isRequired = location === 'path' || node.required === true;
  const parameter = createParameter(
    { name, location, required: isRequired, description: node.description, schema },
    references,
  );
  const example = toExample(node.example, node.examples, references) ?? toExamples(media, references);
  const fitting = mediaType === undefined ? fitValue(example, parameter.type) : example;
  return {
    ...parameter,
    ...(node.deprecated === true && { description: `Deprecated. ${parameter.description}`.trim() }),
    ...(fitting !== undefined && { example: fitting }),
    ...(mediaType === undefined
      ? readStyle(node, location)
      : { content_type: removeInvisible(mediaType).slice(0, 200) }),
  };
}

/** Returns the style of a parameter or of a member of a form body, without the defaults of its location. */
export function readStyle(
  { style, explode, allowReserved }: Node,
  location: string,
): Pick<LocatedParameter, 'style' | 'explode' | 'allow_reserved'> {
  const usual = location === 'path' || location === 'header' ? 'simple' : 'form';
  const effective = (PARAMETER_STYLES as readonly unknown[]).includes(style) ? (style as ParameterStyle) : usual;
  return {
    ...(effective !== usual && { style: effective }),
    ...(typeof explode === 'boolean' && explode !== (effective === 'form') && { explode }),
    ...(allowReserved === true && location === 'query' && { allow_reserved: true }),
  };
}

/** The parts of a document that describe a parameter. */
interface ParameterSource {
  readonly name: string;
  readonly location: string;
  readonly required: boolean;
  /** Default: the description of the schema. */
  readonly description?: unknown;
  readonly schema: unknown;
}

/** Converts a schema to a parameter with its type, constraints, and example. */
export function createParameter(
  { name, location, required, description, schema }: ParameterSource,
  references: References,
): LocatedParameter {
  const node = references.resolveSchema(schema);
  const constraints = isObject(node) ? describeConstraints(node).join('; ') : '';
  const text = toSentence(toPlainText(description ?? node?.description, MAX_LENGTH));
  const allowed = selectEnum(listEnum(schema, references));
  const type = describeType(schema, references);
  const example = node === undefined ? undefined : fitValue(toExample(node.example, node.examples, references), type);
  const preset = fitValue(toDefault(node?.default, references), type);
  return {
    name: removeInvisible(name),
    in: location,
    type,
    required,
    description: [text, constraints === '' ? '' : toSentence(capitalize(constraints))].filter(Boolean).join(' '),
    ...(example !== undefined && { example }),
    ...(preset !== undefined && { default: preset }),
    ...(allowed.length > 0 && { enum: allowed }),
  };
}

/** Returns a default. Undefined if it contains hidden characters, without which it would be another value. */
function toDefault(value: unknown, references: References): unknown {
  if (typeof value !== 'object') return isPlain(value) && !isRounded(value) ? value : undefined;
  const visible = toExample(value, undefined, references);
  return JSON.stringify(visible) === JSON.stringify(value) ? visible : undefined;
}

/** Returns the allowed values of a schema, of its alternatives, or of the items of a list. Empty if it allows others. */
function listEnum(schema: unknown, references: References, depth = 0): readonly unknown[] {
  const node = references.resolveSchema(schema);
  if (!node || depth > MAX_DEPTH) return [];
  if (isPlain(node.const)) return [node.const];
  if (listIn(node.enum).length > 0) return listIn(node.enum);
  const alternatives = [...listIn(node.oneOf), ...listIn(node.anyOf)].filter(each => !isNull(each));
  if (alternatives.length > 0) {
    const lists = alternatives.slice(0, MAX_ENUM).map(each => listEnum(each, references, depth + 1));
    return lists.every(list => list.length > 0) ? [...new Set(lists.flat())] : [];
  }
  return listEnum(node.items, references, depth + 1);
}

const MAX_DEPTH = 4;

/** Returns the allowed values that a request can contain. Empty if one of them is not known exactly. */
function selectEnum(values: readonly unknown[]): readonly unknown[] {
  // The list without such a value would reject valid calls.
  if (values.some(value => isRounded(value) || (typeof value === 'string' && hasHidden(value)))) return [];
  const plain = values.filter(isPlain);
  return plain.length <= MAX_ENUM ? plain : [];
}

const MAX_ENUM = 100;

function isPlain(value: unknown): boolean {
  if (typeof value !== 'string') return ['number', 'boolean'].includes(typeof value);
  return value !== '' && value.length <= 500 && !hasHidden(value);
}
