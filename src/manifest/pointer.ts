/** A JSON Pointer (RFC 6901) from its parts; the empty list is the whole document. */
export function pointerOf(parts: readonly (string | number)[]): string {
  return parts.map(part => `/${escapePart(part)}`).join('');
}

/** One part of a JSON Pointer, escaped. */
export function escapePart(part: string | number): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The unescaped parts of a JSON Pointer. Throws a RangeError when the text is none. */
export function pointerParts(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) throw new RangeError(`Not a JSON Pointer: ${pointer}`);
  return pointer
    .slice(1)
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a JSON Pointer, or undefined when there is none. Only own members and existing items count. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointerParts(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    if (Array.isArray(value) && !/^(0|[1-9][0-9]*)$/.test(part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** A pointer as people write it: `endpoints[2].path`, `payment["x-y"]`; `(document)` for the whole document. */
export function fieldOf(pointer: string): string {
  const field = pointerParts(pointer).map(readable).join('');
  if (field === '') return '(document)';
  return field.startsWith('.') ? field.slice(1) : field;
}

function readable(part: string): string {
  if (/^(0|[1-9][0-9]*)$/.test(part)) return `[${part}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
}
