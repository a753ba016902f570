import type { Manifest } from '../manifest.ts';
import { pointerOf, pointerParts, valueAt } from '../pointer.ts';

/** A copy with some members changed; undefined removes one, and an index equal to a list's length appends to it. */
export function editManifest(
  manifest: Manifest,
  ...changes: readonly (readonly [pointer: string, value: unknown])[]
): Manifest {
  const copy = structuredClone(manifest);
  for (const [pointer, value] of changes) {
    const parts = pointerParts(pointer);
    const name = parts.pop() ?? '';
    const holder = valueAt(copy, pointerOf(parts)) as Record<string, unknown>;
    if (value !== undefined) holder[name] = value;
    else if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  }
  return copy;
}
