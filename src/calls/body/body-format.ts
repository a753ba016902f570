import { isFormLocation, isMediaType } from '#manifest/call-members.ts';
import type { Manifest, Parameter } from '#manifest/manifest.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import type { Guess } from '../guess.ts';
import type { LocatedParameter } from '../parameters/located-parameter.ts';
import { findContentType } from '../plan-headers.ts';
import { isRecord } from '../url/value-text.ts';
import { getBodyKind } from './build-body.ts';
import { isFileType } from './multipart.ts';
import { toBytes } from './to-bytes.ts';

/** The media type of a body, and whether one parameter is the entire body. */
export interface BodyFormat {
  readonly content_type: string;
  readonly isWhole: boolean;
  /** The body parameters. */
  readonly parameters: readonly LocatedParameter[];
  readonly guesses: readonly Guess[];
}

/**
 * Reads `request_content_type` and `request_body` of an endpoint. A declared header `Content-Type` is the type if the endpoint
 * declares no other. Undeclared types of an endpoint with a body are guesses.
 */
export function planBodyFormat(
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
  all: readonly LocatedParameter[],
): BodyFormat {
  const parameters = all.filter(each => each.in === 'body');
  const members = endpoint as object as Readonly<Record<string, unknown>>;
  const declared = isMediaType(members.request_content_type) ? members.request_content_type : undefined;
  const header = findContentType(manifest, endpoint, all);
  const hasFile = parameters.some(({ type, value }) => isFileType(type) || toBytes(value) !== undefined);
  const isWhole = members.request_body === 'whole';
  const content_type = chooseType(declared, header);
  if (content_type !== undefined)
    return { content_type, isWhole, parameters, guesses: guessEncoding(content_type, parameters, isWhole) };
  const hasFields = parameters.length > 0 && endpoint.parameters.some(isFormField);
  const withoutFiles = hasFields ? 'application/x-www-form-urlencoded' : 'application/json';
  const guessed = isWhole && hasFile ? 'application/octet-stream' : hasFile ? 'multipart/form-data' : withoutFiles;
  const reason =
    declared === undefined
      ? `The manifest declares ${hasFields ? 'fields of a form, but ' : ''}no media type for the body.`
      : `The manifest allows any media type in ${declared}.`;
  const guess = { member: 'request_content_type', value: guessed, reason };
  return { content_type: guessed, isWhole, parameters, guesses: parameters.length > 0 ? [guess] : [] };
}

/** Whether a parameter is a field of a form in the terms of OpenAPI 2.0. */
function isFormField(parameter: Parameter): boolean {
  const location = 'in' in parameter ? parameter.in : undefined;
  return location === undefined
    ? /\(form-?data parameter\)\.?$/i.test(parameter.description)
    : isFormLocation(location);
}

/** A header can be more specific than the declared type, but it cannot change the encoding of the body. */
function chooseType(declared: string | undefined, header: string | undefined): string | undefined {
  const isDeclared = declared !== undefined && !declared.includes('*');
  if (!isMediaType(header) || header.includes('*')) return isDeclared ? declared : undefined;
  return isDeclared && getEncoding(declared) !== getEncoding(header) ? declared : header;
}

/** Texts and bytes are both sent as they are. */
function getEncoding(mediaType: string): string {
  const kind = getBodyKind(mediaType);
  return kind === 'text' ? 'bytes' : kind;
}

/** Returns a guess if the body has members or items, and its type does not define how to encode them. */
function guessEncoding(mediaType: string, parameters: readonly LocatedParameter[], isWhole: boolean): readonly Guess[] {
  if (getEncoding(mediaType) !== 'bytes' || /json|yaml/i.test(mediaType)) return [];
  const values = parameters.map(({ value }) => value).filter(value => value !== undefined);
  const [first] = values;
  if (!isWhole && values.length === 1 && /xml/i.test(mediaType) && typeof first !== 'object' && !isXml(first)) {
    const reason = 'The manifest declares a member of a body in XML. The plan sends its value as the entire body.';
    return [{ member: 'request_body', value: 'whole', reason }];
  }
  const isText = values.length <= 1 && !values.some(isStructured);
  const reason = `The manifest does not declare how to encode several values as ${mediaType}.`;
  return isText ? [] : [{ member: 'request_body', value: 'JSON', reason }];
}

function isXml(value: unknown): boolean {
  return typeof value === 'string' && /^\ufeff?\s*</.test(value);
}

function isStructured(value: unknown): boolean {
  return toBytes(value) === undefined && (Array.isArray(value) || isRecord(value));
}
