import { getMember } from '../json-object.ts';
import { escapePart } from '../pointer.ts';
import type { ManifestChange, ManifestChangeKind } from './kind.ts';

/** The values at one location in both manifests. Undefined if a value is missing. */
export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  /** JSON Pointers to the values. They differ within lists whose items moved. */
  readonly beforePointer: string;
  readonly afterPointer: string;
  /** A suffix for labels that names the parent: ` of GET /v1/x`. Empty at the top level. */
  readonly of: string;
}

/** Compares the values of a pair that differ. If it finds nothing, the caller reports a generic change. */
export type Comparison = (pair: Pair) => Iterable<ManifestChange>;

export type ChangeKind = 'added' | 'removed' | 'changed';

/** Classifies a change. Null and missing both count as unstated; between them, only presence decides. */
export function toChangeKind({ before, after }: Pair): ChangeKind {
  if (isStated(before) && isStated(after)) return 'changed';
  if (isStated(before)) return 'removed';
  if (isStated(after)) return 'added';
  return before === undefined ? 'added' : 'removed';
}

/** Whether a member states something. Null is as good as missing. */
export function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Creates a change at the location of a pair. */
export function createChange(pair: Pair, kind: ManifestChangeKind, text: string, breaking = false): ManifestChange {
  return { kind, breaking, pointer: kind.endsWith('-removed') ? pair.beforePointer : pair.afterPointer, text };
}

/** Returns the pair of a member in a pair of objects. */
export function getMemberPair(pair: Pair, name: string): Pair {
  const step = `/${escapePart(name)}`;
  return {
    before: getMember(pair.before, name),
    after: getMember(pair.after, name),
    beforePointer: pair.beforePointer + step,
    afterPointer: pair.afterPointer + step,
    of: pair.of,
  };
}
