import { upgrade } from '@scalar/openapi-upgrader';
import { failure, type Result, success } from '#manifest/result.ts';
import { detectFormat } from './document/detect-format.ts';
import { dropInvalidMembers } from './document/drop-invalid-members.ts';
import { isObject, listIn, type Node, objectIn } from './document/node.ts';
import { readDocument } from './document/read-document.ts';
import { createReferences } from './document/references.ts';

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
  if (/^2(\.0)?$/.test(version))
    return upgradeDocument({ ...repairDocument(tree), ...normalizeBasePath(tree), swagger: '2.0' });
  if (/^3\./.test(version)) return success({ tree, version });
  const format = detectFormat(read.value);
  if (format !== undefined) return failure(`It is ${format}. Use OpenAPI 2.0, 3.0, or 3.1.`);
  const declared = version === '' ? 'It declares no version (openapi or swagger).' : `It declares version ${version}.`;
  return failure(`${declared} Use OpenAPI 2.0, 3.0, or 3.1.`);
}

/** Adds a missing slash to the start of the base path. */
function normalizeBasePath({ basePath }: Node): Node {
  return typeof basePath === 'string' && !basePath.startsWith('/') ? { basePath: `/${basePath}` } : {};
}

function upgradeDocument(tree: Node): Result<OpenapiDocument, string> {
  try {
    return success({ version: '2.0', tree: dropInvalidMembers(objectIn(upgrade({ ...tree }, '3.0'))) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(`It is not a valid OpenAPI 2.0 document: ${reason}.`);
  }
}

/** Fixes what the upgrade of a 2.0 document rejects or loses: broken parameter references and empty lists. */
function repairDocument(tree: Node): Node {
  const references = createReferences(tree);
  const isValid = (parameter: unknown): boolean => {
    const { $ref } = objectIn(parameter);
    const isExternal = typeof $ref === 'string' && !$ref.startsWith('#');
    return isExternal || PARAMETER_LOCATIONS.has(references.resolve(parameter)?.in);
  };
  const filterParameters = (node: Node): Node => {
    const { consumes, ...rest } = node;
    return {
      ...rest,
      // An empty list would drop the body.
      ...(listIn(consumes).length > 0 && { consumes }),
      ...(node.parameters !== undefined && {
        parameters: listIn(node.parameters).filter(isValid).map(withCollectionFormat),
      }),
    };
  };
  const paths = Object.entries(objectIn(tree.paths)).map(([path, item]) => {
    const members = Object.entries(filterParameters(objectIn(item))).map(([name, member]) => [
      name,
      isObject(member) ? filterParameters(member) : member,
    ]);
    return [path, Object.fromEntries(members)];
  });
  const shared = Object.entries(objectIn(tree.parameters)).filter(([, parameter]) => isValid(parameter));
  return { ...tree, parameters: Object.fromEntries(shared), paths: Object.fromEntries(paths) };
}

/** The upgrade keeps only a declared format, but a list in a form is comma-separated by default. */
function withCollectionFormat(parameter: unknown): unknown {
  const { in: location, type, collectionFormat } = objectIn(parameter);
  const isFormList = location === 'formData' && type === 'array' && collectionFormat === undefined;
  return isFormList ? { ...objectIn(parameter), collectionFormat: 'csv' } : parameter;
}

const PARAMETER_LOCATIONS: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'body', 'formData']);
