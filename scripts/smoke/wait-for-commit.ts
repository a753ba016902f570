import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, request } from './request.ts';
import type { Target } from './target.ts';

/** Milliseconds between two looks. */
const LOOK = 2_000;

/** Waits until a registry answers, and with the commit that it has to serve; what it is by then is for the checks to tell. */
export async function waitForCommit({ registry, commit }: Target, seconds: number): Promise<void> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(LOOK)) {
    const answer = await request(`${registry}/health`).catch(() => undefined);
    if (answer?.status !== 200) continue;
    const { data } = jsonOf(answer) as { data?: { commit?: string } };
    if (commit === undefined || data?.commit === commit) return;
  }
}
