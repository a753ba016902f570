import type { FetchResponse } from '../fetch/fetch-result.ts';
import { isInconclusive, responseOf } from './probe-results.ts';
import type { ProbeResult, ProbeSession } from './probe-session.ts';

/** Whether an address that the manifest names answers as it should, and what was asked to find out. */
export interface UrlProbe {
  readonly stands: 'yes' | 'no' | 'undecided';
  readonly answers: readonly ProbeResult[];
  /** The answer that decided. */
  readonly last: ProbeResult;
}

/**
 * Asks an address with HEAD, and with GET where that does not do: many servers know no HEAD.
 *
 * @param suffices whether a response shows what is wanted
 */
export async function probeUrl(
  inquiry: ProbeSession,
  url: string,
  suffices: (response: FetchResponse) => boolean,
): Promise<UrlProbe> {
  const head = await inquiry.ask({ url, method: 'HEAD', follow: true });
  const response = responseOf(head);
  if (response && suffices(response)) return { stands: 'yes', answers: [head], last: head };
  if (!response && !isBrokenOff(head)) {
    return { stands: isInconclusive(head) ? 'undecided' : 'no', answers: [head], last: head };
  }
  const get = await inquiry.ask({ url, method: 'GET', follow: true });
  const answers = [head, get];
  const second = responseOf(get);
  if (second && suffices(second)) return { stands: 'yes', answers, last: get };
  return { stands: isInconclusive(get) ? 'undecided' : 'no', answers, last: get };
}

/** Some servers that know no HEAD hang up, or answer what is no HTTP; platforms may not tell what came (Workers). */
const BROKEN_OFF: ReadonlySet<string> = new Set(['connection-reset', 'protocol', 'our-side']);

function isBrokenOff(answer: ProbeResult): boolean {
  return answer.asked && answer.result.outcome === 'failed' && BROKEN_OFF.has(answer.result.kind);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
