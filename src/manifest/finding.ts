import { excerpt } from './excerpt.ts';
import type { Position } from './json-text/position.ts';
import { fieldOf } from './pointer.ts';

/** One problem of a document: where it is, what is wrong, and how to mend it. */
export interface Finding {
  /** JSON Pointer to the exact place; a missing member is named by the pointer it should have. */
  readonly pointer: string;
  /** The same place for people, e.g. `endpoints[2].path`; `(document)` for the whole document. */
  readonly field: string;
  /** The name of the rule, e.g. `required`, `enum`, `minLength`. */
  readonly rule: string;
  /** What is wrong. */
  readonly message: string;
  /** How to mend it. */
  readonly hint: string;
  /** The offending value as JSON, shortened and safe to print; absent when a member is missing. */
  readonly value?: string;
  /** Where it is in the text, when the text was read; counted from 1. */
  readonly position?: Position;
}

/** A finding at a JSON Pointer; `value` is the offending value, undefined when a member is missing. */
export function finding(pointer: string, rule: string, message: string, hint: string, value?: unknown): Finding {
  const found = { pointer, field: fieldOf(pointer), rule, message, hint };
  return value === undefined ? found : { ...found, value: excerpt(value) };
}
