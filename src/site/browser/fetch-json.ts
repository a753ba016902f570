import type { Detail } from '#contract/detail.ts';
import { count } from '../format/numbers.ts';

/** A response of the registry or the validator, or an error message for the page. */
export type FetchResult<T> =
  | { readonly ok: true; readonly value: T; readonly retryAfter: number | undefined }
  | {
      readonly ok: false;
      readonly kind: Failure;
      readonly message: string;
      readonly retryAfter: number | undefined;
      /** The errors of the parameters, if the registry names them. */
      readonly errors?: readonly ParameterError[] | undefined;
    };

/** `no-service`: the host serves only static files. `refused`: the request is invalid. */
type Failure = 'no-service' | 'refused' | 'limited' | 'unavailable' | 'unreachable';

/** Fetches JSON. Never throws. */
export async function fetchJson<T>(address: string): Promise<FetchResult<T>> {
  return fetchWith(address, {}, parseJson<T>);
}

/**
 * Fetches a document of the API, or posts `body` as JSON. Other JSON, such as that of a proxy, is a failure. Never throws.
 */
export async function fetchDocument<T extends { readonly data: object }>(
  address: string,
  body?: unknown,
): Promise<FetchResult<T>> {
  return fetchWith(address, body === undefined ? {} : postOf(body), async response => {
    const value = await parseJson<Partial<T> | null>(response);
    return typeof value?.data === 'object' && value.data !== null ? (value as T) : undefined;
  });
}

/**
 * Fetches a listing from the API, or from its static file on a host without the API. Never throws.
 * @param address the URL of the listing as JSON, without an extension
 */
export async function fetchListing(address: string): Promise<FetchResult<{ readonly data: Detail }>> {
  const result = await fetchDocument<{ readonly data: Detail }>(address);
  return !result.ok && result.kind === 'no-service' ? fetchDocument(`${address}.json`) : result;
}

/**
 * Posts `body` as JSON, and receives lines of JSON while the response arrives. Never throws.
 * @param onLine receives each line, also that of a server that responds with one JSON document
 * @returns the last line
 */
export async function fetchLines<T>(
  address: string,
  body: unknown,
  onLine: (line: T) => void,
  signal: AbortSignal,
): Promise<FetchResult<T>> {
  const { headers, ...options } = postOf(body);
  const accept = { ...headers, Accept: 'application/x-ndjson, application/json;q=0.5' };
  return fetchWith(address, { ...options, headers: accept, signal }, async response => {
    let last: T | undefined;
    for await (const line of readLines(response)) {
      last = JSON.parse(line) as T;
      onLine(last);
    }
    return last;
  });
}

/**
 * Posts a JSON-RPC message to an MCP server, which responds with JSON, or with a stream of one event. Never throws.
 * @returns the JSON-RPC response
 */
export async function fetchMcp<T>(server: string, message: object): Promise<FetchResult<T>> {
  const { headers, ...options } = postOf(message);
  const accept = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' };
  return fetchWith(server, { ...options, headers: { ...headers, ...accept } }, async response => {
    const text = await response.text();
    const [, event] = /^data: (.*)$/m.exec(text) ?? [];
    return JSON.parse(event ?? text) as T;
  });
}

function postOf(body: unknown) {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function parseJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** Yields the lines of a body as they arrive. */
async function* readLines({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function fetchWith<T>(
  address: string,
  options: RequestInit,
  read: (response: Response) => Promise<T | undefined>,
): Promise<FetchResult<T>> {
  let response: Response;
  try {
    response = await fetch(address, options);
  } catch {
    return unreachable();
  }
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const mediaType = response.headers.get('Content-Type') ?? '';
  const isJson = /json/.test(mediaType);
  if (response.ok && (isJson || /event-stream/.test(mediaType))) {
    const value = await read(response).catch(() => undefined);
    return typeof value !== 'object' || value === null ? unreachable() : { ok: true, value, retryAfter };
  }
  const problem = isJson ? await response.json().catch(() => undefined) : undefined;
  return { ok: false, ...failureOf(response.status, problem, retryAfter), retryAfter, errors: problem?.errors };
}

/** The result of a request without a complete response. */
function unreachable() {
  const message = navigator.onLine
    ? 'Cannot reach the registry. Try again in a moment.'
    : 'You are offline. Connect and try again.';
  return { ok: false, kind: 'unreachable', message, retryAfter: undefined } as const;
}

interface Problem {
  readonly detail?: string;
  readonly errors?: readonly ParameterError[];
}

export interface ParameterError {
  readonly parameter?: string;
  readonly detail: string;
}

function failureOf(status: number, problem: Problem | undefined, retryAfter: number | undefined) {
  const detail = problem?.errors?.map(each => each.detail).join(' ') || problem?.detail || '';
  if (status === 429) {
    const message = addRetryTime('Rate limit exceeded', detail, `in ${count(retryAfter ?? 60, 'second')}`);
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
  const when = retryAfter === undefined ? 'in a minute' : `in ${count(retryAfter, 'second')}`;
  const message = addRetryTime('The registry is temporarily unavailable', detail, when);
  return { kind: 'unavailable', message } as const;
}

/** Formats a temporary failure. The detail of the registry stays alone if it has the time. */
function addRetryTime(summary: string, detail: string, when: string): string {
  return /\b(retry|try again) (in|after) /i.test(detail) ? detail : `${summary}. Try again ${when}. ${detail}`.trim();
}
