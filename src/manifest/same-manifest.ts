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
  const pending: object[] = [];
  if (!compare(one, other, pending)) return false;
  // A flat stack of left and right values: hostile texts contain hundreds of thousands of arrays.
  for (let left = pending.pop(); left !== undefined; left = pending.pop()) {
    const right = pending.pop() as object;
    if (!(Array.isArray(left) ? compareItems(left, right, pending) : compareMembers(left, right, pending)))
      return false;
  }
  return true;
}

/** Returns false if two values differ. Postpones the contents of arrays and objects. */
function compare(left: unknown, right: unknown, pending: object[]): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  pending.push(right, left);
  return true;
}

function compareItems(left: readonly unknown[], right: object, pending: object[]): boolean {
  if (!Array.isArray(right) || left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (!compare(left[index], right[index], pending)) return false;
  }
  return true;
}

function compareMembers(left: object, right: object, pending: object[]): boolean {
  const names = Object.keys(left);
  if (Array.isArray(right) || names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(right, name)) return false;
    if (!compare((left as JsonObject)[name], (right as JsonObject)[name], pending)) return false;
  }
  return true;
}
