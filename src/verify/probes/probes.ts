import { MAX_PATH_LENGTH } from '#calls/find-endpoint.ts';
import { listCredentialNames } from '#manifest/call-members.ts';
import type { Endpoint, Manifest } from '#manifest/manifest.ts';
import { listPlaceholders } from '#manifest/placeholders.ts';
import { pointerOf } from '#manifest/pointer.ts';
import { runAtOnce, runInSteps, type Steps } from '../run-steps.ts';
import { isTemplate, splitPath, toEndpointUrl } from './endpoint-url.ts';
import { fillPath } from './fill-path.ts';
import { findLocation, findValue, formatPathValue, formatQueryPairs, isCredential } from './parameter-values.ts';

/** A GET request for a declared endpoint, with values from the manifest only. */
export interface Probe {
  /** JSON Pointer to the endpoint in the manifest. */
  readonly pointer: string;
  readonly kind: ProbeKind;
  /** The declared method. Probes always use GET. */
  readonly method: Endpoint['method'];
  /** The declared path. */
  readonly path: string;
  readonly url: string;
}

/**
 * How a probe relates to the declared call, best first (design: Checks of an origin, 4). `plain`: a GET without required
 * values. `examples`: a GET with examples or defaults for all required values. `incomplete`: a GET without some of them.
 * `other_method`: a GET on the path of another method.
 */
export type ProbeKind = (typeof KINDS)[number];

const KINDS = ['plain', 'examples', 'incomplete', 'other_method'] as const;

/** Probes per check (design: Checks of an origin, 4). */
const MAX_PROBES = 5;

/**
 * Selects up to five probes with different URLs: the best kind first, and within a kind from the path prefixes with the
 * fewest probes so far, in the order of the manifest. The selection is reproducible and covers the API.
 */
export function selectProbes(manifest: Manifest, origin: string): readonly Probe[] {
  return runAtOnce(selectionSteps(manifest, origin));
}

/** Like `selectProbes`, but lets other requests run in between if the manifest has very long paths. */
export async function selectProbesInSteps(manifest: Manifest, origin: string): Promise<readonly Probe[]> {
  return runInSteps(selectionSteps(manifest, origin));
}

function* selectionSteps(manifest: Manifest, origin: string): Steps<readonly Probe[]> {
  const all = yield* probeSteps(manifest, origin);
  yield;
  const findPrefix = createPrefix(manifest);
  const prefixes = new Map(all.map(probe => [probe, findPrefix(probe)]));
  const prefixOf = (probe: Probe) => prefixes.get(probe) ?? '';
  const chosenByPrefix = new Map<string, number>();
  const selected: Probe[] = [];
  for (const kind of KINDS) {
    const candidates = new Set(all.filter(probe => probe.kind === kind));
    while (candidates.size > 0 && selected.length < MAX_PROBES) {
      const counts = [...candidates].map(probe => chosenByPrefix.get(prefixOf(probe)) ?? 0);
      const probe = [...candidates][counts.indexOf(Math.min(...counts))];
      if (!probe) break;
      candidates.delete(probe);
      selected.push(probe);
      chosenByPrefix.set(prefixOf(probe), (chosenByPrefix.get(prefixOf(probe)) ?? 0) + 1);
    }
  }
  return selected;
}

/** The size of one step, in characters of paths. It takes up to 5 ms. */
const STEP_SIZE = 10_000;

/** The size of an endpoint and of a parameter: a placeholder, which is three characters or more, takes as long as three. */
const ITEM_SIZE = 10;

/** Returns all possible probes of a manifest with different URLs, in its order. */
function* probeSteps(manifest: Manifest, origin: string): Steps<readonly Probe[]> {
  const byUrl = new Map<string, Probe>();
  const shared = listCredentialNames(manifest.authentication);
  let size = 0;
  for (const [index, endpoint] of manifest.endpoints.entries()) {
    size += endpoint.path.length + ITEM_SIZE * (1 + endpoint.parameters.length);
    if (size > STEP_SIZE) {
      yield;
      size = 0;
    }
    const probe = createProbe(endpoint, index, origin, shared);
    if (!probe) continue;
    const known = byUrl.get(probe.url);
    if (!known || compareKinds(probe, known) < 0) byUrl.set(probe.url, probe);
  }
  return [...byUrl.values()];
}

/** A member of the manifest that makes an endpoint requestable. */
export interface MissingValue {
  readonly pointer: string;
  readonly endpoint: Endpoint;
}

/**
 * Returns the first members whose absence prevents a probe, one per endpoint, declared GET endpoints first.
 *
 * @param max the maximum number of members. The others take no time.
 */
export function listMissingValues(manifest: Manifest, origin: string, max: number): readonly MissingValue[] {
  const shared = listCredentialNames(manifest.authentication);
  const endpoints = [...manifest.endpoints.entries()];
  const ordered = [
    ...endpoints.filter(([, { method }]) => method === 'GET'),
    ...endpoints.filter(([, { method }]) => method !== 'GET'),
  ];
  return ordered
    .values()
    .filter(([index, endpoint]) => createProbe(endpoint, index, origin, shared) === undefined)
    .take(max)
    .map(([index, endpoint]) => ({ pointer: findMissingMember(endpoint, index, shared), endpoint }))
    .toArray();
}

