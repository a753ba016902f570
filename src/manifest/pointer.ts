import { printable } from './text/excerpt.ts';

/** Creates a JSON Pointer (RFC 6901) from its parts. An empty list refers to the whole document. */
export function pointerOf(parts: readonly (string | number)[]): string {
  return parts.map(part => `/${escapePart(part)}`).join('');
}

/** Escapes one part of a JSON Pointer. */
export function escapePart(part: string | number): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Splits a JSON Pointer into its unescaped parts.
 *
 * @throws RangeError for an invalid pointer
 */
export function pointerParts(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) throw new RangeError(`Not a JSON Pointer: ${pointer}`);
  const parts = pointer.slice(1).split('/');
  // Most pointers have no escapes, and the lint of a hostile document reads 250,000.
  return pointer.includes('~') ? parts.map(part => part.replaceAll('~1', '/').replaceAll('~0', '~')) : parts;
}

/** Returns the value at a JSON Pointer. Undefined if it does not exist. Ignores inherited members. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointerParts(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    if (Array.isArray(value) && !/^(0|[1-9][0-9]*)$/.test(part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Formats a pointer for messages: `endpoints[2].path`, `payment["x-y"]`, and `(document)` for an empty pointer. */
export function fieldOf(pointer: string): string {
  const field = pointerParts(pointer).map(formatPart).join('');
  if (field === '') return '(document)';
  return field.startsWith('.') ? field.slice(1) : field;
}

function formatPart(part: string): string {
  if (/^(0|[1-9][0-9]*)$/.test(part)) return `[${part}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(part) ? `.${part}` : `[${printable(JSON.stringify(part))}]`;
}
