/** The presentation of an additional member. */
export type Shape =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'inline'; readonly items: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly unknown[]; readonly left: number }
  | { readonly kind: 'members'; readonly items: readonly (readonly [string, unknown])[]; readonly left: number };

/** The limits for nesting and items, because a manifest can contain a lot of both. */
const DEEPEST = 4;
const MOST = 50;

/** Chooses the presentation of a JSON value. `left` is the number of omitted items. */
export function getShape(value: unknown, depth: number): Shape {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value !== 'object' || value === null) return { kind: 'literal', text: String(value) };
  const items = Array.isArray(value) ? value : Object.entries(value);
  if (items.length === 0) return { kind: 'literal', text: Array.isArray(value) ? '[]' : '{}' };
  if (depth >= DEEPEST) return { kind: 'literal', text: '…' };
  const left = Math.max(0, items.length - MOST);
  if (!Array.isArray(value)) return { kind: 'members', items: Object.entries(value).slice(0, MOST), left };
  if (left === 0 && value.every(isShort)) return { kind: 'inline', items: value.map(String) };
  return { kind: 'list', items: value.slice(0, MOST), left };
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= 40 : typeof value !== 'object' || value === null;
}
