import type { Onboarding } from '#manifest/manifest.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { evidenceOf, formatProbeResult } from '../probes/probe-results.ts';
import { isSuccess, probeUrl } from '../probes/probe-url.ts';
import type { CheckConclusion, ValidSubject } from './check.ts';

/**
 * Whether the onboarding address answers: HEAD or GET with 2xx, 401, 402, or 405 with an Allow that lists the declared
 * method (design: Checks of an origin, 6). The declared method itself is never used, because it would do something.
 */
export async function checkOnboarding({ inquiry }: ValidSubject, onboarding: Onboarding): Promise<CheckConclusion> {
  const { url, method } = onboarding;
  const { stands, answers, last } = await probeUrl(inquiry, url, response => isReady(response, method));
  const evidence = evidenceOf(answers);
  if (stands === 'yes') {
    return {
      outcome: 'passed',
      message: `${formatProbeResult('The onboarding address', last)}, as one that is there does.`,
      evidence,
    };
  }
  if (stands === 'undecided') {
    return { outcome: 'inconclusive', message: `${formatProbeResult('The onboarding address', last)}.`, evidence };
  }
  return {
    outcome: 'failed',
    message: `${formatProbeResult('The onboarding address', last)}.`,
    hint: `Answer HEAD or GET at payment.onboarding.url with 2xx, 401, 402, or 405 with "Allow: ${method}".`,
    evidence,
  };
}

function isReady({ status, headers }: FetchResponse, method: string): boolean {
  if (isSuccess(status) || status === 401 || status === 402) return true;
  const allowed = (headers.allow ?? '').split(',').map(name => name.trim().toUpperCase());
  return status === 405 && allowed.includes(method);
}
