import { isObject } from '#manifest/json-object.ts';
import { failure, type Result } from '#manifest/result.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { readDocument } from './read-document.ts';
import { createReferences, resolvePath } from './references.ts';

/** Reads another document, by its absolute URL without a fragment. The error is a sentence that names the document. */
export type ReadReference = (url: string) => Promise<Result<Uint8Array, string>>;

/** A document with the documents that it references, and the references that cannot be used, in sentences. */
export interface BundledDocument {
  readonly tree: Node;
  readonly problems: readonly string[];
}

/**
 * Reads the documents that a document references, directly or through others, and includes them. References in circles are
 * allowed. A reference to a document that cannot be read stays as it is.
 *
 * @param url the URL of the document, against which its references are resolved
 */
export async function bundleReferences(root: Node, url: string, read: ReadReference): Promise<BundledDocument> {
  const documents = new Map<string, Node>();
  const problems: string[] = [];
  let open = new Set(listExternal(root, url));
  let bytes = 0;
  for (let depth = 1; open.size > 0; depth += 1) {
    const next = new Set<string>();
    for (const target of open) {
      if (documents.size + problems.length >= MAX_DOCUMENTS) {
        problems.push(`The references have more than ${MAX_DOCUMENTS} documents. The others are ignored.`);
        return { tree: include(root, url, documents), problems };
      }
      const source = depth > MAX_DEPTH ? failure(`${target} is ignored: ${TOO_DEEP}`) : await read(target);
      if (source.ok) bytes += source.value.length;
      const document = source.ok ? parse(source.value, target, bytes) : source;
      if (document.ok) {
        documents.set(target, document.value);
        for (const each of listExternal(document.value, target)) next.add(each);
      } else problems.push(document.error);
    }
    open = new Set([...next].filter(target => target !== url && !documents.has(target)));
  }
  return { tree: include(root, url, documents), problems };
}

/** Limits the requests for one document. */
const MAX_DOCUMENTS = 50;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 5;
const TOO_DEEP = `more than ${MAX_DEPTH} references lead to it. Bundle the documents into one.`;
const TOO_LARGE = `the referenced documents exceed ${MAX_BYTES / 1024 / 1024} MiB. Bundle them into one document.`;

function parse(bytes: Uint8Array, url: string, total: number): Result<Node, string> {
  if (total > MAX_BYTES) return failure(`${url} is ignored: ${TOO_LARGE}`);
  const document = readDocument(bytes);
  return document.ok ? document : failure(`${url} is ignored. ${document.error}`);
}

/** Returns the URLs of the documents that a document references. */
function listExternal(document: Node, url: string): string[] {
  const found: string[] = [];
  visitReferences(document, reference => {
    const target = reference.startsWith('#') ? undefined : toAbsolute(reference, url);
    if (target !== undefined) found.push(target.url);
    return reference;
  });
  return found;
}

function toAbsolute(reference: string, base: string): { readonly url: string; readonly pointer: string } | undefined {
  const absolute = URL.parse(reference, base);
  if (!absolute) return undefined;
  const pointer = absolute.hash.slice(1);
  absolute.hash = '';
  return { url: absolute.href, pointer };
}

/** The member that holds the included documents. */
const CONTAINER = 'x-referenced-documents';

/** Adds the documents to the root, and changes all references to point to them. */
function include(root: Node, url: string, documents: ReadonlyMap<string, Node>): Node {
  const pointers = new Map<string, string>([[url, '#']]);
  for (const each of documents.keys()) pointers.set(each, `#/${CONTAINER}/${pointers.size}`);
  const rewrite = (document: Node, base: string) =>
    visitReferences(document, reference => {
      const target = toAbsolute(reference, base);
      const start = target && pointers.get(target.url);
      return start === undefined ? reference : start + target?.pointer;
    });
  const included = [...documents].map(([each, document], index) => [index + 1, rewrite(document, each)]);
  const tree = { ...rewrite(root, url), [CONTAINER]: Object.fromEntries(included) };
  return inlineParts(tree);
}

/** Returns a copy of a document with other references. A member `$ref` of an example is not a reference. */
function visitReferences(document: Node, convert: (reference: string) => string): Node {
  const visit = (value: unknown, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map(item => visit(item, false));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, member]) => {
      if (!isMap && DATA.has(name)) return [name, member];
      const isReference = name === '$ref' && typeof member === 'string';
      return [name, isReference ? convert(member) : visit(member, name === 'properties')];
    });
    return Object.fromEntries(entries);
  };
  return visit(document, false) as Node;
}

/** Members whose values are data. A property of a schema can have the same name. */
const DATA: ReadonlySet<string> = new Set(['example', 'default', 'const', 'enum', 'value']);

/**
 * Replaces references to included paths, parameters, bodies, and responses by what they refer to, so that it is checked and
 * upgraded like that of the document itself. References to schemas stay, because they can be in circles.
 */
function inlineParts(tree: Node): Node {
  const { resolve } = createReferences(tree);
  const isIncluded = (value: unknown) => String(objectIn(value).$ref).startsWith(`#/${CONTAINER}/`);
  const inline = (value: unknown): unknown => (isIncluded(value) ? (resolve(value) ?? value) : value);
  const inlineMembers = (value: unknown, convert: (member: unknown) => unknown = inline): Node =>
    Object.fromEntries(Object.entries(objectIn(value)).map(([name, member]) => [name, convert(member)]));
  const inlineOwn = (node: Node): Node => ({
    ...node,
    ...(node.parameters !== undefined && { parameters: listIn(node.parameters).map(inline) }),
    ...(node.requestBody !== undefined && { requestBody: inline(node.requestBody) }),
    ...(node.responses !== undefined && { responses: inlineMembers(node.responses) }),
  });
  const inlinePath = (value: unknown): unknown => {
    const item = isIncluded(value) ? (resolvePath(value, resolve) ?? value) : value;
    if (!isObject(item)) return item;
    return inlineOwn(inlineMembers(item, member => (isObject(member) ? inlineOwn(member) : member)));
  };
  const components = inlineMembers(tree.components, group => (isObject(group) ? inlineMembers(group) : group));
  return {
    ...tree,
    ...(tree.paths !== undefined && { paths: inlineMembers(inline(tree.paths), inlinePath) }),
    ...(tree.components !== undefined && { components }),
    ...(isObject(tree.parameters) && { parameters: inlineMembers(tree.parameters) }),
    ...(isObject(tree.responses) && { responses: inlineMembers(tree.responses) }),
  };
}
