import type { FetchResponse } from '../fetch/fetch-result.ts';
import { getResponse, isInconclusive } from './probe-results.ts';
import type { ProbeResult, ProbeSession } from './probe-session.ts';

/** The result of probing a URL of the manifest. */
export interface UrlProbe {
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
  readonly results: readonly ProbeResult[];
  /** The result that decided the outcome. */
  readonly last: ProbeResult;
}

/**
 * Probes a URL with HEAD, and with GET if HEAD is not enough, because many servers do not implement HEAD.
 *
 * @param isExpected whether a response proves that the URL works
 */
export async function probeUrl(
  session: ProbeSession,
  url: string,
  isExpected: (response: FetchResponse) => boolean,
): Promise<UrlProbe> {
  const head = await session.probe({ url, method: 'HEAD', follow: true });
  const response = getResponse(head);
  if (response && isExpected(response)) return { outcome: 'passed', results: [head], last: head };
  if (!response && !isHeadUnsupported(head)) {
    return { outcome: isInconclusive(head) ? 'inconclusive' : 'failed', results: [head], last: head };
  }
  const get = await session.probe({ url, method: 'GET', follow: true });
  const results = [head, get];
  const second = getResponse(get);
  if (second && isExpected(second)) return { outcome: 'passed', results, last: get };
  return { outcome: isInconclusive(get) ? 'inconclusive' : 'failed', results, last: get };
}

/** Some servers without HEAD close the connection or send invalid HTTP. Workers report every failure as `our-side`. */
const HEAD_FAILURES: ReadonlySet<string> = new Set(['connection-reset', 'protocol', 'our-side']);

function isHeadUnsupported(result: ProbeResult): boolean {
  return result.ok && result.value.fetched.outcome === 'failed' && HEAD_FAILURES.has(result.value.fetched.kind);
}

/** Whether a status code is 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
