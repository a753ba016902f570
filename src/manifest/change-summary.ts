import { formatValue } from './diff/format-value.ts';
import type { ManifestChange } from './diff/kind.ts';
import { diffManifests } from './diff.ts';
import type { Manifest } from './manifest.ts';

/**
 * One line on what became of a manifest, for commit messages, comments and feeds:
 * `1.2.0 → 1.3.0: endpoint GET /v1/x removed; price of request 0.01 → 0.02 USD; and 12 more changes`.
 * At most five changes are told, breaking ones first, and at most about 600 characters. What publishers wrote is
 * shortened and escaped.
 */
export function summary(before: Manifest, after: Manifest): string {
  return summaryOf(before.version, after.version, diffManifests(before, after));
}

/** The same from differences that were found already. */
export function summaryOf(versionBefore: string, versionAfter: string, found: readonly ManifestChange[]): string {
  const versions =
    versionBefore === versionAfter
      ? formatValue(versionAfter)
      : `${formatValue(versionBefore)} → ${formatValue(versionAfter)}`;
  const changes = found.filter(({ kind }) => kind !== 'version-changed');
  if (changes.length === 0) return versionBefore === versionAfter ? `${versions}: nothing changed` : versions;
  const told = firstThatFit(changes.map(({ text }) => text));
  const rest = changes.length - told.length;
  if (rest > 0) told.push(rest === 1 ? 'and 1 more change' : `and ${rest} more changes`);
  return `${versions}: ${told.join('; ')}`;
}

const MOST = 5;
const LONGEST = 400;

/** At least one; no more than five, and none that would start beyond the bound. */
function firstThatFit(texts: readonly string[]): string[] {
  const told: string[] = [];
  let length = 0;
  for (const text of texts.slice(0, MOST)) {
    if (length + text.length > LONGEST && told.length > 0) break;
    told.push(text);
    length += text.length;
  }
  return told;
}
