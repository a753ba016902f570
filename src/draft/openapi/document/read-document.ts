import { type Document, isScalar, parseDocument } from 'yaml';
import { isObject } from '#manifest/json-object.ts';
import { parseJson } from '#manifest/json-text/escaped-keys.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { countValues } from './count-values.ts';
import { detectTextFormat } from './detect-format.ts';
import { indentQuotedLines } from './indent-quoted-lines.ts';
import type { Node } from './node.ts';
import { sanitizeDocument, sanitizeJson } from './sanitize-document.ts';

/**
 * Parses a JSON or YAML document. Keeps numbers at `info.version`, `openapi`, and `swagger` as text, because YAML would parse
 * `version: 1.10` as 1.1.
 */
export function readDocument(source: Uint8Array): Result<Node, string> {
  const bytes = toUtf8(source);
  const start = new TextDecoder().decode(bytes.subarray(0, MAX_START_BYTES));
  if (bytes.length <= MAX_START_BYTES && start.trim() === '') return failure('It is empty, not an object.');
  if (start.includes('\0')) return failure('It is a binary file, or text in another encoding. Save it as UTF-8.');
  const format = detectTextFormat(start);
  if (format !== undefined) return failure(`It is ${format}.`);
  const isJson = /^\s*[{[]/.test(start);
  const size = `${Math.ceil(bytes.length / MIB)} MiB`;
  if (bytes.length > MAX_DOCUMENT_BYTES)
    return failure(`It has ${size}. The maximum is ${MAX_DOCUMENT_BYTES / MIB} MiB. Split it by paths.`);
  if (!isJson && bytes.length > MAX_YAML_BYTES)
    return failure(`It is YAML of ${size}. The maximum is ${MAX_YAML_BYTES / MIB} MiB. Convert it to JSON.`);
  if (isJson && bytes.length > MAX_YAML_BYTES && countValues(bytes, MAX_VALUES) > MAX_VALUES)
    return failure(`It has more than ${MAX_VALUES / 1e6} million values, the maximum. Split it by paths.`);
  try {
    const json = isJson ? parseJsonBytes(bytes) : undefined;
    if (isJson && json === undefined && bytes.length > MAX_YAML_BYTES)
      return failure(`It is not valid JSON, and with ${size} too large for YAML. Fix its syntax.`);
    const tree = json === undefined ? sanitizeDocument(parseYaml(bytes)) : sanitizeJson(json);
    return isObject(tree) ? success(tree) : failure('It is not an object, so it is not an OpenAPI document.');
  } catch (error) {
    return failure(`It is neither JSON nor YAML: ${describeError(error)}`);
  }
}

/** Converts UTF-16 with a byte-order mark, which redirected output has in Windows PowerShell 5. */
function toUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : '';
  if (encoding === '' || bytes.length > MAX_YAML_BYTES) return bytes;
  return new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}

/** Enough to detect the format. */
const MAX_START_BYTES = 8192;

/** JSON is also YAML, but the JSON parser is a hundred times as fast. */
function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    // Encoders that escape slashes, such as that of PHP, write each path as a key with escapes.
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function parseYaml(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  const strict = parseYamlText(text);
  const repaired = strict.errors.length > 0 ? parseYamlText(indentQuotedLines(text)) : strict;
  const document = repaired.errors.length > 0 ? strict : repaired;
  const [error] = document.errors;
  if (error) throw error;
  const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
  if (!isObject(value)) return value;
  const getSource = (...path: string[]) => {
    const scalar = document.getIn(path, true);
    return isScalar(scalar) && typeof scalar.value === 'number' ? { [path.at(-1) ?? '']: scalar.source } : {};
  };
  const info = isObject(value.info) ? { info: { ...value.info, ...getSource('info', 'version') } } : {};
  return { ...value, ...info, ...getSource('openapi'), ...getSource('swagger') };
}

function parseYamlText(text: string): Document.Parsed {
  return parseDocument(text, { merge: true, uniqueKeys: false, logLevel: 'silent', prettyErrors: true, strict: false });
}

const MIB = 1024 * 1024;

/** The largest known document, that of GitHub without references, has 73 MB. */
export const MAX_DOCUMENT_BYTES = 75 * MIB;

/** The memory of an import depends on the number of values. With this many in 75 MiB, it needs less than 700 MB. */
const MAX_VALUES = 1_500_000;

/** The YAML parser needs 60 times the memory of its text. */
const MAX_YAML_BYTES = 8 * MIB;

/** Documents with more alias uses are rejected as attacks. */
const MAX_ALIASES = 10_000;

function describeError(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply.';
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return first.replace(/:$/, '.');
}
