import { MANIFEST_PATH } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { assembleReport } from './assemble-report.ts';
import { CHECKS } from './checks/all-checks.ts';
import type { Check } from './checks/check.ts';
import type { KnownManifest, ManifestDocument } from './checks/manifest-document.ts';
import { runChecks } from './checks/run-checks.ts';
import type { GuardedFetcher } from './fetch/fetch-result.ts';
import { createProbeSession } from './probes/probe-session.ts';
import type { CheckResult, Report } from './report.ts';

/** What a verification needs of the world. */
export interface VerifyContext {
  readonly fetcher: GuardedFetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of faults on our side, which leave their check inconclusive. */
  readonly onFault?: (error: unknown, check: Check) => void;
  /** Whether the origin may be http and on loopback, where the fetcher decides that per request. */
  readonly local?: boolean;
  readonly signal?: AbortSignal;
  /** Told of each check as soon as it has ended. */
  readonly onResult?: (result: CheckResult) => void;
}

/** What a verification came to. */
export interface Verification {
  readonly report: Report;
  /** The manifest as it is served, valid or not; absent when none could be had. */
  readonly document?: ManifestDocument;
  /** Seconds for which the origin wants to be left alone. */
  readonly retryAfter?: number;
}

/**
 * Checks an origin as it is now (design: Checks of an origin). It sends only GET and HEAD, without credentials, to at most
 * twelve addresses, and never rejects for what the other side does.
 *
 * @param origin as `originOf` writes it
 * @param known the manifest as recorded earlier: the origin may then answer that it is unchanged
 */
export async function verifyOrigin(
  origin: string,
  { fetcher, now, onFault, local, signal, onResult }: VerifyContext,
  known?: KnownManifest,
): Promise<Verification> {
  const started = now();
  const inquiry = createProbeSession({ fetcher, now, origin, local, signal });
  const { results, subject } = await runChecks(
    CHECKS,
    { origin, inquiry, now: started, known },
    onFault ?? (() => undefined),
    onResult,
  );
  const { document } = subject;
  const facts = {
    url: origin,
    manifest_url: `${origin}${MANIFEST_PATH}`,
    validated_at: instant(started),
    spec_version: subject.specVersion ?? null,
  };
  const retryAfter = inquiry.retryAfter();
  return {
    report: assembleReport(facts, results),
    ...(document && { document }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
