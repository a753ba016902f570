import type { Manifest } from '#manifest/manifest.ts';
import { isTemplate, toEndpointUrl } from './endpoint-url.ts';

/** A declared endpoint that can be requested without invented values. */
export interface Probe {
  /** JSON Pointer to the endpoint in the manifest. */
  readonly pointer: string;
  /** The declared path. */
  readonly path: string;
  readonly url: string;
}

/** Probes per check (design: Checks of an origin, 4). */
const MAX_PROBES = 5;

/** Two are enough to find an endpoint that checks credentials or payment before parameters. */
const MAX_INCOMPLETE_PROBES = 2;

/**
 * Selects declared GET endpoints that need no values: no required parameter and no placeholder in the path. Returns the
 * first five distinct URLs in manifest order, so that the selection is reproducible.
 */
export function selectProbes(manifest: Manifest, origin: string): readonly Probe[] {
  return listProbes(manifest, origin, { hasRequired: false }).slice(0, MAX_PROBES);
}

/**
 * Selects declared GET endpoints without placeholders that require parameters, to request them without parameters. Many
 * return 401 or 402 before they validate parameters. Any other response proves nothing.
 */
export function selectIncompleteProbes(manifest: Manifest, origin: string): readonly Probe[] {
  const complete = new Set(listProbes(manifest, origin, { hasRequired: false }).map(probe => probe.url));
  return listProbes(manifest, origin, { hasRequired: true })
    .filter(probe => !complete.has(probe.url))
    .slice(0, MAX_INCOMPLETE_PROBES);
}

function listProbes(manifest: Manifest, origin: string, { hasRequired }: { hasRequired: boolean }): Probe[] {
  const byUrl = new Map<string, Probe>();
  for (const [index, { method, path, parameters }] of manifest.endpoints.entries()) {
    if (method !== 'GET' || isTemplate(path)) continue;
    if (parameters.some(parameter => parameter.required) !== hasRequired) continue;
    const url = toEndpointUrl(origin, path);
    if (url !== undefined && !byUrl.has(url)) byUrl.set(url, { pointer: `/endpoints/${index}`, path, url });
  }
  return [...byUrl.values()];
}
