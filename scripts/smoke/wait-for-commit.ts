import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson, request } from './request.ts';
import type { Target } from './target.ts';

/** Milliseconds between two requests. */
const POLL_INTERVAL = 2_000;

/**
 * Sends the first request to a registry, whatever its status.
 * @throws RangeError if the host is unreachable, so that not every check reports it
 */
export async function requireConnection({ registry }: Target): Promise<void> {
  await request(`${registry}/`).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new RangeError(
      `Cannot reach ${registry}: ${reason}. Check the URL, or use --wait for a registry that starts.`,
    );
  });
}

/** Waits until a registry serves the expected commit and has built its pages, or until the timeout. The checks report the result. */
export async function waitForCommit({ registry, commit }: Target, seconds: number): Promise<void> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(POLL_INTERVAL)) {
    const response = await request(`${registry}/health`).catch(() => undefined);
    if (response?.status !== 200) continue;
    // Another server can respond at this URL before the deployment.
    const { data } = (parseJson(response) ?? {}) as { data?: { commit?: string; problems?: readonly string[] } };
    if (data?.problems?.some(problem => problem.startsWith('The pages are being built'))) continue;
    if (commit === undefined || data?.commit === commit) return;
  }
}
