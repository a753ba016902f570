import { isScalar, parseDocument } from 'yaml';
import { failure, type Result, success } from '#manifest/result.ts';
import { isObject, type Node } from './node.ts';
import { sanitizeDocument } from './sanitize-document.ts';

/**
 * Reads a JSON or YAML text as a tree. Numbers at `info.version`, `openapi` and `swagger` are kept as they are written:
 * in YAML, `version: 1.10` is no longer 1.10 once it is a number.
 */
export function readDocument(bytes: Uint8Array): Result<Node, string> {
  const text = new TextDecoder().decode(bytes);
  try {
    const tree = sanitizeDocument(/^\s*[{[]/.test(text) ? (jsonIn(text) ?? yamlIn(text)) : yamlIn(text));
    return isObject(tree) ? success(tree) : failure('It is no object, so no OpenAPI document.');
  } catch (error) {
    return failure(`It is neither JSON nor YAML: ${reasonOf(error)}`);
  }
}

/** JSON is YAML too, but is read a hundred times as fast. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function yamlIn(text: string): unknown {
  const document = parseDocument(text, { merge: true, uniqueKeys: false, logLevel: 'silent', prettyErrors: true });
  const [fault] = document.errors;
  if (fault) throw fault;
  const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  if (!isObject(value)) return value;
  const written = (...path: string[]) => {
    const scalar = document.getIn(path, true);
    return isScalar(scalar) && typeof scalar.value === 'number' ? { [path.at(-1) ?? '']: scalar.source } : {};
  };
  const info = isObject(value.info) ? { info: { ...value.info, ...written('info', 'version') } } : {};
  return { ...value, ...info, ...written('openapi'), ...written('swagger') };
}

/** Uses of aliases, beyond which a document is taken for an attack. */
const MOST_ALIASES = 10_000;

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply.';
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return first.replace(/:$/, '.');
}
