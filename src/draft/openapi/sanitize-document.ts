/**
 * Makes a parsed document safe to traverse: without the cycles that YAML aliases can create, at most 200 levels deep, without
 * nulls and `__proto__`, and with strings as keys. Returns a copy, because YAML aliases share objects.
 */
export function sanitizeDocument(value: unknown): unknown {
  return copyValue(value, new Set());
}

/** Does the same for a value from `JSON.parse`, which has no cycles, in place: a copy of a large document needs much memory. */
export function sanitizeJson(root: unknown): unknown {
  if (typeof root !== 'object' || root === null) return root;
  const stack: { readonly node: object; readonly depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next;
    const members = node as Record<string, unknown>;
    let hasHoles = false;
    for (const name of Object.keys(members)) {
      const value = members[name];
      if (value === null || name === '__proto__' || (typeof value === 'object' && depth === MAX_DEPTH)) {
        hasHoles = true;
        delete members[name];
      } else if (typeof value === 'object') stack.push({ node: value, depth: depth + 1 });
    }
    if (hasHoles && Array.isArray(node)) node.splice(0, node.length, ...node.filter(item => item !== undefined));
  }
  return root;
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
