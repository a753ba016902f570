import type { Onboarding } from '#manifest/manifest.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { formatProbeResult, listEvidence } from '../probes/probe-results.ts';
import { isSuccess, probeUrl } from '../probes/probe-url.ts';
import type { CheckConclusion, ValidSubject } from './check.ts';

/**
 * Checks that the onboarding URL returns 2xx, 401, 402, or 405 with an Allow header that lists the declared method to HEAD
 * or GET (design: Checks of an origin, 6). Never sends the declared method, because it has side effects.
 */
export async function checkOnboarding({ session }: ValidSubject, onboarding: Onboarding): Promise<CheckConclusion> {
  const { url, method } = onboarding;
  const { outcome, results, last } = await probeUrl(session, url, response => isReady(response, method));
  return {
    outcome,
    message: `${formatProbeResult('The onboarding URL', last)}.`,
    hint:
      outcome === 'failed'
        ? `Return 2xx, 401, 402, or 405 with "Allow: ${method}" to HEAD or GET at payment.onboarding.url.`
        : undefined,
    evidence: listEvidence(results),
  };
}

function isReady({ status, headers }: FetchResponse, method: string): boolean {
  if (isSuccess(status) || status === 401 || status === 402) return true;
  const allowed = (headers.allow ?? '').split(',').map(name => name.trim().toUpperCase());
  return status === 405 && allowed.includes(method);
}
