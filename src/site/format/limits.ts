import type { FreeTier, RateLimits } from '#manifest/manifest.ts';
import { formatNumber } from './numbers.ts';

/** Rate limits in one line (specification, section 2.1.6): `60 requests a minute, 50,000 a day`; null when none is stated. */
export function formatLimits({ requests_per_minute, requests_per_day }: RateLimits): string | null {
  return perPeriod('requests', [
    [requests_per_minute, 'a minute'],
    [requests_per_day, 'a day'],
  ]);
}

/** A free tier's bounds (section 2.1.2): `1,000 queries a day, 30,000 a month`; null when none is stated. */
export function formatAllowance({ queries_per_day, queries_per_month }: FreeTier): string | null {
  return perPeriod('queries', [
    [queries_per_day, 'a day'],
    [queries_per_month, 'a month'],
  ]);
}

type Bound = readonly [bound: number | null | undefined, period: string];

function perPeriod(noun: string, bounds: readonly Bound[]): string | null {
  const stated = bounds.flatMap(([bound, period]) => (typeof bound === 'number' ? [{ bound, period }] : []));
  if (stated.length === 0) return null;
  return stated
    .map(({ bound, period }, at) => `${formatNumber(bound)}${at === 0 ? ` ${noun}` : ''} ${period}`)
    .join(', ');
}
