/** Milliseconds until a request fails. */
const TIMEOUT = 20_000;

/** The maximum length of a quoted response body in characters. */
const MAX_QUOTE_LENGTH = 200;

/** A response with its complete body. */
export interface SmokeResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends a request. Does not follow redirects.
 * @throws Error if there is no response within the timeout
 */
export async function request(url: string, init: RequestInit = {}): Promise<SmokeResponse> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT), ...init });
  return { url, status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends a JSON body. A string is sent as it is, so that it can be invalid JSON. */
export function post(url: string, body: unknown): Promise<SmokeResponse> {
  return request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Compares the status code and the media type of a response. Returns the differences. */
export function findMismatches(
  { url, status, headers, text }: SmokeResponse,
  expected: { status: number; type: string },
): string[] {
  const type = headers.get('Content-Type')?.split(';')[0] ?? 'none';
  const quoted = text.slice(0, MAX_QUOTE_LENGTH).replace(/\s+/g, ' ');
  if (status !== expected.status) return [`${url} returned ${status}, not ${expected.status}: ${quoted}`];
  return type === expected.type ? [] : [`${url} has the type ${type}, not ${expected.type}.`];
}

/** Parses the JSON of a response. Returns undefined if it is invalid. */
export function parseJson({ text }: SmokeResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
