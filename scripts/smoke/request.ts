/** Milliseconds that an answer may take. */
const PATIENCE = 20_000;

/** How far the body of an answer is quoted. */
const QUOTED = 200;

/** An answer that was read to its end. */
export interface SmokeResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Asks an address, and follows no redirect.
 * @throws Error when there is no answer in time
 */
export async function request(url: string, init: RequestInit = {}): Promise<SmokeResponse> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE), ...init });
  return { url, status: response.status, headers: response.headers, text: await response.text() };
}

export function post(url: string, body: unknown): Promise<SmokeResponse> {
  return request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** What of an answer is not as it should be: its status, and its type without parameters. */
export function findMismatches(
  { url, status, headers, text }: SmokeResponse,
  wanted: { status: number; type: string },
): string[] {
  const type = headers.get('Content-Type')?.split(';')[0] ?? 'none';
  const quoted = text.slice(0, QUOTED).replace(/\s+/g, ' ');
  if (status !== wanted.status) return [`${url} answered ${status}, not ${wanted.status}: ${quoted}`];
  return type === wanted.type ? [] : [`${url} is of type ${type}, not ${wanted.type}.`];
}

/** The JSON of an answer; undefined where it is none. */
export function jsonOf({ text }: SmokeResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
