import type { Reply } from '../reply.ts';
import type { Actor } from '../state.ts';
import { getRateLimitKey } from './rate-limits.ts';
import type { GithubRule } from './rule.ts';

export const SECONDARY_LIMITS: GithubRule = {
  name: 'Secondary rate limits',
  statement:
    'At most 80 requests per minute and 500 per hour that create content, and 900 points per minute for an endpoint (a read is 1 point, a write 5). Later requests get 403 with `Retry-After`.',
  documentation:
    'https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits',
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The requests that create content. GitHub does not list them; these notify people. */
const CREATES_CONTENT = /^POST \/repos\/[^/]+\/[^/]+\/(issues|pulls|issues\/[^/]+\/comments)$/;

export interface SecondaryLimits {
  /** Counts a request, or returns the error response. */
  take(actor: Actor, operation: string): Reply | undefined;
}

/** Creates the limits. `now` returns milliseconds since 1970. */
export function createSecondaryLimits(now: () => number): SecondaryLimits {
  const times = new Map<string, number[]>();

  /** Returns the seconds to wait until a counter has room. Zero if it has. */
  function getWait(key: string, period: number, max: number, points: number): number {
    const recent = (times.get(key) ?? []).filter(time => time > now() - period);
    times.set(key, recent);
    if (recent.length + points <= max) return 0;
    const first = recent[Math.max(0, recent.length + points - max - 1)] ?? now();
    return Math.max(1, Math.ceil((first + period - now()) / 1000));
  }

  return {
    take(actor, operation) {
      const key = getRateLimitKey(actor);
      const points = operation.startsWith('GET ') ? 1 : 5;
      const counters: readonly (readonly [string, number, number, number])[] = [
        [`${key} ${operation}`, MINUTE, 900, points],
        ...(CREATES_CONTENT.test(operation)
          ? ([
              [`${key} content of the minute`, MINUTE, 80, 1],
              [`${key} content of the hour`, HOUR, 500, 1],
            ] as const)
          : []),
      ];
      const wait = Math.max(...counters.map(counter => getWait(...counter)));
      if (wait > 0) {
        const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
        const body = { message, documentation_url: SECONDARY_LIMITS.documentation };
        return { status: 403, body, headers: { 'Retry-After': String(wait) } };
      }
      for (const [name, , , count] of counters) times.get(name)?.push(...Array.from({ length: count }, now));
      return undefined;
    },
  };
}
