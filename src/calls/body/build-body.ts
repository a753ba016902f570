import type { LocatedParameter } from '../parameters/located-parameter.ts';
import { parseExactJsonValue } from '../parameters/parse-json-value.ts';
import { parseType } from '../parameters/value-types.ts';
import { formatQueryStyle } from '../url/query-styles.ts';
import { formatContent, isRecord, toJson, toText } from '../url/value-text.ts';
import { buildParts, isFileName, isFileType } from './multipart.ts';
import type { BodyPart, FormField, RequestBody } from './request-body.ts';
import { toBytes } from './to-bytes.ts';

/**
 * Builds the body from the values of body parameters.
 *
 * @param isWhole whether the first parameter is the entire body; otherwise, each one is a member of an object
 */
export function buildBody(
  parameters: readonly LocatedParameter[],
  contentType: string,
  isWhole: boolean,
): RequestBody | null {
  const withValues = parameters.filter(({ value }) => value !== undefined);
  const [first] = withValues;
  if (first === undefined) return null;
  if (isWhole) return buildWholeBody(first, contentType);
  const value = Object.fromEntries(withValues.map(each => [each.name, each.value]));
  switch (getBodyKind(contentType)) {
    case 'form':
      return toForm(withValues.flatMap(formatField), value, contentType);
    case 'multipart':
      return toMultipart(withValues.flatMap(buildParts), value, contentType);
    case 'json':
      return { kind: 'json', content_type: contentType, value, text: toJson(value) };
    default:
      return buildWholeBody(
        { ...first, value: isDocument(withValues, contentType) ? first.value : value },
        contentType,
      );
  }
}

/** Whether the only value most likely is the entire body, because its type has no members. YAML has them, as JSON. */
function isDocument([first, ...others]: readonly LocatedParameter[], contentType: string): boolean {
  if (others.length > 0) return false;
  const value = first?.value;
  return !/yaml/i.test(contentType) || (typeof value === 'string' && /\n|: |^\s*[[{]/.test(value));
}

/** Returns the names of the parameters that a body omits if one parameter is the entire body: the first one with a value. */
export function listOmitted(parameters: readonly LocatedParameter[]): readonly string[] {
  const whole = parameters.find(({ value }) => value !== undefined) ?? parameters[0];
  return parameters.filter(each => each !== whole).map(({ name }) => name);
}

function buildWholeBody(parameter: LocatedParameter, content_type: string): RequestBody | null {
  const { type } = parameter;
  const kind = getBodyKind(content_type);
  const value = kind === 'json' ? parseJsonText(parameter.value, type) : parameter.value;
  if (kind === 'json') return { kind, content_type, value, text: toJson(value) };
  if ((kind === 'form' || kind === 'multipart') && isRecord(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => ({ ...MEMBER, name, value: member }));
    if (kind === 'form') return toForm(members.flatMap(formatField), value, content_type);
    return toMultipart(members.flatMap(buildParts), value, content_type);
  }
  const bytes = toBytes(value);
  if (bytes !== undefined) return { kind: 'bytes', content_type, value, bytes };
  if (kind !== 'bytes') return { kind: 'text', content_type, value, text: formatText(value, content_type) };
  const text = toText(value);
  return {
    kind,
    content_type,
    value,
    bytes: new TextEncoder().encode(text),
    ...(isFileType(type) && isFileName(text) && { filename: text }),
  };
}

const MEMBER = { type: 'any', required: false, description: '', in: 'body' } as const;

/**
 * Newline-delimited JSON has one line for each item, and a JSON text sequence also a separator before it (RFC 7464). Other
 * texts are sent as they are.
 */
function formatText(value: unknown, contentType: string): string {
  const isSequence = /json-seq/i.test(contentType);
  if (Array.isArray(value) && (isSequence || /jsonl|ndjson|jsonlines/i.test(contentType)))
    return value.map(item => `${isSequence ? '\u001e' : ''}${toJson(item)}\n`).join('');
  return toText(value);
}

/** Callers often send an object or a list as JSON text, also if the type is unknown. */
function parseJsonText(value: unknown, type: string): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  if (!parseType(type).some(kind => kind === undefined || kind === 'object' || kind === 'array')) return value;
  return parseExactJsonValue(value) ?? value;
}

/** Formats one member of a form body. An object, or a list with objects, becomes JSON text unless it has a style. */
function formatField(parameter: LocatedParameter): FormField[] {
  const { name, value, style, explode, content_type } = parameter;
  if (content_type !== undefined) return [[name, formatContent(value, content_type)]];
  if (value === null) return [[name, '']];
  if (style === undefined && explode === undefined && hasObjects(value)) return [[name, toJson(value)]];
  return formatQueryStyle(name, value, parameter).map(pair => [pair.name, pair.parts.join(pair.delimiter)]);
}

function hasObjects(value: unknown): boolean {
  return isRecord(value) || (Array.isArray(value) && value.some(item => typeof item === 'object' && item !== null));
}

/** A body without parts is invalid (RFC 2046, section 5.1.1), and most clients send none. */
function toMultipart(parts: readonly BodyPart[], value: unknown, mediaType: string): RequestBody | null {
  // Starts only before a run of white space: the media type is a text of the publisher.
  const content_type = mediaType.replace(/(?<!\s)\s*;\s*boundary=("[^"]*"|[^\s;]*)/i, '');
  return parts.length === 0 ? null : { kind: 'multipart', content_type, value, parts };
}

function toForm(fields: readonly FormField[], value: unknown, content_type: string): RequestBody {
  const text = new URLSearchParams(fields.map(([name, text]) => [name.toWellFormed(), text.toWellFormed()])).toString();
  return { kind: 'form', content_type, value, fields, text };
}

/** How a body is encoded. */
type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

/** Returns how bodies of a media type are encoded. Parameters such as `charset` do not matter. */
export function getBodyKind(mediaType: string): BodyKind {
  const [essence = ''] = mediaType.toLowerCase().split(';', 1);
  const type = essence.trim();
  if (/^[^/]+\/(.*[+.-])?json(-?\d[\d.]*)?$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  if (type.startsWith('text/') || TEXT_TYPES.test(type)) return 'text';
  return 'bytes';
}

const TEXT_TYPES =
  /^application\/(.*\+)?(xml|yaml|x-yaml|graphql|javascript|sql|x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines|json-seq|csv|jwt|jose|sparql-query|sparql-update|edn|x-turtle|n-triples|toml|pem-certificate-chain)$/;
