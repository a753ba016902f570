import type { Position } from './json-text/position.ts';
import { fieldOf } from './pointer.ts';
import { excerpt } from './text/excerpt.ts';

/** One problem of a document, with its location and its fix. */
export interface Finding {
  /** JSON Pointer to the problem. For a missing member, the pointer that it would have. */
  readonly pointer: string;
  /** The pointer in readable form, such as `endpoints[2].path`. `(document)` for the whole document. */
  readonly field: string;
  /** The name of the violated rule, such as `required`, `enum`, or `minLength`. */
  readonly rule: string;
  /** The problem. */
  readonly message: string;
  /** The fix. */
  readonly hint: string;
  /** The invalid value as JSON, shortened and safe to print. Undefined for a missing member. */
  readonly value?: string;
  /** The position in the text, if the document was parsed from text. Starts at 1. */
  readonly position?: Position;
}

/**
 * Creates a finding.
 *
 * @param value the invalid value, or undefined for a missing member
 */
export function finding(pointer: string, rule: string, message: string, hint: string, value?: unknown): Finding {
  const found = { pointer, field: fieldOf(pointer), rule, message, hint };
  return value === undefined ? found : { ...found, value: excerpt(value) };
}

/** Counts findings with the further occurrences that lint rules do not list. */
export function countOccurrences(findings: readonly (Finding & { readonly more?: number })[]): number {
  return findings.reduce((count, { more = 0 }) => count + 1 + more, 0);
}
