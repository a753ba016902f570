import { parseOrigin } from '#listing/origin.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { isLoopbackUrl } from '../registry/urls.ts';
import type { CheckOutcome } from './check-outcome.ts';

export interface CheckedAddressOptions {
  /** Allows the origin to be http and on loopback, as addresses of this machine are by themselves. */
  readonly local: boolean;
  /** Where the User-Agent leads. */
  readonly siteUrl: string;
}

/** Checks the API at an address, live. */
export async function checkedAddress(
  address: string,
  { local, siteUrl }: CheckedAddressOptions,
): Promise<CheckOutcome> {
  const result = parseOrigin(address);
  if (!result.ok) return { refusal: result.error };
  const { url } = result.value;
  const fetcher = createGuardedFetcher({ siteUrl, local: local || isLoopbackUrl(address) });
  try {
    const { report } = await verifyOrigin(url, { fetcher, now: Date.now });
    return { report, subject: url };
  } finally {
    await fetcher.close();
  }
}
