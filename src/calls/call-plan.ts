import type { Detail } from '#contract/detail.ts';
import { buildCallUrl } from './call-url.ts';
import { getCallWarnings } from './call-warnings.ts';
import { type Cost, getCost } from './cost.ts';
import { type Credentials, getCredentials } from './credentials.ts';
import type { FoundEndpoint } from './find-endpoint.ts';
import { type LocatedParameter, locateParameters } from './parameter-locations.ts';

/** Everything that it takes to call an endpoint. Nothing was called to make it. */
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
  /** Required parameters that have no value yet. */
  readonly missing: readonly string[];
  readonly authentication: Credentials;
  readonly cost: Cost;
  readonly limits: { readonly requests_per_minute: number | null; readonly requests_per_day: number | null };
  readonly cautions: readonly string[];
}

export interface CallRequest {
  readonly method: string;
  /** With `{name}` where something has to be filled in. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * Plans a call of an endpoint from its listing alone.
 * @param values what the caller has for parameters, by name
 */
export function createCallPlan(
  detail: Detail,
  { endpoint, values: inPath }: FoundEndpoint,
  values: Readonly<Record<string, unknown>>,
  now: number,
): CallPlan {
  const { id, url, status, verified_at, source, manifest } = detail;
  const { method, path, description, response_description } = endpoint;
  const parameters = locateParameters(endpoint, { ...inPath, ...values });
  const authentication = getCredentials(manifest);
  const cost = getCost(manifest, endpoint);
  return {
    listing: { id, url, status, verified_at, source },
    endpoint: { method, path, description, response_description },
    request: requestOf(method, buildCallUrl(url, path, parameters), parameters, authentication),
    parameters,
    missing: parameters.filter(({ required, value }) => required && value === undefined).map(({ name }) => name),
    authentication,
    cost,
    limits: limitsOf(detail),
    cautions: getCallWarnings(detail, { method, parameters, authentication, cost }, now),
  };
}

function requestOf(
  method: string,
  url: string,
  parameters: readonly LocatedParameter[],
  { header }: Credentials,
): CallRequest {
  const given = parameters.filter(({ value }) => value !== undefined);
  const inHeaders = given.filter(({ place }) => place === 'header').map(({ name, value }) => [name, String(value)]);
  const inBody = given.filter(({ place }) => place === 'body').map(({ name, value }) => [name, value]);
  const takesBody = parameters.some(({ place }) => place === 'body');
  return {
    method,
    url,
    headers: {
      Accept: 'application/json',
      ...(takesBody && { 'Content-Type': 'application/json' }),
      ...(header && { [header.name]: header.value }),
      ...Object.fromEntries(inHeaders),
    },
    body: takesBody ? Object.fromEntries(inBody) : null,
  };
}

function limitsOf({ manifest }: Detail): CallPlan['limits'] {
  const { requests_per_minute = null, requests_per_day = null } =
    (manifest.spec_version === 'apimanifest-0.3' && manifest.rate_limits) || {};
  return { requests_per_minute, requests_per_day };
}
