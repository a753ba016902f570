import type { GithubRule } from './rule.ts';

export const EVENTUAL_CONSISTENCY: GithubRule = {
  name: 'Eventual consistency',
  statement:
    'Background jobs process pull requests after a push, so reads shortly after a write may return the earlier state. GitHub documents this for merges only; the mock also delays lists.',
  documentation:
    'https://docs.github.com/en/rest/guides/using-the-rest-api-to-interact-with-your-git-database#checking-mergeability-of-pull-requests',
};

/** Changes that become visible later, as on GitHub. */
export interface BackgroundJobs {
  /** Runs a change now, or after the delay. */
  add(change: () => void): void;
  /** Runs the changes that are due. The server calls it before each request. */
  runDue(): void;
  /** Whether a change of this time (in milliseconds since 1970) is visible. */
  isVisible(time: number): boolean;
}

/** @param delayMs the delay in milliseconds; 0 for none */
export function createBackgroundJobs(now: () => number, delayMs = 0): BackgroundJobs {
  const waiting: { readonly at: number; readonly change: () => void }[] = [];
  return {
    add(change) {
      if (delayMs === 0) change();
      else waiting.push({ at: now() + delayMs, change });
    },
    runDue() {
      while (waiting[0] && waiting[0].at <= now()) waiting.shift()?.change();
    },
    isVisible: time => time + delayMs <= now(),
  };
}