/**
 * Returns the pointer of the first example that an incomplete probe needs. Undefined if no example can complete it, because
 * probes send no credentials, headers, or bodies.
 */
export function findMissingExample(manifest: Manifest, { pointer }: Probe): string | undefined {
  const endpoint = manifest.endpoints[Number(pointer.split('/').at(-1))];
  if (endpoint === undefined) return undefined;
  const credentialNames = listEndpointCredentialNames(endpoint, listCredentialNames(manifest.authentication));
  const placeholders = new Set(listPlaceholders(endpoint.path));
  const position = endpoint.parameters.findIndex(parameter => {
    const location = findLocation(parameter, placeholders);
    if (!parameter.required || location === 'other') return false;
    return (
      !isCredential(parameter.name, location, credentialNames) &&
      findValue(parameter, location, credentialNames) === undefined
    );
  });
  return position < 0 ? undefined : `${pointer}/parameters/${position}/example`;
}

function listEndpointCredentialNames(endpoint: Endpoint, shared: ReadonlySet<string>): ReadonlySet<string> {
  return 'authentication' in endpoint ? shared.union(listCredentialNames(endpoint.authentication)) : shared;
}

function findMissingMember(endpoint: Endpoint, index: number, shared: ReadonlySet<string>): string {
  if (endpoint.path.length > MAX_PATH_LENGTH) return pointerOf(['endpoints', index, 'path']);
  // A probe can omit a query parameter without a value.
  const [pathname = ''] = endpoint.path.split(/[?#]/, 1);
  const placeholders = new Set(listPlaceholders(pathname));
  const parameter = endpoint.parameters.findIndex(
    each =>
      placeholders.has(each.name) && !isCredential(each.name, 'path') && findValue(each, 'path', shared) === undefined,
  );
  if (parameter >= 0) return pointerOf(['endpoints', index, 'parameters', parameter, 'example']);
  const declared = new Set(endpoint.parameters.map(({ name }) => name));
  const member = placeholders.size > 0 && !placeholders.isSubsetOf(declared) ? 'parameters' : 'path';
  return pointerOf(['endpoints', index, member]);
}

/**
 * Returns undefined if a placeholder in the path has no value, because values are never invented, or if the path is too long
 * for a request.
 *
 * @param shared the credential names of the manifest
 */
function createProbe(
  endpoint: Endpoint,
  index: number,
  origin: string,
  shared: ReadonlySet<string>,
): Probe | undefined {
  const { method, path, parameters } = endpoint;
  if (path.length > MAX_PATH_LENGTH) return undefined;
  const credentialNames = listEndpointCredentialNames(endpoint, shared);
  const placeholders = new Set(listPlaceholders(path));
  const values = new Map(
    parameters.flatMap(parameter => {
      const location = findLocation(parameter, placeholders);
      const value = location === 'other' ? undefined : findValue(parameter, location, credentialNames);
      return value === undefined ? [] : [[parameter.name, value] as const];
    }),
  );
  const texts = parameters.flatMap(parameter => {
    const value = placeholders.has(parameter.name) ? values.get(parameter.name) : undefined;
    return value === undefined ? [] : [[parameter.name, formatPathValue(value, parameter)] as const];
  });
  const filled = fillPath(path, new Map(texts));
  if (!filled || isTemplate(filled.template)) return undefined;
  const required = method === 'GET' ? parameters.filter(each => each.required && !placeholders.has(each.name)) : [];
  const added = required.filter(({ name }) => !filled.queryNames.has(name));
  const pairs: string[] = [];
  let length = filled.path.length;
  for (const parameter of added) {
    const value = findLocation(parameter, placeholders) === 'query' ? values.get(parameter.name) : undefined;
    if (value === undefined) continue;
    const formatted = formatQueryPairs(value, parameter);
    pairs.push(...formatted);
    length += formatted.join('&').length;
    // An endpoint can have 5,000 parameters with a list each, which take 0.1 s.
    if (length > MAX_PATH_LENGTH) return undefined;
  }
  const optional = new Set(parameters.filter(each => !each.required).map(({ name }) => name));
  const isComplete = filled.omitted.every(name => optional.has(name)) && added.every(({ name }) => values.has(name));
  const hasValues = placeholders.size > 0 || added.length > 0;
  const url = toEndpointUrl(origin, appendQuery(filled.path, pairs));
  if (url === undefined) return undefined;
  const kind = method !== 'GET' ? 'other_method' : !isComplete ? 'incomplete' : hasValues ? 'examples' : 'plain';
  return { pointer: pointerOf(['endpoints', index]), kind, method, path, url };
}

function appendQuery(path: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function compareKinds(a: Probe, b: Probe): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}

/** Returns a function for the path prefix of a probe: the first segment in which the paths of the manifest differ. */
function createPrefix(manifest: Manifest): (probe: Probe) => string {
  const [first = [], ...others] = manifest.endpoints.map(({ path }) => splitPath(path));
  const shared = first.findIndex((segment, index) => others.some(segments => segments[index] !== segment));
  const depth = shared < 0 ? first.length : shared;
  return ({ path }) => splitPath(path)[depth] ?? '';
}
