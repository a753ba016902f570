import { diffDocument } from './diff/document.ts';
import type { ManifestChange } from './diff/kind.ts';
import type { Manifest } from './manifest.ts';
import { undated } from './same-manifest.ts';

export type { ManifestChange } from './diff/kind.ts';

/**
 * Tells in what a manifest differs from an earlier one, in the terms of the format: endpoints are matched by method and
 * path, parameters by name, rates by unit and tier, prices are compared as decimals. Breaking is what can break an agent
 * that relied on the earlier one.
 *
 * None are found exactly when the two are the same manifest, that is when nothing but `last_updated` and the order of
 * members differs. Documents that are not valid are compared as well as they can be, and never throw. Linear in the
 * size of the documents.
 *
 * @returns the breaking differences, then the others, each in the order of the specification; items that were removed
 *   from a list come after the others of that list
 */
export function diffManifests(before: Manifest, after: Manifest): readonly ManifestChange[] {
  const found = [...diffDocument(undated(before), undated(after))];
  return [...found.filter(({ breaking }) => breaking), ...found.filter(({ breaking }) => !breaking)];
}
