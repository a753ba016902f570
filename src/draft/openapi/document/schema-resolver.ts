import { isObject } from '#manifest/json-object.ts';
import { listIn, type Node, objectIn } from './node.ts';

/** Resolves a schema. Returns undefined if its reference is broken or circular. */
export type ResolveSchema = (schema: unknown) => Node | undefined;

/**
 * Creates a function that resolves the references of a schema, and merges the schemas that also apply to the same value: those
 * in `allOf`, and the only one in `anyOf` or `oneOf` that is not null. Of several alternatives, none is merged.
 *
 * @param getTarget returns what a reference refers to, which can be another reference
 * @param keepsSiblings whether members next to `$ref` apply, as since OpenAPI 3.1
 */
export function createSchemaResolver(getTarget: (reference: string) => unknown, keepsSiblings: boolean): ResolveSchema {
  const results = new WeakMap<Node, Node>();
  const open = new Set<Node>();

  const resolve: ResolveSchema = schema => {
    let node = schema;
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      if (!isObject(node)) return undefined;
      const { $ref, ...siblings } = node;
      if (typeof $ref !== 'string') return merge(node, node);
      if (keepsSiblings && Object.keys(siblings).length > 0)
        return merge({ ...siblings, allOf: [{ $ref }, ...listIn(siblings.allOf)] }, node);
      node = getTarget($ref);
    }
    return undefined;
  };

  const merge = (node: Node, source: Node): Node | undefined => {
    if (KEYWORDS.every(keyword => node[keyword] === undefined)) return node;
    const known = results.get(source);
    if (known) return known;
    if (open.has(source)) return undefined;
    if (open.size >= MAX_DEPTH) return withoutKeywords(node);
    open.add(source);
    const merged = mergeAlternative('oneOf', mergeAlternative('anyOf', mergeParts(node)));
    open.delete(source);
    results.set(source, merged);
    return merged;
  };

  const mergeParts = ({ allOf, ...own }: Node): Node => {
    const parts = listIn(allOf)
      .map(resolve)
      .filter(part => part !== undefined);
    const isComplete = parts.length === 1 && own.properties === undefined;
    const inherited = parts.map(part => (isComplete ? part : withoutExamples(part)));
    return mergeSchemas(inherited.reduce<Node>(mergeSchemas, {}), own);
  };

  const mergeAlternative = (keyword: 'anyOf' | 'oneOf', node: Node): Node => {
    const { [keyword]: list, ...own } = node;
    const alternatives = listIn(list);
    const others = alternatives.filter(each => !isNull(each));
    const only = others.length === 1 ? resolve(others[0]) : undefined;
    if (only === undefined) return node;
    return { ...mergeSchemas(only, own), ...(alternatives.length > 1 && { nullable: true }) };
  };

  return resolve;
}

/** Returns whether a schema allows only null. */
export function isNull(schema: unknown): boolean {
  const { type } = objectIn(schema);
  return type === 'null' || (Array.isArray(type) && type.length > 0 && type.every(each => each === 'null'));
}

/** The keywords whose schemas can be merged. */
const KEYWORDS = ['allOf', 'anyOf', 'oneOf'] as const;
/** A longer chain is circular. */
const MAX_HOPS = 50;
const MAX_DEPTH = 30;
/** Limits the memory for documents whose schemas inherit from each other. */
const MAX_MEMBERS = 1000;

/** Merges two schemas. If both have a keyword, that of `own` takes precedence, but members and alternatives are joined. */
function mergeSchemas(inherited: Node, own: Node): Node {
  const members = [inherited, own].flatMap(each => Object.entries(objectIn(each.properties)));
  const properties = Object.fromEntries(members.slice(0, MAX_MEMBERS));
  const { additionalProperties } = isObject(inherited.additionalProperties) ? inherited : { ...inherited, ...own };
  const joined = ['required', ...KEYWORDS].map(name => [name, joinLists(name, inherited, own)] as const);
  return {
    ...inherited,
    ...own,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...Object.fromEntries(joined.filter(([, list]) => list.length > 0)),
  };
}

/** A schema can apply several times, which must not multiply its alternatives. */
function joinLists(name: string, inherited: Node, own: Node): readonly unknown[] {
  return [...new Set([...listIn(inherited[name]), ...listIn(own[name])])];
}

function withoutKeywords(node: Node): Node {
  const { allOf, anyOf, oneOf, ...own } = node;
  return own;
}

/** An example of one part lacks the members of the others. */
function withoutExamples(part: Node): Node {
  const members = Object.entries(part).filter(([name, value]) => !EXAMPLES.has(name) || typeof value !== 'object');
  return Object.fromEntries(members);
}

const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples', 'default']);
