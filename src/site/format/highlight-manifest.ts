import { highlightJson, highlightName } from './highlight-json.ts';

/**
 * Highlights a manifest (`highlightJson`) with a fragment and a link for each top-level member, so that a member can be
 * shared as `#manifest-pricing`. Members with other characters in their names stay without one.
 */
export function highlightManifest(manifest: object): string {
  return highlightJson(manifest, false, linkName);
}

function linkName(name: string): string {
  if (!/^[\w-]+$/.test(name)) return highlightName(name);
  return `<a id="manifest-${name}" href="#manifest-${name}">${highlightName(name)}</a>`;
}
