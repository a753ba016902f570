import { decodePercent } from '#listing/encoding/decode-percent.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { createControlUrl } from './control-url.ts';
import { getResponse } from './probe-results.ts';
import type { ProbeResult, ProbeSession } from './probe-session.ts';
import { type Probe, selectProbesInSteps } from './probes.ts';
import { findStatusProof } from './status-proofs.ts';

/** A probe with its result. */
export interface ProbedEndpoint {
  readonly probe: Probe;
  readonly result: ProbeResult;
  readonly outcome: ProbeOutcome;
}

/**
 * `seen`: the endpoint exists. `missing`: it does not. `unproven`: the response proves nothing about the declared call.
 * `indistinct`: the response equals that of a path that cannot exist. `inconclusive`: another try may have another result.
 */
export type ProbeOutcome = 'seen' | 'missing' | 'unproven' | 'indistinct' | 'inconclusive';

/** The results of all probes of an origin. */
export interface EndpointProbes {
  readonly endpoints: readonly ProbedEndpoint[];
  /** The result for a path that cannot exist. Undefined if no response made it necessary. */
  readonly control: ProbeResult | undefined;
  /** Whether the origin limited the request rate, so that some probes were not sent. */
  readonly isLimited: boolean;
}

/** The subject of the probes. */
export interface ProbedSubject {
  readonly manifest: Manifest;
  readonly origin: string;
  readonly session: ProbeSession;
}

/**
 * Probes the declared endpoints of an origin, one request at a time (design: Checks of an origin, 4). Sends GET requests
 * without credentials. Stops when the origin asks to wait.
 */
export async function probeEndpoints({ manifest, origin, session }: ProbedSubject): Promise<EndpointProbes> {
  const probes = await selectProbesInSteps(manifest, origin);
  const endpoints: ProbedEndpoint[] = [];
  for (const probe of probes) {
    const result = await session.probe({ url: probe.url });
    endpoints.push({ probe, result, outcome: judge(probe, result) });
    if (asksToWait(result)) return { endpoints, control: undefined, isLimited: endpoints.length < probes.length };
  }
  if (!endpoints.some(isAmbiguous)) return { endpoints, control: undefined, isLimited: false };
  const control = await session.probe({ url: createControlUrl(manifest, origin, crypto.randomUUID()) });
  const compared = endpoints.map(endpoint =>
    isAmbiguous(endpoint) && isSameResponse(endpoint.result, control)
      ? { ...endpoint, outcome: 'indistinct' as const }
      : endpoint,
  );
  return { endpoints: compared, control, isLimited: false };
}

/** Failures in which the server sent a response, although an unusable one. */
const RESPONDED: ReadonlySet<string> = new Set(['too-large', 'headers-too-large', 'bad-encoding']);
const UNREACHABLE: ReadonlySet<string> = new Set(['connection-refused', 'dns-not-found']);

function judge({ kind }: Probe, result: ProbeResult): ProbeOutcome {
  if (!result.ok || result.value.fetched.outcome === 'refused') return 'inconclusive';
  const { fetched } = result.value;
  if (fetched.outcome === 'failed') {
    if (RESPONDED.has(fetched.kind)) return 'seen';
    return UNREACHABLE.has(fetched.kind) ? 'missing' : 'inconclusive';
  }
  const proof = findStatusProof(fetched.status);
  if (proof === 'exists') return 'seen';
  if (proof === 'temporary') return 'inconclusive';
  // APIs respond with 404 to requests without required parameters, and to methods that they do not implement.
  const isDeclaredCall = kind === 'plain' || kind === 'examples';
  return proof === 'missing' && isDeclaredCall ? 'missing' : 'unproven';
}

/** Honors 429, and 503 with Retry-After. */
function asksToWait(result: ProbeResult): boolean {
  const response = getResponse(result);
  return response?.status === 429 || (response?.status === 503 && response.retryAfter !== undefined);
}

