import type { CheckResult, Report } from '#contract/report.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { assembleReport } from './assemble-report.ts';
import { CHECKS } from './checks/all-checks.ts';
import type { Check } from './checks/check.ts';
import type { KnownManifest, ManifestDocument } from './checks/manifest-document.ts';
import { runChecks } from './checks/run-checks.ts';
import type { GuardedFetcher } from './fetch/fetch-result.ts';
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
  /** Receives the result of each check when it is available. */
  readonly onResult?: (result: CheckResult) => void;
}

/** The result of a verification. */
export interface Verification {
  readonly report: Report;
  /** The fetched manifest, valid or not. Undefined if it could not be fetched or parsed. */
  readonly document?: ManifestDocument;
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
  { fetcher, now, onError, local, signal, onResult }: VerifyContext,
  known?: KnownManifest,
): Promise<Verification> {
  const started = now();
  const session = createProbeSession({ fetcher, now, origin, local, signal });
  const { results, subject } = await runChecks(
    CHECKS,
    { origin, session, now: started, known },
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
  return {
    report: assembleReport(facts, results),
    ...(document && { document }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
