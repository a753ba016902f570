import type { Detail } from '#contract/detail.ts';
import type { FoundEndpoint } from './find-endpoint.ts';
import { planRequest, type RequestPlan } from './request-plan.ts';
import { getWarnings } from './warnings.ts';

/** The request for an endpoint of a listing. Creating it sends no requests. */
export interface CallPlan extends RequestPlan {
  readonly listing: Pick<Detail, 'id' | 'url' | 'status' | 'verified_at' | 'source' | 'observed'>;
  readonly endpoint: {
    readonly method: string;
    readonly path: string;
    readonly description: string;
    readonly response_description: string;
  };
  readonly limits: { readonly requests_per_minute: number | null; readonly requests_per_day: number | null };
}

/**
 * Plans a call to an endpoint of a listing.
 *
 * @param values parameter values by name
 */
export function createCallPlan(
  detail: Detail,
  { endpoint, values: pathValues }: FoundEndpoint,
  values: Readonly<Record<string, unknown>>,
  now: number,
): CallPlan {
  const { id, url, status, verified_at, source, observed, manifest } = detail;
  const { method, path, description, response_description } = endpoint;
  const plan = planRequest(manifest, endpoint, { ...pathValues, ...values }, { origin: url });
  return {
    ...plan,
    listing: { id, url, status, verified_at, source, observed },
    endpoint: { method, path, description, response_description },
    limits: getLimits(detail),
    cautions: [...getWarnings(detail, now), ...plan.cautions],
  };
}

function getLimits({ manifest }: Detail): CallPlan['limits'] {
  const { requests_per_minute = null, requests_per_day = null } =
    (manifest.spec_version === 'apimanifest-0.3' && manifest.rate_limits) || {};
  return { requests_per_minute, requests_per_day };
}
