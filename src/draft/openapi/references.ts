import { isObject, type Node } from './node.ts';

/** Follows the references of one document. */
export interface References {
  /**
   * What a value is, once its references are followed; undefined when they lead nowhere, in circles, or to another
   * document, which is not fetched.
   */
  resolve(value: unknown): Node | undefined;
  /** The last part of a reference, which is how its author calls the thing; undefined for what is no reference. */
  nameOf(value: unknown): string | undefined;
  /** References to other documents that were met so far. */
  readonly external: ReadonlySet<string>;
}

export function referencesOf(document: Node): References {
  const external = new Set<string>();
  return {
    external,
    nameOf(value) {
      const name = isObject(value) && typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
      return name === undefined ? undefined : decoded(name);
    },
    resolve(value) {
      let node = value;
      for (let hop = 0; hop < MOST_HOPS; hop += 1) {
        if (!isObject(node)) return undefined;
        if (typeof node.$ref !== 'string') return node;
        if (!node.$ref.startsWith('#')) {
          external.add(node.$ref.split('#')[0] ?? node.$ref);
          return undefined;
        }
        node = valueAt(document, node.$ref);
      }
      return undefined;
    },
  };
}

/** A chain that is longer goes in circles. */
const MOST_HOPS = 50;

function valueAt(document: Node, reference: string): unknown {
  let value: unknown = document;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = decoded(part);
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part.replaceAll('~1', '/').replaceAll('~0', '~');
  }
}
