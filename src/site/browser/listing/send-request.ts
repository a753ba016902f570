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

/** The maximum number of bytes that the page reads of a response. */
const MAX_BYTES = 1_048_576;

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
    const received = await readBody(response);
    const ms = Math.round(performance.now() - start);
    const text = formatBody(received, response.headers.get('Content-Type') ?? '');
    return { ok: true, status: response.status, statusText: response.statusText, ms, text };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    const reason = isTimeout
      ? `${host} did not respond within ${TIMEOUT_MS / 1000} seconds.`
      : `The browser cannot read a response of ${host}. The API may not allow requests from web pages (CORS), or it is unreachable.`;
    return { ok: false, text: `${reason} ${USE_TERMINAL}` };
  }
}

interface Body {
  readonly bytes: Uint8Array;
  /** Whether the response has no more bytes. */
  readonly isComplete: boolean;
}

/** Reads the beginning of a response. A stream of events, for example, has no end before the timeout. */
async function readBody(response: Response): Promise<Body> {
  const chunks: Uint8Array[] = [];
  const read = async () => {
    const reader = response.body?.getReader();
    let size = 0;
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      chunks.push(chunk.value);
      size += chunk.value.length;
      if (size >= MAX_BYTES) {
        await reader?.cancel();
        return false;
      }
    }
    return true;
  };
  const isComplete = await read().catch(error => {
    if (chunks.length === 0) throw error;
    return false;
  });
  return { bytes: new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()), isComplete };
}

function formatBody(body: Body, mediaType: string): string {
  const { bytes, isComplete } = body;
  if (bytes.length === 0) return 'The response has no body.';
  const text = decodeText(body);
  const more = isComplete ? '' : ' or more';
  if (text === undefined)
    return `Binary data (${mediaType || 'unknown type'}), ${bytes.length.toLocaleString('en')} bytes${more}. ${USE_TERMINAL}`;
  const value = parseExactJsonValue(text);
  // Other media types stay as they are.
  const formatted = value === undefined ? text : toJson(value, 2);
  if (formatted.length <= MAX_LENGTH) return isComplete ? formatted : `${formatted}\n… The response continues.`;
  // Not between the two halves of a character.
  const shown = formatted.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return `${shown}\n… ${formatted.length.toLocaleString('en')} characters${more} in total`;
}

/** Decodes a text in UTF-8. Undefined for other bytes. */
function decodeText({ bytes, isComplete }: Body): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isComplete });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
