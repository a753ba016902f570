import { isObject } from '#manifest/json-object.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { createReferences } from './references.ts';

/**
 * Rewrites the parameters of an OpenAPI 2.0 document into forms that the upgrade to 3.0 keeps. The upgrade rejects broken
 * references, and loses bodies that are shared or declared for a path, the order of media types, and some list formats.
 */
export function repairSwagger2(source: Node): {
  readonly tree: Node;
  readonly brokenReferences: ReadonlySet<string>;
} {
  const { resolve, broken } = createReferences(source);
  return { tree: repairTree(source, resolve), brokenReferences: broken };
}

function repairTree(tree: Node, resolve: Resolve): Node {
  const paths = Object.entries(objectIn(tree.paths)).map(([path, item]) => [path, repairPath(item, tree, resolve)]);
  const shared = Object.entries(objectIn(tree.parameters)).filter(([, parameter]) => isValid(parameter, resolve));
  return {
    ...tree,
    // Without schemes, the upgrade assumes http, which few APIs still serve.
    ...(listIn(tree.schemes).length === 0 && { schemes: ['https'] }),
    ...(typeof tree.host === 'string' && { host: removeScheme(tree.host) }),
    ...(typeof tree.basePath === 'string' && !tree.basePath.startsWith('/') && { basePath: `/${tree.basePath}` }),
    parameters: Object.fromEntries(shared.map(([name, parameter]) => [name, repairParameter(parameter)])),
    paths: Object.fromEntries(paths),
  };
}

/** Removes a scheme, which the upgrade would write twice, so that the host would become a part of each path. */
function removeScheme(host: string): string {
  const bare = host.trim().replace(/^([a-z]+:)?\/\//i, '');
  return bare.endsWith('/') ? bare.slice(0, -1) : bare;
}

type Resolve = (value: unknown) => Node | undefined;

/** The locations of parameters that are the body or its members. */
const BODY_LOCATIONS: ReadonlySet<unknown> = new Set(['body', 'formData']);
const LOCATIONS: ReadonlySet<unknown> = new Set(['path', 'query', 'header', ...BODY_LOCATIONS]);

/** Moves the body of a path to its operations, in which the upgrade expects it. */
function repairPath(item: unknown, tree: Node, resolve: Resolve): unknown {
  if (!isObject(item)) return item;
  const { body, others } = splitParameters(item, resolve);
  const members = Object.entries(item).map(([name, member]) => {
    if (!isObject(member)) return [name, member];
    const own = splitParameters(member, resolve);
    const parameters = [...own.others, ...overrideByName(body, own.body)];
    const consumes = selectConsumes(parameters, listIn(member.consumes), listIn(tree.consumes));
    const { consumes: _declared, parameters: _original, ...rest } = member;
    return [name, { ...rest, ...(parameters.length > 0 && { parameters }), ...(consumes && { consumes }) }];
  });
  return { ...Object.fromEntries(members), ...(item.parameters !== undefined && { parameters: others }) };
}

/** Separates the parameters of the body, without references, from the others. Drops parameters that the upgrade rejects. */
function splitParameters({ parameters }: Node, resolve: Resolve) {
  const valid = listIn(parameters).filter(parameter => isValid(parameter, resolve));
  const isBody = (parameter: unknown) => BODY_LOCATIONS.has(resolve(parameter)?.in);
  return {
    body: valid.filter(isBody).map(parameter => objectIn(repairParameter(resolve(parameter)))),
    others: valid.filter(parameter => !isBody(parameter)).map(repairParameter),
  };
}

function overrideByName(inherited: readonly Node[], own: readonly Node[]): readonly Node[] {
  const isOverridden = (each: Node) => own.some(({ in: location, name }) => location === each.in && name === each.name);
  return [...inherited.filter(each => !isOverridden(each)), ...own];
}

/**
 * Returns the media types of an operation. An empty list would drop the body. A form needs a media type of forms: documents
 * often declare that of other operations, or none.
 */
function selectConsumes(
  parameters: readonly unknown[],
  own: readonly unknown[],
  general: readonly unknown[],
): readonly unknown[] | undefined {
  const declared = own.length > 0 ? own : general;
  const fields = parameters.map(objectIn).filter(each => each.in === 'formData');
  if (fields.length === 0) return declared.length > 0 ? declared : undefined;
  if (fields.some(({ type }) => type === 'file')) return ['multipart/form-data'];
  const ofForms = declared.filter(type =>
    /^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(String(type)),
  );
  return ofForms.length > 0 ? ofForms : ['application/x-www-form-urlencoded'];
}

function isValid(parameter: unknown, resolve: Resolve): boolean {
  const { $ref } = objectIn(parameter);
  const isExternal = typeof $ref === 'string' && !$ref.startsWith('#');
  return isExternal || LOCATIONS.has(resolve(parameter)?.in);
}

function repairParameter(parameter: unknown): unknown {
  return withListStyle(withExample(parameter));
}

/** Version 2.0 has no examples of parameters, so documents use an extension, which the upgrade drops. */
function withExample(parameter: unknown): unknown {
  const { example, 'x-example': extension, in: location } = objectIn(parameter);
  if (extension === undefined || example !== undefined || location === 'body') return parameter;
  return { ...objectIn(parameter), example: extension };
}

/** Declares the style of a list whose `collectionFormat` the upgrade drops. */
function withListStyle(parameter: unknown): unknown {
  const node = objectIn(parameter);
  if (node.type !== 'array') return parameter;
  const { in: location, collectionFormat = 'csv' } = node;
  // The upgrade converts the format of fields, except for tabs. It keeps extensions.
  if (location === 'formData')
    return { ...node, collectionFormat, ...(collectionFormat === 'tsv' && { [LIST_STYLE]: 'tabDelimited' }) };
  const style = STYLES.get(collectionFormat);
  return style === undefined ? parameter : { ...node, style, explode: false };
}

const STYLES: ReadonlyMap<unknown, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/** The extension that holds the style of a field. */
export const LIST_STYLE = 'x-list-style';
