import { isObject } from '#manifest/json-object.ts';
import { describeShape, describeType, isBinary, isBinaryType } from './describe-schema.ts';
import { isJsonType, resolveMedia } from './document/media-type.ts';
import { listIn, type Node, objectIn } from './document/node.ts';
import type { References } from './document/references.ts';
import { LIST_STYLE } from './document/repair-swagger2.ts';
import { composeExample, toExamples } from './examples.ts';
import { parseAs } from './fit-value.ts';
import { createParameter, type LocatedParameter, readStyle } from './parameters.ts';
import { removeInvisible } from './texts/plain-text.ts';

/** The body of an operation: its parameters, and the recommended members of the endpoint. */
export interface ConvertedBody {
  readonly parameters: readonly LocatedParameter[];
  readonly members: {
    readonly request_content_type?: string;
    readonly request_body?: 'whole';
    readonly request_example?: unknown;
  };
}

/**
 * Converts the body of an operation. The members of an object are parameters; a body of another shape is one parameter, and
 * `request_body` is `whole`. Of several media types, the first one that a program can build from values is used.
 */
export function convertBody({ requestBody }: Node, references: References, hasExamples: boolean): ConvertedBody {
  const body = references.resolve(requestBody);
  const content = objectIn(body?.content);
  const type = selectMediaType(Object.keys(content));
  if (!body || type === undefined) return { parameters: [], members: {} };
  const media = resolveMedia(content[type], references);
  const node = references.resolveSchema(media.schema) ?? {};
  const mediaType = nameMediaType(type, node);
  const format = mediaType ?? type;
  const example = hasExamples ? findExample(media, format, references) : undefined;
  const properties = isObjectBody(format, node) ? objectIn(node.properties) : {};
  const names = Object.keys(properties).filter(
    name => name !== '' && references.resolveSchema(properties[name])?.readOnly !== true,
  );
  const source = { body, media, mediaType, example, references };
  const converted =
    names.length === 0 || names.length > MAX_MEMBERS
      ? convertWhole(source, format)
      : convertMembers(source, node, names);
  const contentType = mediaType !== undefined && { request_content_type: mediaType };
  return { ...converted, members: { ...contentType, ...converted.members } };
}

/** The selected media type of a body. */
interface BodySource {
  readonly body: Node;
  readonly media: Node;
  /** Undefined if a request cannot send it. */
  readonly mediaType: string | undefined;
  readonly example: unknown;
  readonly references: References;
}

/** Converts a body to one parameter. */
function convertWhole({ body, media, example, references }: BodySource, format: string): ConvertedBody {
  const { schema } = media;
  const shape = describeShape(schema, references);
  const type = selectWholeType(format, schema, references);
  const description = body.description ?? (shape === '' ? undefined : `The body: ${shape}.`);
  const required = body.required === true;
  const parameter = createParameter({ name: 'body', location: 'body', required, description, schema }, references);
  const { example: _own, ...rest } = parameter;
  return {
    parameters: [{ ...rest, type: type ?? rest.type }],
    members: { request_body: 'whole', ...(example !== undefined && { request_example: example }) },
  };
}

/** Converts the members of an object to parameters. */
function convertMembers(
  { body, media, mediaType = '', example, references }: BodySource,
  node: Node,
  names: readonly string[],
): ConvertedBody {
  const properties = objectIn(node.properties);
  const required = new Set(listIn(node.required));
  const encoding = objectIn(media.encoding);
  const isForm = /form/i.test(mediaType);
  const isMultipart = /multipart/i.test(mediaType);
  const needsEmptyBody = body.required === true && /json/i.test(mediaType) && !names.some(name => required.has(name));
  return {
    parameters: names.map(name => {
      const schema = properties[name];
      const source = { name, location: 'body', required: required.has(name), schema };
      const parameter = createParameter(source, references);
      return {
        ...parameter,
        ...(isForm && readEncoding(getEncoding(encoding[name], schema), isMultipart)),
        ...(acceptsNull(schema, references, mediaType) && { type: `${parameter.type} or null` }),
      };
    }),
    members: {
      ...(isObject(example) && { request_example: pickMembers(example, names) }),
      // No required member implies this body.
      ...(!isObject(example) && needsEmptyBody && { request_example: {} }),
    },
  };
}

