import type { Reply } from '../reply.ts';
import type { Actor } from '../state.ts';
import type { GithubRule } from './rule.ts';

export const RATE_LIMITS: GithubRule = {
  name: 'Primary rate limits',
  statement:
    'Per hour, 1,000 requests with job tokens of a repository, 5,000 of an App installation, 5,000 of a user, and 60 without a token. A 304 does not count. Later requests get 403 with `x-ratelimit-remaining: 0`.',
  documentation: 'https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api',
};

/** The requests per hour for each kind of token. */
export interface HourlyLimits {
  readonly job: number;
  readonly installation: number;
  readonly user: number;
  readonly anonymous: number;
}

export const HOURLY_LIMITS: HourlyLimits = { job: 1000, installation: 5000, user: 5000, anonymous: 60 };

const HOUR = 3_600_000;

interface Window {
  readonly kind: keyof HourlyLimits;
  used: number;
  resetsAt: number;
}

export interface RateLimits {
  /** Returns the error response if the limit of an actor is used up. */
  check(actor: Actor): Reply | undefined;
  /** Counts a request. */
  count(actor: Actor): void;
  /** The headers of a response. */
  headers(actor: Actor): Readonly<Record<string, string>>;
  /** The requests of each kind of token, since the start. */
  readonly used: Readonly<Record<keyof HourlyLimits, number>>;
}

/** Counts requests in windows of an hour, which begin with the first request. */
export function createRateLimits(now: () => number, limits: HourlyLimits = HOURLY_LIMITS): RateLimits {
  const windows = new Map<string, Window>();
  const used = { job: 0, installation: 0, user: 0, anonymous: 0 };

  function getWindow(actor: Actor): Window {
    const key = getRateLimitKey(actor);
    const known = windows.get(key);
    if (known && known.resetsAt > now()) return known;
    const fresh = { kind: getKind(actor), used: 0, resetsAt: now() + HOUR };
    windows.set(key, fresh);
    return fresh;
  }

  function toHeaders({ kind, used, resetsAt }: Window) {
    return {
      'X-RateLimit-Limit': String(limits[kind]),
      'X-RateLimit-Remaining': String(Math.max(0, limits[kind] - used)),
      'X-RateLimit-Used': String(used),
      'X-RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
      'X-RateLimit-Resource': 'core',
    };
  }

  return {
    used,
    check(actor) {
      const window = getWindow(actor);
      if (window.used < limits[window.kind]) return undefined;
      const message = `API rate limit exceeded for ${getRateLimitKey(actor)}.`;
      const body = { message, documentation_url: RATE_LIMITS.documentation };
      return { status: 403, body, headers: toHeaders(window) };
    },
    count(actor) {
      getWindow(actor).used += 1;
      used[getKind(actor)] += 1;
    },
    headers: actor => toHeaders(getWindow(actor)),
  };
}

/** Returns what the limit belongs to: all job tokens of a repository share one, and so do all tokens of an installation. */
export function getRateLimitKey(actor: Actor): string {
  const kind = getKind(actor);
  return kind === 'user' ? `user ${actor.account.login}` : kind;
}

function getKind({ account, app }: Actor): keyof HourlyLimits {
  if (app === 'github-actions') return 'job';
  if (account.login === '') return 'anonymous';
  return account.type === 'User' ? 'user' : 'installation';
}
