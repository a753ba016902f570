import type { Instant } from '#contract/instant.ts';
import { instant, latest } from '#listing/timestamp.ts';
import type { Summary } from '../../catalog/catalog.ts';
import type { Addresses } from '../../config.ts';
import { RELEASED } from '../../http/envelope.ts';

/** One day less than a year, which is the most that RFC 9116 recommends. */
const VALID = 364 * 86_400_000;

/**
 * `/.well-known/security.txt` (RFC 9116). It expires a year after the newest data: a registry that is looked after
 * renews it by that alone, one that is left alone lets it lapse, and two builds of the same data are the same.
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
  return instant(Date.parse(from) + VALID);
}