/** Returns an example in the form of the body: a value for JSON and forms, and a text for other types. */
function findExample(media: Node, mediaType: string, references: References): unknown {
  const { schema } = media;
  const example = toExamples(media, references) ?? composeExample(schema, references, 'request');
  if (!/json|form|multipart/i.test(mediaType)) return typeof example === 'string' ? example : undefined;
  // Documents often give JSON as a text.
  const type = describeType(schema, references);
  const isText = typeof example === 'string' && /^(object|array)/.test(type) && !type.includes(' or ');
  if (!isText) return example;
  return type === 'object' ? parseAs(example, isObject) : parseAs(example, Array.isArray);
}

/** Bodies with more members become one parameter. */
const MAX_MEMBERS = 150;

/** Returns the type of a whole body if it differs from that of its schema. */
function selectWholeType(mediaType: string, schema: unknown, references: References): string | undefined {
  if (/json|form|multipart/i.test(mediaType)) return undefined;
  const type = describeType(schema, references);
  // Version 3.1 declares binary data with the media type alone.
  if (type === 'file' || (type === 'any' && isBinaryType(mediaType))) return 'file';
  // A caller writes XML and other text formats itself, whatever their schema.
  return 'string';
}

function pickMembers(example: Node, names: readonly string[]): Node {
  return Object.fromEntries(Object.entries(example).filter(([name]) => names.includes(removeInvisible(name))));
}

function selectMediaType(types: readonly string[]): string | undefined {
  return types.find(type => !/xml/i.test(type)) ?? types[0];
}

/** Returns a media type that a request can send. A range such as `image/*` names none, except for JSON and bytes. */
function nameMediaType(type: string, node: Node): string | undefined {
  const clean = removeInvisible(type).trim();
  if (!clean.includes('*'))
    return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[ -~]*)?$/.test(clean) ? clean.slice(0, 200) : undefined;
  if (isBinary(node)) return 'application/octet-stream';
  return /^(\*|application)\//.test(clean) ? 'application/json' : undefined;
}

/** Whether the members of a body can be arguments: the format has members, and the object declares some. */
function isObjectBody(mediaType: string, node: Node): boolean {
  if (!isJsonType(mediaType) && !/form/i.test(mediaType)) return false;
  // A variant has members that `properties` does not name. Variants that only require members have none.
  const variants = [...listIn(node.oneOf), ...listIn(node.anyOf)];
  const hasVariants = variants.some(each => Object.keys(objectIn(each)).some(name => name !== 'required'));
  const { type, additionalProperties } = node;
  const isMap = isObject(additionalProperties) && Object.keys(additionalProperties).length > 0;
  return !hasVariants && !isMap && (type === undefined || listOf(type).includes('object'));
}

function listOf(type: unknown): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** Returns the encoding of a member. A list with tabs of version 2.0 has it in its schema. */
function getEncoding(encoding: unknown, property: unknown): Node {
  const style = objectIn(property)[LIST_STYLE];
  return style === undefined ? objectIn(encoding) : { style, explode: false };
}

/** Whether a member of a JSON body can be null. In a merge patch, null removes the member (RFC 7396). */
function acceptsNull(property: unknown, references: References, mediaType: string): boolean {
  if (!/json/i.test(mediaType)) return false;
  const node = references.resolveSchema(property) ?? {};
  const type = describeType(node, references);
  if (type === 'any' || type === 'file') return false;
  const variants = [node, ...listIn(node.oneOf), ...listIn(node.anyOf)].map(
    each => references.resolveSchema(each) ?? {},
  );
  const isNullable = variants.some(each => each.nullable === true || listOf(each.type).includes('null'));
  return isNullable || mediaType.startsWith('application/merge-patch+json');
}

/** A declared style has precedence over a media type (OpenAPI, "Encoding Object"). */
function readEncoding(encoding: Node, isMultipart: boolean): Partial<LocatedParameter> {
  const hasStyle = encoding.style !== undefined || encoding.explode !== undefined;
  const style = hasStyle ? readStyle(encoding, 'body') : {};
  const [contentType] = typeof encoding.contentType === 'string' ? encoding.contentType.split(',') : [];
  const type = contentType === undefined || hasStyle ? undefined : removeInvisible(contentType).trim();
  return {
    ...style,
    // A style that equals the default still changes how an object is sent.
    ...(hasStyle && !isMultipart && style.style === undefined && { style: 'form' }),
    ...(type !== undefined && type !== '' && !type.includes('*') && { content_type: type.slice(0, 200) }),
  };
}
