import type { DeclaredParameter } from '#calls/parameters/declared-parameter.ts';
import { parseExactJsonValue, parseInteger } from '#calls/parameters/parse-json-value.ts';
import { toText } from '#calls/url/value-text.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { FileArgument } from './file-argument.ts';

/** The declaration of an argument's value. */
export interface ExpectedValue extends Pick<DeclaredParameter, 'name' | 'type' | 'enum' | 'content_type'> {
  /** Whether the value is part of a JSON body. Elsewhere, requests send numbers and booleans as the caller wrote them. */
  readonly isJson: boolean;
  /** Whether the request joins the items of a list with commas. */
  readonly isCommaSeparated: boolean;
  /** Whether `@path` is the content of a file. */
  readonly acceptsFiles: boolean;
}

/**
 * Parses the texts of an argument as its declared type. Only a list can have several. A text that does not have the type stays
 * a text, because the plan reports it.
 */
export function parseValue(texts: readonly string[], expected: ExpectedValue): Result<unknown, string> {
  const { name, isCommaSeparated } = expected;
  const types = expected.type.split(ALTERNATIVES);
  const listType = types.find(type => getKind(type) === 'list');
  const [text = ''] = texts;
  if (texts.length > 1) {
    if (listType === undefined && !types.some(type => getKind(type) === 'any'))
      return failure(`Duplicate argument "${name}". Only a list can have several values.`);
    return success(texts.map(each => parseItem(each, listType, expected)));
  }
  const value = parseOne(text, types, expected);
  const isList = listType !== undefined && types.every(type => type === listType || getKind(type) === 'null');
  if (isList && value instanceof FileArgument) return success([value]);
  if (!isList || typeof value !== 'string') return success(value);
  const items = isCommaSeparated ? text.split(',') : [text];
  if (text.includes(',') && !isCommaSeparated)
    return failure(
      `Invalid value for "${name}": "${text}". Repeat the argument for each item (${name}=a ${name}=b), or use JSON (${name}=["a","b"]).`,
    );
  return success(items.map(each => parseItem(each, listType, expected)));
}

const ALTERNATIVES = /\s+or\s+|\s*\|\s*/;

function parseItem(text: string, listType: string | undefined, expected: ExpectedValue): unknown {
  const [, item = 'any'] =
    /^(?:array|list)(?: of |<)(.+?)>?$/i.exec(listType ?? '') ?? /^(.+)\[\]$/.exec(listType ?? '') ?? [];
  return parseOne(text, [item], expected);
}

function parseOne(
  text: string,
  types: readonly string[],
  { enum: allowed, content_type, isJson, acceptsFiles }: ExpectedValue,
): unknown {
  if (acceptsFiles && /^@./s.test(text)) return new FileArgument(text.slice(1));
  const kinds = new Set(types.map(getKind));
  const isExpected = (value: unknown) => kinds.has('any') || kinds.has(kindOf(value));
  if (!isJson) {
    const isContainer = content_type === undefined && /^\s*[[{]/.test(text);
    const value = isContainer ? parseExactJsonValue(text) : undefined;
    return value !== undefined && isExpected(value) ? value : text;
  }
  const listed = allowed?.find(value => toText(value) === text);
  if (listed !== undefined) return listed;
  if (kinds.size === 1 && kinds.has('text')) return text;
  const value = kinds.has('number') ? (parseInteger(text) ?? parseExactJsonValue(text)) : parseExactJsonValue(text);
  return value !== undefined && isExpected(value) ? value : text;
}

type Kind = 'text' | 'number' | 'boolean' | 'null' | 'list' | 'object' | 'any';

/** Types are free text. Those with another name, such as `date`, are texts. */
function getKind(type: string): Kind {
  const found = KINDS.find(([, pattern]) => pattern.test(type.trim()));
  return found?.[0] ?? 'text';
}

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['list', /^(array|list)\b|\[\]$/i],
  ['object', /^(object|map|dict|dictionary|record)\b/i],
  ['number', /^(int|integer|int32|int64|long|number|float|double|decimal)\b/i],
  ['boolean', /^bool(ean)?\b/i],
  ['null', /^null$/i],
  ['any', /^(any|unknown|json|mixed)?$/i],
];

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'text' : 'number';
}
