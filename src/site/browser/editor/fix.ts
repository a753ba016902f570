import { toLineOffset } from '#manifest/json-text/position.ts';
import type { Problem } from './inspection.ts';

/** An edit that fixes a problem: the text before and after it, on one line. */
export interface Fix {
  readonly before: string;
  readonly after: string;
  /** The whole text with the edit. */
  readonly text: string;
}

/**
 * Creates the edit that the hint of a problem proposes: the closest allowed value, a value without quotes, the closest name of
 * a member, or no byte-order mark. Undefined if the hint proposes none, or if the text at its position is another one.
 */
export function createFix(text: string, { rule, hint, value, position, pointer }: Problem): Fix | undefined {
  const lines = text.split('\n');
  const line = lines[position.line - 1];
  if (line === undefined) return undefined;
  if (rule === 'byte-order-mark') return { before: 'U+FEFF', after: '', text: text.replace(/^\ufeff/, '') };
  const [, proposed] = /Did you mean "([^"\\]+)"/.exec(hint) ?? [];
  const [, bare] = /^Remove the quotes: (true|false|null|-?\d[\d.eE+-]*?)\.?$/.exec(hint) ?? [];
  const after = bare ?? (proposed === undefined ? undefined : JSON.stringify(proposed));
  if (after === undefined) return undefined;
  const name = JSON.stringify(pointer.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '');
  const isValue = bare !== undefined || rule === 'enum' || rule === 'const';
  const old = isValue ? value : name;
  if (old === undefined) return undefined;
  const offset = toLineOffset(line, position.column);
  const start = isValue ? offset : line.lastIndexOf(old, offset);
  if (start < 0 || !line.startsWith(old, start)) return undefined;
  lines[position.line - 1] = line.slice(0, start) + after + line.slice(start + old.length);
  return { before: line.trim(), after: lines[position.line - 1]?.trim() ?? '', text: lines.join('\n') };
}
