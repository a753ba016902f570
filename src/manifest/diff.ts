import { diffDocument } from './diff/document.ts';
import type { ManifestChange } from './diff/kind.ts';
import type { Manifest } from './manifest.ts';
import { undated } from './same-manifest.ts';

export type { ManifestChange } from './diff/kind.ts';

/**
 * Compares two versions of a manifest by the semantics of the format. Matches endpoints by method and path, parameters by
 * name, and rates by unit and tier, and compares prices as decimals. A change is breaking if it can break an agent that
 * relies on the earlier version.
 *
 * Returns no changes if only `last_updated` and the order of members differ. Also compares invalid manifests, and never
 * throws. Takes linear time.
 *
 * @returns breaking changes, then the others, each in the order of the specification; removed list items follow the other
 *   items of their list
 */
export function diffManifests(before: Manifest, after: Manifest): readonly ManifestChange[] {
  const found = [...diffDocument(undated(before), undated(after))];
  return [...found.filter(({ breaking }) => breaking), ...found.filter(({ breaking }) => !breaking)];
}
