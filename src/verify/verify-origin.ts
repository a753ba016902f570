import type { Instant } from '#contract/instant.ts';
import type { CheckResult, Evidence, Report } from '#contract/report.ts';
import type { ObservedFacts } from '#listing/observation.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { assembleReport } from './assemble-report.ts';
import { CHECKS } from './checks/all-checks.ts';
import type { Check, Subject } from './checks/check.ts';
import type { KnownManifest, ManifestDocument } from './checks/manifest-document.ts';
import { runChecks } from './checks/run-checks.ts';
import type { GuardedFetcher } from './fetch/fetch-result.ts';
import { isGone, NOT_RESPONDING, summarizeProbes } from './probes/observed-facts.ts';
import { probeEndpoints } from './probes/probe-endpoints.ts';
import { listEvidence } from './probes/probe-results.ts';
import { createProbeSession } from './probes/probe-session.ts';

/** The dependencies of a verification. */
export interface VerifyContext {
  readonly fetcher: GuardedFetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives internal errors, which make their check inconclusive. */
  readonly onError?: (error: unknown, check: Check) => void;
  /** Whether the origin may be http and on loopback, if the fetcher decides per request. */
  readonly local?: boolean;
  readonly signal?: AbortSignal;
  /** Inspects a large text in another thread (default: in this thread). */
  readonly inspectText?: Subject['inspectText'];
  /** Receives the result of each check when it is available. */
  readonly onResult?: (result: CheckResult) => void;
}

/** The result of a verification. */
export interface Verification {
  readonly report: Report;
  /** The fetched manifest, valid or not. Undefined if it could not be fetched or parsed. */
  readonly document?: ManifestDocument;
  /** The results of the probes. Undefined if the check was inconclusive. */
  readonly observed?: ObservedFacts;
  /** The Retry-After of the origin, in seconds. */
  readonly retryAfter?: number;
}

/**
 * Verifies an origin (design: Checks of an origin). Sends at most 12 requests, only GET and HEAD, without
 * credentials. Never rejects because of the behavior of the origin.
 *
 * @param origin the `url` of a parsed `Origin`
 * @param known the manifest of an earlier fetch, for a conditional request
 */
export async function verifyOrigin(
  origin: string,
  { fetcher, now, onError, local, signal, inspectText, onResult }: VerifyContext,
  known?: KnownManifest,
): Promise<Verification> {
  const started = now();
  const session = createProbeSession({ fetcher, now, origin, local, signal });
  const { results, subject } = await runChecks(
    CHECKS,
    { origin, session, now: started, inspectText, known },
    onError ?? (() => undefined),
    onResult,
  );
  const { document } = subject;
  const facts = {
    url: origin,
    manifest_url: `${origin}${MANIFEST_PATH}`,
    validated_at: instant(started),
    spec_version: subject.specVersion ?? null,
  };
  const retryAfter = session.retryAfter();
  const observed = observe(subject, facts.validated_at);
  return {
    report: assembleReport(facts, results),
    ...(document && { document }),
    ...(observed && { observed }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/**
 * Probes the endpoints of an origin by its recorded manifest, without a request for a served manifest. For records from
 * documentation, which gain observed facts, but never a report or a badge.
 *
 * @param origin the `url` of a parsed `Origin`
 */
export async function observeOrigin(
  origin: string,
  manifest: Manifest,
  { fetcher, now, local, signal }: VerifyContext,
): Promise<Observed> {
  const at = instant(now());
  const session = createProbeSession({ fetcher, now, origin, local, signal });
  const probed = await probeEndpoints({ manifest, origin, session });
  const evidence = listEvidence([
    ...probed.endpoints.map(({ result }) => result),
    ...(probed.control ? [probed.control] : []),
  ]);
  const retryAfter = session.retryAfter();
  return {
    observed: summarizeProbes({ manifest, origin }, probed, at),
    isGone: isGone(probed),
    evidence,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** The result of `observeOrigin`. */
export interface Observed {
  readonly observed: ObservedFacts;
  /** Whether at least one declared endpoint does not exist, and no response leaves room for another one. */
  readonly isGone: boolean;
  readonly evidence: readonly Evidence[];
  /** The Retry-After of the origin, in seconds. */
  readonly retryAfter?: number;
}

function observe({ manifest, origin, probed, isDown }: Subject, at: Instant): ObservedFacts | undefined {
  if (manifest && probed) return summarizeProbes({ manifest, origin }, probed, at);
  return isDown ? NOT_RESPONDING : undefined;
}
