import { findSimilarEndpoints } from '#calls/similar-endpoints.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { type Failure, failure } from '#manifest/result.ts';
import { toSafeJson } from '../safe-json.ts';

const MAX_ENDPOINTS = 20;

/**
 * Returns the error for an undeclared endpoint, with the most similar declared ones.
 * @param path the path without the origin
 */
export function endpointNotFound(manifest: Manifest, method: string, path: string): Failure<string> {
  const { methods, correction, endpoints } = findSimilarEndpoints(manifest, method, path);
  const declared = endpoints.map(endpoint => `${endpoint.method} ${endpoint.path}`);
  const hint = methods.length > 0 ? ` This path supports ${methods.join(' and ')}.` : '';
  const suggestion = correction ? ` Did you mean ${toSafeJson(`${correction.method} ${correction.path}`)}?` : '';
  const rest = declared.length - MAX_ENDPOINTS;
  const scope = rest > 0 ? `The most similar of ${declared.length} declared endpoints` : 'Declared endpoints';
  const more = rest > 0 ? ' For the others, use get_listing.' : '';
  return failure(
    `The manifest does not declare ${toSafeJson(`${method} ${path.slice(0, 200)}`)}.${hint}${suggestion} ${scope}: ${toSafeJson(declared.slice(0, MAX_ENDPOINTS))}.${more}`,
  );
}
