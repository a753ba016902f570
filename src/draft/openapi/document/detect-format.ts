import { isObject } from '#manifest/json-object.ts';
import { type Node, objectIn } from './node.ts';

/** Returns the format of a document that is not OpenAPI, with its article. Undefined for unknown formats. */
export function detectFormat(tree: Node): string | undefined {
  if (tree.asyncapi !== undefined) return 'an AsyncAPI document, which describes messages instead of requests';
  const { schema, _postman_id } = objectIn(tree.info);
  if (_postman_id !== undefined || /postman/i.test(String(schema)))
    return 'a Postman collection. Export it as OpenAPI first';
  if (isObject(tree.__schema) || isObject(objectIn(tree.data).__schema))
    return 'a GraphQL schema. A manifest describes HTTP endpoints: declare the GraphQL endpoint as one POST endpoint';
  if (typeof tree.spec_version === 'string' && tree.spec_version.startsWith('apimanifest'))
    return 'already an API manifest';
  if (tree.arazzo !== undefined) return 'an Arazzo document, which describes workflows';
  if (tree.$schema !== undefined && tree.paths === undefined) return 'a JSON Schema';
  if (tree.resources !== undefined && tree.discoveryVersion !== undefined) return 'a Google discovery document';
  if (Array.isArray(objectIn(tree.log).entries)) return 'a HAR file';
  return undefined;
}

/** Returns the format of a text that is neither JSON nor YAML with an object. Undefined for unknown formats. */
export function detectTextFormat(text: string): string | undefined {
  const start = text.slice(0, 5000).trimStart();
  if (/^<(!doctype html|html|head|body)\b/i.test(start))
    return 'an HTML page. Use the URL of the document itself, which the page usually links';
  if (start.startsWith('<')) return 'an XML document';
  if (GRAPHQL.test(start))
    return 'a GraphQL schema. A manifest describes HTTP endpoints: declare the GraphQL endpoint as one POST endpoint';
  if (/^syntax\s*=\s*"proto/.test(start)) return 'a Protocol Buffers file';
  if (/^#%RAML/.test(start)) return 'a RAML document. Convert it to OpenAPI first';
  if (/^FORMAT: 1A/.test(start)) return 'an API Blueprint document. Convert it to OpenAPI first';
  return undefined;
}

/**
 * The first definition of a GraphQL schema, after comments and descriptions. A description ends at the first three quotes: if
 * it could also end later, 60 of them would take minutes.
 */
const GRAPHQL =
  /^(#.*\n|"""(?:[^"]|"(?!""))*"""|\s)*(schema|type|interface|union|enum|input|scalar|directive|extend)\s[^:\n]*[{@=]/;
