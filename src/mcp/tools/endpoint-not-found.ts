import type { Manifest } from '#manifest/manifest.ts';
import { type Failure, failure } from '#manifest/result.ts';
import { toSafeJson } from '../safe-json.ts';

const MAX_ENDPOINTS = 20;

/** Returns the error for an undeclared endpoint, with the declared ones. */
export function endpointNotFound({ endpoints }: Manifest, method: string, path: string): Failure<string> {
  const declared = endpoints.map(endpoint => `${endpoint.method} ${endpoint.path}`);
  const methods = endpoints.filter(endpoint => endpoint.path === path).map(endpoint => endpoint.method);
  const hint = methods.length > 0 ? ` This path supports ${methods.join(' and ')}.` : '';
  const rest = declared.length - MAX_ENDPOINTS;
  const more = rest > 0 ? ` For the other ${rest}, use get_listing.` : '';
  return failure(
    `The manifest does not declare ${toSafeJson(`${method} ${path.slice(0, 200)}`)}.${hint} Declared endpoints: ${toSafeJson(declared.slice(0, MAX_ENDPOINTS))}.${more}`,
  );
}
