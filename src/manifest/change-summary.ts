import { formatValue } from './diff/format-value.ts';
import type { ManifestChange } from './diff/kind.ts';
import { diffManifests } from './diff.ts';
import type { Manifest } from './manifest.ts';

/**
 * Summarizes the changes of a manifest in one line, for commit messages, comments, and feeds:
 * `1.2.0 → 1.3.0: endpoint GET /v1/x removed; price of request 0.01 → 0.02 USD; and 12 more changes`.
 *
 * Lists at most five changes in about 600 characters, breaking changes first. Shortens and escapes publisher text.
 */
export function summarizeDiff(before: Manifest, after: Manifest): string {
  return summarizeChanges(before.version, after.version, diffManifests(before, after));
}

/** Summarizes the changes that `diffManifests` returned. */
export function summarizeChanges(
  versionBefore: string,
  versionAfter: string,
  allChanges: readonly ManifestChange[],
): string {
  const versions =
    versionBefore === versionAfter
      ? formatValue(versionAfter)
      : `${formatValue(versionBefore)} → ${formatValue(versionAfter)}`;
  const changes = allChanges.filter(({ kind }) => kind !== 'version-changed');
  if (changes.length === 0) return versionBefore === versionAfter ? `${versions}: no changes` : versions;
  const texts = selectTexts(changes.map(({ text }) => text));
  const rest = changes.length - texts.length;
  if (rest > 0) texts.push(rest === 1 ? 'and 1 more change' : `and ${rest} more changes`);
  return `${versions}: ${texts.join('; ')}`;
}

const MAX_CHANGES = 5;
const MAX_LENGTH = 400;

/** Returns the first texts within both limits, and at least one. */
function selectTexts(texts: readonly string[]): string[] {
  const selected: string[] = [];
  let length = 0;
  for (const text of texts.slice(0, MAX_CHANGES)) {
    if (length + text.length > MAX_LENGTH && selected.length > 0) break;
    selected.push(text);
    length += text.length;
  }
  return selected;
}
