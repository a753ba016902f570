import { parseExactJsonValue } from '#calls/parameters/parse-json-value.ts';
import { prepareRequest, type Secrets } from '#calls/prepare-request.ts';
import type { RequestPlan } from '#calls/request-plan.ts';
import { toJson } from '#calls/url/value-text.ts';

/** The result of a request that the browser sent to an API, or the reason for its absence. */
export type TryResult =
  | {
      readonly ok: true;
      readonly status: number;
      readonly statusText: string;
      readonly ms: number;
      readonly text: string;
    }
  | { readonly ok: false; readonly text: string };

/** The maximum length of a response on the page. */
const MAX_LENGTH = 20_000;

const TIMEOUT_MS = 20_000;

const USE_TERMINAL = 'Copy the command and run it in a terminal instead.';

/** Headers that `fetch` in a browser omits without an error (Fetch Standard, "Forbidden request-header"). */
const FORBIDDEN_HEADER = /^(cookie2?|host|origin|referer|date|dnt|expect|te|trailer|via|(proxy|sec)-.*)$/i;

/**
 * Sends a planned request from the browser, without cookies and without a referrer. Never throws.
 * @param host the host of the API, for messages
 */
export async function sendRequest(plan: RequestPlan, secrets: Secrets, host: string): Promise<TryResult> {
  const names = plan.authentication.credentials.flatMap(credential => credential.secrets);
  const missing = [...plan.missing, ...names.filter(name => secrets[name] === undefined)];
  if (missing.length > 0) return { ok: false, text: `Enter a value for ${missing.join(', ')} first.` };
  const prepared = prepareRequest(plan, secrets);
  if (!prepared.ok) return { ok: false, text: prepared.error.join(' ') };
  const { method, url, headers, body } = prepared.value;
  const dropped = Object.keys(headers).filter(name => FORBIDDEN_HEADER.test(name));
  if (dropped.length > 0)
    return {
      ok: false,
      text: `A browser cannot send the header ${dropped.join(', ')} from this page. ${USE_TERMINAL}`,
    };
  const start = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - start);
    return { ok: true, status: response.status, statusText: response.statusText, ms, text: formatBody(text) };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    const reason = isTimeout
      ? `${host} did not respond within ${TIMEOUT_MS / 1000} seconds.`
      : `The browser cannot read a response of ${host}. The API may not allow requests from web pages (CORS), or it is unreachable.`;
    return { ok: false, text: `${reason} ${USE_TERMINAL}` };
  }
}

function formatBody(text: string): string {
  const value = parseExactJsonValue(text);
  // Other media types stay as they are.
  const formatted = value === undefined ? text : toJson(value, 2);
  return formatted.length > MAX_LENGTH
    ? `${formatted.slice(0, MAX_LENGTH)}\n… ${formatted.length} characters in total`
    : formatted;
}
