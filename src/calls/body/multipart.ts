import type { LocatedParameter } from '../parameters/located-parameter.ts';
import { formatQueryStyle } from '../url/query-styles.ts';
import { formatContent, isRecord, toText } from '../url/value-text.ts';
import type { BodyPart } from './request-body.ts';
import { toBytes } from './to-bytes.ts';

/** Returns whether a parameter type means a file. */
export function isFileType(type: string): boolean {
  return /\b(file|binary|bytes|blob)\b/i.test(type);
}

/** Returns whether a text looks like the name of a file, not like its content. */
export function isFileName(text: string): boolean {
  return /^[\w][\w .()-]{0,98}\.[A-Za-z0-9]{1,8}$/.test(text) && !/ {2}|\.\./.test(text);
}

/**
 * Builds the parts of a multipart body for one member. A list has one part for each item, and an object is JSON (OpenAPI,
 * "Encoding Object").
 */
export function buildParts(parameter: LocatedParameter): BodyPart[] {
  const { name, value, type, content_type } = parameter;
  const isFile = isFileType(type);
  if (!isFile && hasStyle(parameter))
    return formatQueryStyle(name, value, parameter).map(pair => ({
      name: pair.name,
      text: pair.parts.join(pair.delimiter),
    }));
  return (Array.isArray(value) ? value : [value])
    .filter(item => item !== null && item !== undefined)
    .map(item => buildPart(name, item, isFile, content_type));
}

/** Whether the manifest declares a style that applies to the value. */
function hasStyle({ value, style, explode }: LocatedParameter): boolean {
  if (toBytes(value) !== undefined) return false;
  if (style === 'deepObject') return isStructured(value);
  if (Array.isArray(value)) return (style !== undefined || explode !== undefined) && !value.some(isStructured);
  return isRecord(value) && style !== undefined;
}

/** Whether a value is a list or an object, such as bytes. */
function isStructured(value: unknown): boolean {
  return Array.isArray(value) || isRecord(value);
}

function buildPart(name: string, value: unknown, isFile: boolean, declaredType: string | undefined): BodyPart {
  const bytes = toBytes(value);
  const contentType = declaredType ?? (bytes === undefined && isStructured(value) ? 'application/json' : undefined);
  const type = contentType === undefined ? {} : { content_type: contentType };
  if (bytes !== undefined) return { name, bytes, filename: name, ...type };
  if (isFile && typeof value === 'string')
    return isFileName(value) ? { name, filename: value, ...type } : { name, text: value, filename: name, ...type };
  return { name, text: contentType === undefined ? toText(value) : formatContent(value, contentType), ...type };
}
