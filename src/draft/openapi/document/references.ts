import { isObject } from '#manifest/json-object.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { createSchemaResolver, type ResolveSchema } from './schema-resolver.ts';

/** Resolves the references of one document. */
export interface References {
  /**
   * Follows the references of a value. Returns undefined if they are broken or circular, or refer to another document.
   */
  resolve(value: unknown): Node | undefined;
  /** Follows the references of a schema, and merges the schemas that also apply to the same value. */
  readonly resolveSchema: ResolveSchema;
  /** Returns the last part of a reference, which is the name of its target. Undefined for other values. */
  getName(value: unknown): string | undefined;
  /** The other documents that resolved values referenced so far. */
  readonly external: ReadonlySet<string>;
  /** The references within the document that resolved values had so far and that refer to nothing. */
  readonly broken: ReadonlySet<string>;
}

/** Creates a resolver of references within a document. Those to other documents resolve to nothing and are recorded. */
export function createReferences(document: Node): References {
  const external = new Set<string>();
  const broken = new Set<string>();
  const getTarget = (reference: string): unknown => {
    if (reference.startsWith('#')) {
      const value = getValueAt(document, reference);
      if (value === undefined) broken.add(reference);
      return value;
    }
    external.add(reference.split('#')[0] ?? reference);
    return undefined;
  };
  return {
    external,
    broken,
    getName(value) {
      const name = isObject(value) && typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
      return name === undefined ? undefined : decodePart(name);
    },
    resolve(value) {
      let node = value;
      for (let hop = 0; hop < MAX_HOPS; hop += 1) {
        if (!isObject(node)) return undefined;
        if (typeof node.$ref !== 'string') return node;
        node = getTarget(node.$ref);
      }
      return undefined;
    },
    resolveSchema: createSchemaResolver(getTarget, /^3\.[1-9]/.test(String(document.openapi))),
  };
}

/** Follows the reference of a path. Its siblings also apply, and have precedence over members of the target. */
export function resolvePath(item: unknown, resolve: (value: unknown) => Node | undefined): Node | undefined {
  const target = resolve(item);
  if (target === undefined || target === item) return target;
  const { $ref, ...siblings } = objectIn(item);
  const parameters = [...listIn(target.parameters), ...listIn(siblings.parameters)];
  return { ...target, ...siblings, ...(parameters.length > 0 && { parameters }) };
}

/** A longer chain is circular. */
const MAX_HOPS = 50;

function getValueAt(document: Node, reference: string): unknown {
  let value: unknown = document;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = decodePart(part);
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part.replaceAll('~1', '/').replaceAll('~0', '~');
  }
}
