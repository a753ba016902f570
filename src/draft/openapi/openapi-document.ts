import { upgrade } from '@scalar/openapi-upgrader';
import { failure, type Result, success } from '#manifest/result.ts';
import { bundleReferences, type ReadReference } from './document/bundle-references.ts';
import { detectFormat } from './document/detect-format.ts';
import { dropInvalidMembers } from './document/drop-invalid-members.ts';
import { type Node, objectIn } from './document/node.ts';
import { readDocument } from './document/read-document.ts';
import { repairHeaders } from './document/repair-headers.ts';
import { repairSwagger2 } from './document/repair-swagger2.ts';

export type { ReadReference } from './document/bundle-references.ts';
export { MAX_DOCUMENT_BYTES } from './document/read-document.ts';

/** An OpenAPI document of version 3. Version 2.0 is upgraded to 3.0. */
export interface OpenapiDocument {
  readonly tree: Node;
  /** The declared version. */
  readonly version: string;
  /** The referenced documents that are not included, in sentences. Undefined if they were not read. */
  readonly referenceProblems?: readonly string[];
  /** The references to missing parameters of version 2.0, which the upgrade does not keep. */
  readonly brokenReferences?: ReadonlySet<string>;
}

/** Parses an OpenAPI document of version 2.0 or 3.x, in JSON or YAML. Tolerates invalid parts and fetches nothing. */
export function parseOpenapiDocument(bytes: Uint8Array): Result<OpenapiDocument, string> {
  const read = readDocument(bytes);
  return read.ok ? convertTree(read.value) : read;
}

/**
 * Parses an OpenAPI document, and includes the documents that it references: at most 50 with at most 8 MiB in total.
 *
 * @param url the URL of the document, against which its references are resolved
 * @param read reads a referenced document
 */
export async function parseWithReferences(
  bytes: Uint8Array,
  url: string,
  read: ReadReference,
): Promise<Result<OpenapiDocument, string>> {
  const source = readDocument(bytes);
  if (!source.ok) return source;
  const { tree, problems } = await bundleReferences(source.value, url, read);
  const document = convertTree(tree);
  return document.ok ? success({ ...document.value, referenceProblems: problems }) : document;
}

function convertTree(source: Node): Result<OpenapiDocument, string> {
  const tree = dropInvalidMembers(source);
  const version = String(tree.openapi ?? tree.swagger ?? '');
  if (/^2(\.0)?$/.test(version)) return upgradeDocument(tree);
  if (/^3\./.test(version)) return success({ tree, version });
  const format = detectFormat(source);
  if (format !== undefined) return failure(`It is ${format}. Use OpenAPI 2.0 or 3.0 to 3.2.`);
  const declared = version === '' ? 'It declares no version (openapi or swagger).' : `It declares version ${version}.`;
  return failure(`${declared} Use OpenAPI 2.0 or 3.0 to 3.2.`);
}

function upgradeDocument(source: Node): Result<OpenapiDocument, string> {
  const { tree, brokenReferences } = repairSwagger2(repairHeaders(source));
  try {
    const upgraded = upgrade({ ...tree, swagger: '2.0' }, '3.0');
    return success({ version: '2.0', tree: dropInvalidMembers(objectIn(upgraded)), brokenReferences });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(`It is not a valid OpenAPI 2.0 document: ${reason}.`);
  }
}
