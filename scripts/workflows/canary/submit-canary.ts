export interface CanaryContext {
  /** The URL of the registry, without a trailing slash. */
  readonly registry: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface CanaryResult {
  readonly isApproved: boolean;
  /** One sentence for the log. */
  readonly summary: string;
}

/** The maximum time until the decision in milliseconds: a review, and one retry by the workflow Sweep. */
const MAX_WAIT = 30 * 60_000;

const INTERVAL = 20_000;

/** The time limit of a request in milliseconds. */
const TIMEOUT = 20_000;

interface Submission {
  readonly data?: { readonly status?: string; readonly status_url?: string; readonly reason?: string };
}

/**
 * Submits the registry's own origin and polls the status until it is final. A registry is always listed in itself, so the
 * expected outcome is `approved`.
 */
export async function submitCanary({ registry, fetch, now, sleep }: CanaryContext): Promise<CanaryResult> {
  const start = now();
  const request = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
    return { status: response.status, body: (await response.json().catch(() => ({}))) as Submission };
  };
  const { status, body } = await request(`${registry}/listings/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: new URL(registry).origin }),
  });
  if (status !== 202) return { isApproved: false, summary: `POST /listings/submit returned ${status}, not 202.` };
  const statusUrl = body.data?.status_url;
  if (statusUrl === undefined) return { isApproved: false, summary: 'The submission has no status_url.' };

  while (now() - start < MAX_WAIT) {
    // One failed request does not count; the time limit does.
    const polled = await request(statusUrl).catch(() => undefined);
    const state = polled?.body.data;
    const seconds = Math.round((now() - start) / 1000);
    if (state?.status === 'approved') return { isApproved: true, summary: `Approved after ${seconds} seconds.` };
    if (state?.status === 'rejected')
      return { isApproved: false, summary: `Rejected after ${seconds} seconds: ${state.reason ?? 'no reason'}` };
    await sleep(INTERVAL);
  }
  return { isApproved: false, summary: `No decision within ${MAX_WAIT / 60_000} minutes: ${statusUrl}` };
}
