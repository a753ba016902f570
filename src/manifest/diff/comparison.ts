import { escapePart } from '../pointer.ts';
import type { ManifestChange, ManifestChangeKind } from './kind.ts';

/** The two values at one place of both documents; undefined where there is none. */
export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  /** JSON Pointers to the place; they differ below a list whose items moved. */
  readonly beforeAt: string;
  readonly afterAt: string;
  /** What the place belongs to, ready to follow a label: ` of GET /v1/x`; empty at the top. */
  readonly of: string;
}

/** Tells in what the two values of a pair differ; called only when they do. Nothing found means: no more to say. */
export type Comparison = (pair: Pair) => Iterable<ManifestChange>;

export type ChangeKind = 'added' | 'removed' | 'changed';

/** What became of a value; null and absent both state nothing, and one in place of the other is told by presence. */
export function toChangeKind({ before, after }: Pair): ChangeKind {
  if (isStated(before) && isStated(after)) return 'changed';
  if (isStated(before)) return 'removed';
  if (isStated(after)) return 'added';
  return before === undefined ? 'added' : 'removed';
}

export function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A difference at the place of a pair. */
export function createChange(pair: Pair, kind: ManifestChangeKind, text: string, breaking = false): ManifestChange {
  return { kind, breaking, pointer: kind.endsWith('-removed') ? pair.beforeAt : pair.afterAt, text };
}

/** The pair of one member of a pair of objects. */
export function getMemberPair(pair: Pair, name: string): Pair {
  const step = `/${escapePart(name)}`;
  return {
    before: getMember(pair.before, name),
    after: getMember(pair.after, name),
    beforeAt: pair.beforeAt + step,
    afterAt: pair.afterAt + step,
    of: pair.of,
  };
}

/** An own member of an object; undefined when there is none, or no object. */
export function getMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
