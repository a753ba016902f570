/**
 * Makes a parsed document safe to traverse: without the cycles that YAML aliases can create, at most 200 levels deep, without
 * `__proto__`, with undefined for nulls, and with strings as keys. Returns a copy, because YAML aliases share objects.
 */
export function sanitizeDocument(value: unknown): unknown {
  return copyValue(value, new Set());
}

/** Does the same for a value from `JSON.parse`, which has no cycles, in place: a copy of a large document needs much memory. */
export function sanitizeJson(value: unknown, depth = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) sanitizeItems(value, depth);
  else sanitizeMembers(value as Record<string, unknown>, depth);
  return value;
}

function sanitizeItems(list: unknown[], depth: number): void {
  let kept = 0;
  for (const item of list) {
    if (item === null || (typeof item === 'object' && depth === MAX_DEPTH)) continue;
    sanitizeJson(item, depth + 1);
    list[kept] = item;
    kept += 1;
  }
  list.length = kept;
}

function sanitizeMembers(object: Record<string, unknown>, depth: number): void {
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (name === '__proto__') delete object[name];
    // Deleting members would cost much memory, because V8 turns the object into a hash table.
    else if (member === null || (typeof member === 'object' && depth === MAX_DEPTH)) object[name] = undefined;
    else sanitizeJson(member, depth + 1);
  }
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
    // Keeps the names of nulls, as `sanitizeJson` does: a security requirement consists of names.
    if (name !== '__proto__') copy[String(name)] = copyValue(member, ancestors);
  }
  return copy;
}
