import type { Manifest } from '#manifest/manifest.ts';
import { toSafeJson } from '../safe-json.ts';
import type { ToolError } from './tool.ts';

const SHOWN = 20;

/** That a manifest declares no such endpoint, and which it does. */
export function endpointNotFound({ endpoints }: Manifest, method: string, path: string): ToolError {
  const written = endpoints.map(endpoint => `${endpoint.method} ${endpoint.path}`);
  const elsewhere = endpoints.filter(endpoint => endpoint.path === path).map(endpoint => endpoint.method);
  const hint = elsewhere.length > 0 ? ` The path is declared for ${elsewhere.join(' and ')}.` : '';
  const more = written.length > SHOWN ? `, and ${written.length - SHOWN} more, which get_listing gives` : '';
  return {
    fault: `The manifest declares no endpoint ${toSafeJson(`${method} ${path.slice(0, 200)}`)}.${hint} Declared are ${toSafeJson(written.slice(0, SHOWN))}${more}.`,
  };
}
