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
 * Builds the parts of a multipart body for one member. A list of texts or files has one part for each item, and an object is
 * one JSON part (OpenAPI, "Encoding Object").
 */
export function buildParts(parameter: LocatedParameter): BodyPart[] {
  const { name, value, type, style, explode, content_type } = parameter;
  if (value === null || value === undefined) return [];
  const isFile = isFileType(type);
  if (Array.isArray(value) && value.every(item => toBytes(item) !== undefined || typeof item !== 'object' || isFile)) {
    if (!isFile && (style !== undefined || explode !== undefined))
      return formatQueryStyle(name, value, parameter).map(pair => ({
        name: pair.name,
        text: pair.parts.join(pair.delimiter),
      }));
    return value.map(item => buildPart(name, item, isFile, content_type));
  }
  if (isRecord(value) && toBytes(value) === undefined && style !== undefined)
    return formatQueryStyle(name, value, parameter).map(pair => ({
      name: pair.name,
      text: pair.parts.join(pair.delimiter),
    }));
  return [buildPart(name, value, isFile, content_type)];
}

function buildPart(name: string, value: unknown, isFile: boolean, contentType: string | undefined): BodyPart {
  const type = contentType === undefined ? {} : { content_type: contentType };
  const bytes = toBytes(value);
  if (bytes !== undefined) return { name, bytes, filename: name, ...type };
  if (isFile && typeof value === 'string')
    return isFileName(value) ? { name, filename: value, ...type } : { name, text: value, filename: name, ...type };
  return { name, text: contentType === undefined ? toText(value) : formatContent(value, contentType), ...type };
}
