import type { Manifest } from '../manifest.ts';
import { pointerOf, pointerParts, valueAt } from '../pointer.ts';

/**
 * Returns a copy with some members changed. `undefined` removes a member, and an index equal to the length of a list
 * appends.
 */
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
