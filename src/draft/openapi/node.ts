/** An object of a document of which nothing is known yet. */
export type Node = Readonly<Record<string, unknown>>;

/** The value if it is an object; an empty one otherwise, since whoever reads strangers' documents finds anything anywhere. */
export function objectIn(value: unknown): Node {
  return isObject(value) ? value : NOTHING;
}

export function isObject(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const NOTHING: Node = {};
