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

/** The maximum time in milliseconds in which the submission is repeated. */
const MAX_SUBMIT_TIME = 5 * 60_000;

/** The status codes of temporary errors. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

interface Submission {
  readonly data?: { readonly status?: string; readonly status_url?: string; readonly reason?: string };
}

interface RegistryResponse {
  /** The status code or the error, for the summary. */
  readonly result: string;
  /** The status code. 0 if the response was lost. */
  readonly status: number;
  readonly data: Submission['data'];
}

/**
 * Submits the registry's own origin and polls the status until it is final. A registry is always listed in itself, so the
 * expected outcome is `approved`. Repeats requests that failed for a temporary reason, also the submission: while it is open,
 * submitting the same origin again returns it.
 */
export async function submitCanary({ registry, fetch, now, sleep }: CanaryContext): Promise<CanaryResult> {
  const start = now();
  const request = async (url: string, init: RequestInit = {}): Promise<RegistryResponse> => {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
      const body = (await response.json().catch(() => undefined)) as Submission | undefined;
      return { result: String(response.status), status: response.status, data: body?.data };
    } catch (error) {
      return { result: `no response (${(error as Error).message})`, status: 0, data: undefined };
    }
  };
  const submit = () =>
    request(`${registry}/listings/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: new URL(registry).origin }),
    });
  let submitted = await submit();
  while (isTemporary(submitted) && now() - start < MAX_SUBMIT_TIME) {
    await sleep(INTERVAL);
    submitted = await submit();
  }
  if (submitted.status !== 202)
    return { isApproved: false, summary: `POST /listings/submit returned ${submitted.result}, not 202.` };
  const statusUrl = submitted.data?.status_url;
  if (statusUrl === undefined) return { isApproved: false, summary: 'The submission has no status_url.' };

  while (now() - start < MAX_WAIT) {
    // One failed request does not count; the time limit does.
    const { data } = await request(statusUrl);
    const seconds = Math.round((now() - start) / 1000);
    if (data?.status === 'approved') return { isApproved: true, summary: `Approved after ${seconds} seconds.` };
    if (data?.status === 'rejected')
      return { isApproved: false, summary: `Rejected after ${seconds} seconds: ${data.reason ?? 'no reason'}` };
    await sleep(INTERVAL);
  }
  return { isApproved: false, summary: `No decision within ${MAX_WAIT / 60_000} minutes: ${statusUrl}` };
}

/** A status code of 0 stands for a lost response. */
function isTemporary({ status, data }: RegistryResponse): boolean {
  return status === 0 || TEMPORARY.has(status) || (status === 202 && data?.status_url === undefined);
}
