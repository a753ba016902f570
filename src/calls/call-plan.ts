import type { Detail } from '#contract/detail.ts';
import { buildCallUrl } from './call-url.ts';
import { getCallWarnings } from './call-warnings.ts';
import { type Cost, getCost } from './cost.ts';
import { type Credentials, getCredentials } from './credentials.ts';
import type { FoundEndpoint } from './find-endpoint.ts';
import { type LocatedParameter, locateParameters } from './parameter-locations.ts';

/** The request for an endpoint, with its parameters, credentials, cost, and warnings. Creating it sends no requests. */
export interface CallPlan {
  readonly listing: Pick<Detail, 'id' | 'url' | 'status' | 'verified_at' | 'source'>;
  readonly endpoint: {
    readonly method: string;
    readonly path: string;
    readonly description: string;
    readonly response_description: string;
  };
  readonly request: CallRequest;
  readonly parameters: readonly LocatedParameter[];
  /** The required parameters without a value. */
  readonly missing: readonly string[];
  readonly authentication: Credentials;
  readonly cost: Cost;
  readonly limits: { readonly requests_per_minute: number | null; readonly requests_per_day: number | null };
  readonly cautions: readonly string[];
}

export interface CallRequest {
  readonly method: string;
  /** The URL, with `{name}` for each missing value. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * Plans a call to an endpoint from its listing.
 * @param values parameter values by name
 */
export function createCallPlan(
  detail: Detail,
  { endpoint, values: pathValues }: FoundEndpoint,
  values: Readonly<Record<string, unknown>>,
  now: number,
): CallPlan {
  const { id, url, status, verified_at, source, manifest } = detail;
  const { method, path, description, response_description } = endpoint;
  const parameters = locateParameters(endpoint, { ...pathValues, ...values });
  const authentication = getCredentials(manifest);
  const cost = getCost(manifest, endpoint);
  return {
    listing: { id, url, status, verified_at, source },
    endpoint: { method, path, description, response_description },
    request: createRequest(method, buildCallUrl(url, path, parameters), parameters, authentication),
    parameters,
    missing: parameters.filter(({ required, value }) => required && value === undefined).map(({ name }) => name),
    authentication,
    cost,
    limits: getLimits(detail),
    cautions: getCallWarnings(detail, { method, parameters, authentication, cost }, now),
  };
}

function createRequest(
  method: string,
  url: string,
  parameters: readonly LocatedParameter[],
  { header }: Credentials,
): CallRequest {
  const withValues = parameters.filter(({ value }) => value !== undefined);
  const headerEntries = withValues
    .filter(({ place }) => place === 'header')
    .map(({ name, value }) => [name, String(value)]);
  const bodyEntries = withValues.filter(({ place }) => place === 'body').map(({ name, value }) => [name, value]);
  const hasBody = parameters.some(({ place }) => place === 'body');
  return {
    method,
    url,
    headers: {
      Accept: 'application/json',
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...(header && { [header.name]: header.value }),
      ...Object.fromEntries(headerEntries),
    },
    body: hasBody ? Object.fromEntries(bodyEntries) : null,
  };
}

function getLimits({ manifest }: Detail): CallPlan['limits'] {
  const { requests_per_minute = null, requests_per_day = null } =
    (manifest.spec_version === 'apimanifest-0.3' && manifest.rate_limits) || {};
  return { requests_per_minute, requests_per_day };
}
