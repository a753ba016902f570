import type { Manifest } from '#manifest/manifest.ts';
import { isTemplate, toEndpointUrl } from './endpoint-url.ts';

/** One declared endpoint that can be asked without guessing a value. */
export interface Probe {
  /** JSON Pointer to the endpoint in the manifest. */
  readonly pointer: string;
  /** As declared. */
  readonly path: string;
  readonly url: string;
}

/** How many addresses a check asks at most (design: Checks of an origin, 4). */
const PLAIN_PROBES = 5;

/** Enough to find one that asks for credentials or payment before it looks at parameters, and no more. */
const BARE_PROBES = 2;

/**
 * The declared GET endpoints that need no value from us: no required parameter, and nothing to fill into the path.
 * The first five with different addresses, in the manifest's order, so that everybody finds the same ones.
 */
export function plainProbes(manifest: Manifest, origin: string): readonly Probe[] {
  return distinctProbes(manifest, origin, { required: false }).slice(0, PLAIN_PROBES);
}

/**
 * Declared GET endpoints whose path stands as it is, but which require parameters. Asked without them, many answer 401
 * or 402 before they look at parameters; any other answer says nothing. No value is ever guessed.
 */
export function bareProbes(manifest: Manifest, origin: string): readonly Probe[] {
  const plain = new Set(distinctProbes(manifest, origin, { required: false }).map(probe => probe.url));
  return distinctProbes(manifest, origin, { required: true })
    .filter(probe => !plain.has(probe.url))
    .slice(0, BARE_PROBES);
}

function distinctProbes(manifest: Manifest, origin: string, { required }: { required: boolean }): Probe[] {
  const found = new Map<string, Probe>();
  for (const [index, { method, path, parameters }] of manifest.endpoints.entries()) {
    if (method !== 'GET' || isTemplate(path)) continue;
    if (parameters.some(parameter => parameter.required) !== required) continue;
    const url = toEndpointUrl(origin, path);
    if (url !== undefined && !found.has(url)) found.set(url, { pointer: `/endpoints/${index}`, path, url });
  }
  return [...found.values()];
}
