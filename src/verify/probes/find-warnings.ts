import { getEstimate } from '#calls/cost.ts';
import type { Warning, WarningCode } from '#contract/row.ts';
import { getPrice } from '#listing/price.ts';
import { WARNING_CODES } from '#listing/warnings.ts';
import { getPayment, type Manifest } from '#manifest/manifest.ts';
import type { ProbedEndpoint } from './probe-endpoints.ts';
import { formatEndpointResult, getResponse } from './probe-results.ts';

/** Returns the contradictions between a manifest and the responses of its endpoints, one sentence each. */
export function findWarnings(
  manifest: Manifest,
  origin: string,
  endpoints: readonly ProbedEndpoint[],
): readonly Warning[] {
  const found: Readonly<Partial<Record<WarningCode, string | undefined>>> = {
    auth_not_enforced: findOpenEndpoint(manifest, endpoints),
    auth_undeclared: findProtectedEndpoint(manifest, endpoints),
    payment_not_enforced: findUnpaidEndpoint(manifest, endpoints),
    endpoint_missing: findMissingEndpoints(endpoints),
    charges_although_free: findChargingEndpoint(manifest, endpoints),
    not_https: findInsecureUrl(origin, endpoints),
  };
  return WARNING_CODES.flatMap(code => {
    const message = found[code];
    return message === undefined ? [] : [{ code, message }];
  });
}

function findOpenEndpoint(manifest: Manifest, endpoints: readonly ProbedEndpoint[]): string | undefined {
  if (!manifest.authentication.required || endpoints.some(hasStatus(401, 402, 403))) return undefined;
  const open = endpoints.find(each => isOpen(each) && declaredAuthentication(manifest, each) !== 'none');
  return open && `The manifest requires credentials, but without any, ${formatEndpointResult(open)}.`;
}

function findProtectedEndpoint(manifest: Manifest, endpoints: readonly ProbedEndpoint[]): string | undefined {
  if (manifest.authentication.required || endpoints.some(isOpen)) return undefined;
  const denied = endpoints.find(each => hasStatus(401)(each) && !hasOwnAuthentication(manifest, each));
  return denied && `The manifest requires no credentials, but without any, ${formatEndpointResult(denied)}.`;
}

/** Only if all responses are free of charge: many APIs have some free endpoints, or validate parameters first. */
function findUnpaidEndpoint(manifest: Manifest, endpoints: readonly ProbedEndpoint[]): string | undefined {
  const payment = getPayment(manifest);
  if (payment === null || payment.model === 'free' || getPrice(manifest).hasFreeTier) return undefined;
  const seen = endpoints.filter(({ outcome }) => outcome === 'seen');
  const open = seen.find(each => !isFreeOfCharge(manifest, each));
  if (!open || !seen.every(isOpen)) return undefined;
  return `The manifest declares paid calls, but without payment, ${formatEndpointResult(open)}.`;
}

const MAX_MISSING = 3;

function findMissingEndpoints(endpoints: readonly ProbedEndpoint[]): string | undefined {
  const missing = endpoints.filter(each => each.outcome === 'missing' && hasStatus(404, 410)(each));
  if (missing.length === 0) return undefined;
  const described = missing.slice(0, MAX_MISSING).map(formatEndpointResult).join(', ');
  const others = missing.length - MAX_MISSING;
  return `The manifest declares endpoints that do not exist: ${described}${others > 0 ? `, and ${others} more` : ''}.`;
}

function findChargingEndpoint(manifest: Manifest, endpoints: readonly ProbedEndpoint[]): string | undefined {
  const payment = getPayment(manifest);
  if (manifest.pricing.model !== 'free' || (payment !== null && payment.model !== 'free')) return undefined;
  const charging = endpoints.find(hasStatus(402));
  return (
    charging &&
    `The manifest declares that the API is free, but ${formatEndpointResult(charging)}, which requests payment.`
  );
}

function findInsecureUrl(origin: string, endpoints: readonly ProbedEndpoint[]): string | undefined {
  if (!origin.startsWith('https:')) return 'The API does not use https, so requests and credentials are not encrypted.';
  const insecure = endpoints.find(({ result }) => /^http:/i.test(getResponse(result)?.headers.location ?? ''));
  return (
    insecure &&
    `${formatEndpointResult(insecure)} and redirects to http, so requests and credentials are not encrypted.`
  );
}

function hasStatus(...statuses: readonly number[]): (endpoint: ProbedEndpoint) => boolean {
  return ({ result }) => statuses.includes(getResponse(result)?.status ?? 0);
}

/** Whether a complete call succeeded. */
function isOpen({ probe, result, outcome }: ProbedEndpoint): boolean {
  const status = getResponse(result)?.status ?? 0;
  const isDeclaredCall = probe.kind === 'plain' || probe.kind === 'examples';
  return outcome === 'seen' && isDeclaredCall && status >= 200 && status < 300;
}

/** The recommended member `authentication` of an endpoint: `none`, or a block like that of the manifest. */
function declaredAuthentication({ endpoints }: Manifest, { probe }: ProbedEndpoint): unknown {
  const endpoint = endpoints[Number(probe.pointer.split('/').at(-1))];
  return endpoint && 'authentication' in endpoint ? endpoint.authentication : undefined;
}

function hasOwnAuthentication(manifest: Manifest, endpoint: ProbedEndpoint): boolean {
  const own = declaredAuthentication(manifest, endpoint);
  return own !== undefined && own !== 'none';
}

function isFreeOfCharge(manifest: Manifest, { probe }: ProbedEndpoint): boolean {
  const endpoint = manifest.endpoints[Number(probe.pointer.split('/').at(-1))];
  const estimate = endpoint === undefined ? null : getEstimate(manifest, endpoint);
  return estimate !== null && Number(estimate.estimated_price) === 0;
}
