import type { Instant } from '#contract/instant.ts';
import type { ObservedFacts } from '#listing/observation.ts';
import { findWarnings } from './find-warnings.ts';
import type { EndpointProbes, ProbedSubject } from './probe-endpoints.ts';
import { getResponse } from './probe-results.ts';

/**
 * Summarizes the probes of an origin (design: Observed facts). A timeout or a server error is no response. `responding` is
 * null if no probe was sent, or if our own network failed.
 *
 * @param at the time of the check
 */
export function summarizeProbes(
  { manifest, origin }: Omit<ProbedSubject, 'session'>,
  probed: EndpointProbes,
  at: Instant,
): ObservedFacts {
  const sent = probed.endpoints.filter(({ result }) => result.ok && !isOurFailure(result.value.fetched));
  const seen = sent.filter(({ outcome }) => outcome === 'seen');
  const times = seen.flatMap(({ result }) => (getResponse(result) && result.ok ? [result.value.fetched.ms] : []));
  return {
    responding: sent.length === 0 ? null : seen.length > 0,
    endpoints_probed: sent.length,
    endpoints_responding: seen.length,
    last_responded_at: seen.length > 0 ? at : null,
    response_ms: findMedian(times),
    warnings: findWarnings(manifest, origin, sent),
  };
}

/** Returns whether a declared endpoint is missing, and the other responses prove none either. */
export function isGone({ endpoints }: EndpointProbes): boolean {
  return (
    endpoints.some(({ outcome }) => outcome === 'missing') &&
    endpoints.every(({ outcome }) => outcome === 'missing' || outcome === 'unproven')
  );
}

/** The facts of an origin that does not respond to any request. */
export const NOT_RESPONDING: ObservedFacts = {
  responding: false,
  endpoints_probed: 0,
  endpoints_responding: 0,
  last_responded_at: null,
  response_ms: null,
  warnings: [],
};

const OUR_FAILURES: ReadonlySet<string> = new Set(['our-side', 'aborted', 'dns-failed']);

function isOurFailure(fetched: { readonly outcome: string; readonly kind?: string }): boolean {
  return fetched.outcome === 'refused' || (fetched.kind !== undefined && OUR_FAILURES.has(fetched.kind));
}

function findMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Math.round(middle);
}
