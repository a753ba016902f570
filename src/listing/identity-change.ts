import type { Instant } from '#contract/instant.ts';
import type { Warning } from '#contract/row.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { instant } from './time/timestamp.ts';

/** The time for which a listing shows that its identity changed, in milliseconds: 30 days. */
const NOTICE_MS = 30 * 86_400_000;

/**
 * Returns whether a manifest describes another API than the one before: its name, contact, homepage, and all endpoints
 * changed at once, as after the sale of a domain. A homepage that neither has does not count.
 */
export function hasNewIdentity(before: Manifest, after: Manifest): boolean {
  const isSameHomepage = before.homepage !== undefined && before.homepage === after.homepage;
  const endpoints = new Set(before.endpoints.map(toKey));
  return (
    before.name !== after.name &&
    JSON.stringify(before.contact) !== JSON.stringify(after.contact) &&
    !isSameHomepage &&
    !after.endpoints.some(endpoint => endpoints.has(toKey(endpoint)))
  );
}

function toKey({ method, path }: Manifest['endpoints'][number]): string {
  return `${method} ${path}`;
}

/**
 * Returns the time of a change of identity while the listing shows it.
 *
 * @param changedAt the stored time of the change
 * @param now when the data of the listing last changed, so that a build does not depend on the clock
 */
export function findRecentIdentityChange(changedAt: Instant | undefined, now: Instant): Instant | null {
  return changedAt !== undefined && Date.parse(now) - Date.parse(changedAt) < NOTICE_MS ? changedAt : null;
}

/** Returns the warning that a listing has until 30 days after a change of its identity. */
export function warnOfIdentityChange(changedAt: Instant): Warning {
  const until = instant(Date.parse(changedAt) + NOTICE_MS).slice(0, 10);
  return {
    code: 'identity_changed',
    message: `The name, contact, homepage, and all endpoints changed at once on ${changedAt.slice(0, 10)}, so the API may have a new operator. This notice ends on ${until}.`,
  };
}
