import type { JsonObject } from './json-object.ts';
import type { Manifest } from './manifest.ts';

/**
 * Returns whether two manifests are equal except for the order of members and `last_updated`, which some servers set to the
 * time of each response (design: Record and observation). The order of list items matters.
 */
export function sameManifest(one: Manifest, other: Manifest): boolean {
  return sameJson(undated(one), undated(other));
}

/** Returns a shallow copy without `last_updated`. */
export function undated(manifest: Manifest): Omit<Manifest, 'last_updated'> {
  const { last_updated, ...rest } = manifest;
  return rest;
}

/** Returns whether two JSON values are equal, ignoring the order of members. Takes linear time and supports any depth. */
export function sameJson(one: unknown, other: unknown): boolean {
  const pending: [unknown, unknown][] = [[one, other]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [left, right] = next;
    if (left === right) continue;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(right, name)) return false;
      pending.push([(left as JsonObject)[name], (right as JsonObject)[name]]);
    }
  }
  return true;
}
