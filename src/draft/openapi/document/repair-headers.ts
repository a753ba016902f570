import { isObject } from '#manifest/json-object.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { createReferences } from './references.ts';

/**
 * Rewrites the header parameters of an OpenAPI 2.0 document that version 3 ignores. `Authorization` becomes a security
 * requirement of operations that have none. `Accept` and `Content-Type` are marked if the document has a value for them.
 */
export function repairHeaders(tree: Node): Node {
  const { resolve } = createReferences(tree);
  const schemes = objectIn(tree.securityDefinitions);
  const declared = Object.entries(schemes).find(([, scheme]) => usesAuthorization(objectIn(scheme)))?.[0];
  let derived: Node | undefined;

  const requireCredentials = (operation: Node, parameters: readonly Node[]): unknown => {
    const security = operation.security ?? tree.security;
    const header = parameters.find(each => isHeader(each, 'authorization'));
    const isSecured = listIn(security).some(each => Object.keys(objectIn(each)).length > 0);
    if (header === undefined || isSecured) return operation.security;
    if (declared === undefined) derived ??= toScheme(header);
    const requirement = { [declared ?? HEADER_SCHEME]: [] };
    return header.required === true ? [requirement] : [requirement, {}];
  };

  const repairPath = (item: unknown): unknown => {
    if (!isObject(item)) return item;
    const shared = listIn(item.parameters)
      .map(resolve)
      .filter(each => each !== undefined);
    const members = Object.entries(item).map(([name, member]) => {
      if (name === 'parameters') return [name, listIn(member).map(each => markHeader(each, resolve(each)))];
      if (!isObject(member)) return [name, member];
      const own = listIn(member.parameters)
        .map(resolve)
        .filter(each => each !== undefined);
      const security = requireCredentials(member, [...own, ...shared]);
      const hasBody = [...own, ...shared].some(each => each.in === 'body' || each.in === 'formData');
      const parameters = listIn(member.parameters).map(each => markHeader(each, resolve(each), hasBody));
      return [
        name,
        {
          ...member,
          ...(member.parameters !== undefined && { parameters }),
          ...(security !== undefined && { security }),
        },
      ];
    });
    return Object.fromEntries(members);
  };

  const paths = Object.entries(objectIn(tree.paths)).map(([path, item]) => [path, repairPath(item)]);
  return {
    ...tree,
    ...(tree.paths !== undefined && { paths: Object.fromEntries(paths) }),
    ...(derived && { securityDefinitions: { ...schemes, [HEADER_SCHEME]: derived } }),
  };
}

/** The extension of a header parameter that the draft keeps, although version 3 ignores it. */
export const KEPT_HEADER = 'x-kept-header';

/** The security scheme of a document that declares `Authorization` only as a parameter. */
const HEADER_SCHEME = 'Authorization';

function isHeader({ in: location, name }: Node, expected: string): boolean {
  return location === 'header' && typeof name === 'string' && name.toLowerCase() === expected;
}

function usesAuthorization({ type, in: location, name }: Node): boolean {
  return (
    type === 'basic' || type === 'oauth2' || (type === 'apiKey' && isHeader({ in: location, name }, 'authorization'))
  );
}

/** Version 2.0 has no scheme for bearer tokens, so documents name it in the text or value of the parameter. */
function toScheme(header: Node): Node {
  const { description } = header;
  const text = [description, header.default, header['x-example'], header.pattern].join(' ');
  const scheme = /\bbearer\b/i.test(text) ? 'bearer' : /\bbasic\b/i.test(text) ? 'basic' : undefined;
  if (scheme !== undefined) return { type: 'http', scheme, description };
  return { type: 'apiKey', in: 'header', name: 'Authorization', description };
}

/** Marks a header with a value. The media type of a body has precedence over `Content-Type`. */
function markHeader(parameter: unknown, resolved: Node | undefined, hasBody = false): unknown {
  if (resolved === undefined || !(isHeader(resolved, 'accept') || (!hasBody && isHeader(resolved, 'content-type'))))
    return parameter;
  const value = resolved.default ?? listIn(resolved.enum)[0] ?? resolved['x-example'];
  return typeof value === 'string' ? { ...resolved, default: value, [KEPT_HEADER]: true } : parameter;
}
