import { upgrade } from '@scalar/openapi-upgrader';
import { failure, type Result, success } from '#manifest/result.ts';
import { dropBrokenParameters } from './drop-broken-parameters.ts';
import { type Node, objectIn } from './node.ts';
import { readDocument } from './read-document.ts';
import { wellFormed } from './well-formed.ts';

/** An OpenAPI document, in the form of version 3.1 whatever it was written in. */
export interface OpenapiDocument {
  readonly tree: Node;
  /** The version that it declares. */
  readonly written: string;
}

/** Reads an OpenAPI document of version 2.0 or 3.x, JSON or YAML, well made or not. Fetches nothing. */
export function parseOpenapiDocument(bytes: Uint8Array): Result<OpenapiDocument, string> {
  const read = readDocument(bytes);
  if (!read.ok) return read;
  const tree = wellFormed(read.value);
  const written = String(tree.openapi ?? tree.swagger ?? '');
  if (/^2(\.0)?$/.test(written))
    return upgraded({ ...dropBrokenParameters(tree), ...basePath(tree), swagger: '2.0' }, '2.0');
  if (/^3\.[01](\.|$)/.test(written))
    return upgraded({ ...tree, openapi: /\..*\./.test(written) ? written : `${written}.0` }, written);
  if (/^3\./.test(written)) return success({ tree, written });
  const declared = written === '' ? 'It declares no version (openapi or swagger).' : `It declares version ${written}.`;
  return failure(`${declared} Use OpenAPI 2.0, 3.0, or 3.1.`);
}

/** From the root of the host, whether it is written so or not. */
function basePath({ basePath }: Node): Node {
  return typeof basePath === 'string' && !basePath.startsWith('/') ? { basePath: `/${basePath}` } : {};
}

function upgraded(tree: Node, written: string): Result<OpenapiDocument, string> {
  try {
    return success({ written, tree: wellFormed(objectIn(upgrade({ ...tree }, '3.1'))) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(`It is not a valid OpenAPI ${written} document: ${reason}.`);
  }
}
