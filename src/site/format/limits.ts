import type { FreeTier, RateLimits } from '#manifest/manifest.ts';
import { formatNumber } from './numbers.ts';

/** Formats rate limits (specification, section 2.1.6): `60 requests per minute, 50,000 per day`. Null if none are stated. */
export function formatLimits({ requests_per_minute, requests_per_day }: RateLimits): string | null {
  return perPeriod('requests', [
    [requests_per_minute, 'per minute'],
    [requests_per_day, 'per day'],
  ]);
}

/** Formats a free tier (section 2.1.2): `1,000 queries per day, 30,000 per month`. Null if it has no limits. */
export function formatAllowance({ queries_per_day, queries_per_month }: FreeTier): string | null {
  return perPeriod('queries', [
    [queries_per_day, 'per day'],
    [queries_per_month, 'per month'],
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
