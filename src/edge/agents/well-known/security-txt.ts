import type { Instant } from '#contract/instant.ts';
import { instant, latest } from '#listing/time/timestamp.ts';
import { RELEASED } from '#manifest/version.ts';
import type { Summary } from '../../catalog/catalog.ts';
import type { Addresses } from '../../config.ts';

/** One day less than a year, the maximum that RFC 9116 recommends. */
const VALIDITY_MS = 364 * 86_400_000;

/**
 * Creates `/.well-known/security.txt` (RFC 9116). It expires a year after the newest data, so that each update renews it,
 * an abandoned registry lets it expire, and builds of the same data are equal.
 */
export function securityTxt({ site, securityContact }: Addresses, { generated_at }: Summary): string {
  const policy = `${site}/docs/security/`;
  return `Contact: ${securityContact ?? policy}
Expires: ${expiry(latest([generated_at, RELEASED]) ?? RELEASED)}
Preferred-Languages: en
Canonical: ${site}/.well-known/security.txt
Policy: ${policy}
`;
}

function expiry(from: Instant): Instant {
  return instant(Date.parse(from) + VALIDITY_MS);
}
