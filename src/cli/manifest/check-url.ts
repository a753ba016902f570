import { parseOrigin } from '#listing/origin.ts';
import { failure, success } from '#manifest/result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { explainOriginError, isLoopbackUrl } from '../registry/urls.ts';
import type { CheckOutcome } from './check-outcome.ts';

export interface CheckUrlOptions {
  /** Whether to allow http and loopback origins. Always allowed for a loopback URL. */
  readonly local: boolean;
  /** The URL in the User-Agent. */
  readonly siteUrl: string;
}

/** Runs the live checks on the origin of a URL. */
export async function checkUrl(address: string, { local, siteUrl }: CheckUrlOptions): Promise<CheckOutcome> {
  const origin = parseOrigin(address);
  if (!origin.ok) return failure(explainOriginError(address, origin.error));
  const { url } = origin.value;
  const fetcher = createGuardedFetcher({ siteUrl, local: local || isLoopbackUrl(address) });
  try {
    const { report } = await verifyOrigin(url, { fetcher, now: Date.now });
    return success({ report, subject: url });
  } finally {
    await fetcher.close();
  }
}
