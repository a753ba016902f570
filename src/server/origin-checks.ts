import type { CheckResult } from '#contract/report.ts';
import type { Config } from '#edge/config.ts';
import type { Verifier } from '#edge/routes/validator.ts';
import type { Blocklist } from '#listing/blocklist.ts';
import { type CheckLimit, createCheckLimit } from '#submission/check-limit.ts';
import type { KnownManifest } from '#verify/checks/manifest-document.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { observeOrigin, type Verification, type VerifyContext, verifyOrigin } from '#verify/verify-origin.ts';
import type { SourceServices } from './record-source.ts';

/** The live checks of a running registry, which share one guarded client. */
export interface OriginChecks {
  readonly fetcher: ReturnType<typeof createGuardedFetcher>;
  /** Limits concurrent checks of clients that wait for the result. */
  readonly limit: CheckLimit;
  /** Checks the origin of a URL. */
  check(
    url: string,
    options: Pick<VerifyContext, 'local' | 'signal' | 'onResult'>,
    known?: KnownManifest,
  ): Promise<Verification>;
  /** Checks an origin for a submission. */
  readonly verify: SourceServices['verify'];
  /** Checks an origin for the validator, within the limit. */
  readonly validate: Verifier;
  /** Observes an origin without a manifest. */
  observe(
    url: string,
    manifest: Parameters<typeof observeOrigin>[1],
    signal: AbortSignal,
  ): ReturnType<typeof observeOrigin>;
}

/**
 * Creates the checks of origins for this server. Local registries may also check origins on loopback.
 * @param onFault receives the internal errors of checks
 */
export function createOriginChecks(
  { addresses, local }: Pick<Config, 'addresses' | 'local'>,
  blocklist: Blocklist,
  onFault: (error: unknown) => void,
  inspectText?: VerifyContext['inspectText'],
): OriginChecks {
  const now = Date.now;
  const limit = createCheckLimit();
  const fetcher = createGuardedFetcher({
    siteUrl: addresses.site,
    siteName: addresses.siteName,
    local: local && 'per-request',
    blocklist,
  });
  const check: OriginChecks['check'] = (url, options, known) =>
    verifyOrigin(url, { fetcher, now, onError: error => onFault(error), inspectText, ...options }, known);
  return {
    fetcher,
    limit,
    check,
    // Checks have the privileges of the request that submitted the origin. Only one with local privileges can submit an
    // http or loopback origin, so checks without a request have them, too.
    verify: ({ url }, signal, onResult?: (result: CheckResult) => void, isPrivileged?: boolean) =>
      check(url, {
        local: local && isPrivileged !== false,
        ...(signal && { signal }),
        ...(onResult && { onResult }),
      }),
    validate: (origin, isLocal, progress) =>
      limit.run(origin, async () => (await check(origin.url, { ...progress, local: isLocal })).report),
    observe: (url, manifest, signal) => observeOrigin(url, manifest, { fetcher, now, signal }),
  };
}
