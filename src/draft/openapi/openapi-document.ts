import { upgrade } from '@scalar/openapi-upgrader';
import { failure, type Result, success } from '#manifest/result.ts';
import { detectFormat } from './document/detect-format.ts';
import { dropInvalidMembers } from './document/drop-invalid-members.ts';
import { type Node, objectIn } from './document/node.ts';
import { readDocument } from './document/read-document.ts';
import { repairSwagger2 } from './document/repair-swagger2.ts';

export { MAX_DOCUMENT_BYTES } from './document/read-document.ts';

/** An OpenAPI document of version 3. Version 2.0 is upgraded to 3.0. */
export interface OpenapiDocument {
  readonly tree: Node;
  /** The declared version. */
  readonly version: string;
}

/** Parses an OpenAPI document of version 2.0 or 3.x, in JSON or YAML. Tolerates invalid parts and fetches nothing. */
export function parseOpenapiDocument(bytes: Uint8Array): Result<OpenapiDocument, string> {
  const read = readDocument(bytes);
  if (!read.ok) return read;
  const tree = dropInvalidMembers(read.value);
  const version = String(tree.openapi ?? tree.swagger ?? '');
  if (/^2(\.0)?$/.test(version)) return upgradeDocument({ ...repairSwagger2(tree), swagger: '2.0' });
  if (/^3\./.test(version)) return success({ tree, version });
  const format = detectFormat(read.value);
  if (format !== undefined) return failure(`It is ${format}. Use OpenAPI 2.0, 3.0, or 3.1.`);
  const declared = version === '' ? 'It declares no version (openapi or swagger).' : `It declares version ${version}.`;
  return failure(`${declared} Use OpenAPI 2.0, 3.0, or 3.1.`);
}

function upgradeDocument(tree: Node): Result<OpenapiDocument, string> {
  try {
    return success({ version: '2.0', tree: dropInvalidMembers(objectIn(upgrade({ ...tree }, '3.0'))) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(`It is not a valid OpenAPI 2.0 document: ${reason}.`);
  }
}
