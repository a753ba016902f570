/**
 * A copy of a parsed document that any reader can walk: a tree (aliases of YAML may lead back to where they stand), no
 * deeper than 200 levels, without nulls, with text for names. Both `__proto__` and the like are left out.
 */
export function sanitizeDocument(value: unknown): unknown {
  return copied(value, new Set());
}

const DEEPEST = 200;

function copied(value: unknown, above: Set<object>): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (above.has(value) || above.size === DEEPEST) return undefined;
  above.add(value);
  const copy = Array.isArray(value) ? items(value, above) : members(value, above);
  above.delete(value);
  return copy;
}

function items(list: readonly unknown[], above: Set<object>): unknown[] {
  return list.map(item => copied(item, above)).filter(item => item !== undefined);
}

function members(object: object, above: Set<object>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  const entries = object instanceof Map ? [...object.entries()] : Object.entries(object);
  for (const [name, member] of entries) {
    const kept = name === '__proto__' ? undefined : copied(member, above);
    if (kept !== undefined) copy[String(name)] = kept;
  }
  return copy;
}