/** Whether a catch-all handler could have sent the response. */
function isAmbiguous({ result, outcome }: ProbedEndpoint): boolean {
  const status = getResponse(result)?.status ?? 0;
  return outcome === 'seen' && status >= 200 && status < 400;
}

/** Whether both responses have the same 2xx body, except for the requested path in it, or the same redirect. */
function isSameResponse(one: ProbeResult, control: ProbeResult): boolean {
  const [a, b] = [getResponse(one), getResponse(control)];
  if (!a || !b) return false;
  if (a.status < 300)
    return b.status >= 200 && b.status < 300 && (isSameBody(a.body, b.body) || hasSameTemplate(one, control));
  // A relative Location has another target below each path.
  const isSameLocation = a.headers.location === b.headers.location || getTarget(one) === getTarget(control);
  return a.status === b.status && (isSameLocation || isSameOtherOrigin(one, control));
}

/** Whether both redirects only change the origin, as from `example.com` to `www.example.com`. */
function isSameOtherOrigin(one: ProbeResult, control: ProbeResult): boolean {
  const [a, b] = [findOtherOrigin(one), findOtherOrigin(control)];
  return a !== undefined && a === b;
}

function findOtherOrigin(result: ProbeResult): string | undefined {
  const target = URL.parse(getTarget(result) ?? '');
  const requested = result.ok ? URL.parse(result.value.fetched.url) : null;
  const isMoved = target && requested && target.origin !== requested.origin && target.pathname === requested.pathname;
  return isMoved ? target.origin : undefined;
}

function isSameBody(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/**
 * Whether the body for a path that cannot exist becomes that of an endpoint with the path of the endpoint. Catch-all handlers
 * repeat the requested path, for example in a canonical link or in `{"error":"not found","path":"/tides"}`.
 */
function hasSameTemplate(one: ProbeResult, control: ProbeResult): boolean {
  const [a, b] = [getRequested(one), getRequested(control)];
  if (a === undefined || b === undefined || !b.body.includes(b.url.pathname.split('/').at(-1) ?? '')) return false;
  const { pathname, search } = a.url;
  // The samples of large bodies end at other places.
  const isCut = a.isPartial && b.isPartial;
  return [pathname, pathname + search, decodePercent(pathname), decodePercent(pathname + search)].some(path =>
    consistsOf(a.body, replacePath(b.body, b.url.pathname, path), isCut),
  );
}

/**
 * Generates the parts of a body with another path. Its whole text can be hundreds of megabytes long, if a body of 1 MiB
 * repeats a short path, and the other one is long.
 */
function* replacePath(body: string, from: string, to: string): Generator<string> {
  for (const [index, text] of body.split(escapeSlashes(from)).entries()) {
    if (index > 0) yield escapeSlashes(to);
    for (const [at, part] of text.split(from).entries()) {
      if (at > 0) yield to;
      yield part;
    }
  }
}

/** @param isCut whether only the beginnings are known, so that the shorter one decides */
function consistsOf(text: string, parts: Iterable<string>, isCut: boolean): boolean {
  let length = 0;
  for (const part of parts) {
    if (isCut && length + part.length > text.length) return part.startsWith(text.slice(length));
    if (!text.startsWith(part, length)) return false;
    length += part.length;
  }
  return isCut || length === text.length;
}

/** As some programs write slashes in JSON. */
function escapeSlashes(path: string): string {
  return path.replaceAll('/', '\\/');
}

function getRequested(result: ProbeResult) {
  const response = getResponse(result);
  const url = result.ok ? URL.parse(result.value.fetched.url) : null;
  if (response === undefined || url === null) return undefined;
  return { url, body: new TextDecoder().decode(response.body), isPartial: response.isPartial === true };
}

/** The target of a redirect without its query string, in which login pages carry the requested path. */
function getTarget(result: ProbeResult): string | undefined {
  const response = getResponse(result);
  const location = response?.headers.location;
  if (!result.ok || location === undefined) return undefined;
  const url = URL.parse(location, result.value.fetched.url);
  return url ? url.origin + url.pathname : location;
}
