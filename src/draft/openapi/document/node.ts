import { isObject } from '#manifest/json-object.ts';
/** An object of an untrusted document. */
export type Node = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, or an empty object. Untrusted documents can have any value anywhere. */
export function objectIn(value: unknown): Node {
  return isObject(value) ? value : EMPTY;
}

/** Returns the value if it is an array, or an empty array. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const EMPTY: Node = {};
