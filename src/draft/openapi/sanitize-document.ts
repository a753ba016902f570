/**
 * Copies a parsed document to a tree that is safe to traverse: without the cycles that YAML aliases can create, at most 200
 * levels deep, without nulls and `__proto__`, and with strings as keys.
 */
export function sanitizeDocument(value: unknown): unknown {
  return copyValue(value, new Set());
}

const MAX_DEPTH = 200;

function copyValue(value: unknown, ancestors: Set<object>): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (ancestors.has(value) || ancestors.size === MAX_DEPTH) return undefined;
  ancestors.add(value);
  const copy = Array.isArray(value) ? copyItems(value, ancestors) : copyMembers(value, ancestors);
  ancestors.delete(value);
  return copy;
}

function copyItems(list: readonly unknown[], ancestors: Set<object>): unknown[] {
  return list.map(item => copyValue(item, ancestors)).filter(item => item !== undefined);
}

function copyMembers(object: object, ancestors: Set<object>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  const entries = object instanceof Map ? [...object.entries()] : Object.entries(object);
  for (const [name, member] of entries) {
    const value = name === '__proto__' ? undefined : copyValue(member, ancestors);
    if (value !== undefined) copy[String(name)] = value;
  }
  return copy;
}
