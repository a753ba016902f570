/** A response of the registry or the validator, or an error message for the page. */
export type FetchResult<T> =
  | { readonly ok: true; readonly value: T; readonly retryAfter: number | undefined }
  | { readonly ok: false; readonly kind: Failure; readonly message: string; readonly retryAfter: number | undefined };

/** `no-service`: the host serves only static files. `refused`: the request is invalid. */
type Failure = 'no-service' | 'refused' | 'limited' | 'unavailable' | 'unreachable';

/** Fetches JSON, or posts `body` as JSON. Never throws. */
export async function fetchJson<T>(address: string, body?: unknown): Promise<FetchResult<T>> {
  const options =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(address, options);
  } catch {
    const message = navigator.onLine
      ? 'Cannot reach the registry. Try again in a moment.'
      : 'You are offline. Connect and try again.';
    return { ok: false, kind: 'unreachable', message, retryAfter: undefined };
  }
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  const value = isJson ? await response.json().catch(() => undefined) : undefined;
  if (response.ok && value !== undefined) return { ok: true, value, retryAfter };
  return { ok: false, ...failureOf(response.status, value, retryAfter), retryAfter };
}

interface Problem {
  readonly detail?: string;
  readonly errors?: readonly { readonly parameter?: string; readonly detail: string }[];
}

function failureOf(status: number, problem: Problem | undefined, retryAfter: number | undefined) {
  const detail = problem?.errors?.map(each => each.detail).join(' ') || problem?.detail || '';
  if (status === 429) {
    const message = `Rate limit exceeded. Try again in ${retryAfter ?? 60} seconds. ${detail}`.trim();
    return { kind: 'limited', message } as const;
  }
  if (status === 501 || status === 405 || problem === undefined) {
    if (status >= 500 && status !== 501) return unavailable(retryAfter, detail);
    const message = 'This registry is read-only and does not support this request.';
    return { kind: 'no-service', message } as const;
  }
  if (status >= 500) return unavailable(retryAfter, detail);
  return { kind: 'refused', message: detail || `The registry returned status ${status}.` } as const;
}

function unavailable(retryAfter: number | undefined, detail: string) {
  const when = retryAfter === undefined ? 'in a minute' : `in ${retryAfter} seconds`;
  const message = `The registry is temporarily unavailable. Try again ${when}. ${detail}`.trim();
  return { kind: 'unavailable', message } as const;
}
