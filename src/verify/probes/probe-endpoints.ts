import type { Manifest } from '#manifest/manifest.ts';
import { yieldToRequests } from '#manifest/yield-to-requests.ts';
import { createControlUrl } from './control-url.ts';
import { getResponse } from './probe-results.ts';
import type { ProbeResult, ProbeSession } from './probe-session.ts';
import { type Probe, selectProbesInSteps } from './probes.ts';
import { compareWithControl } from './same-response.ts';
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
  const isSame = compareWithControl(control);
  const compared: ProbedEndpoint[] = [];
  for (const endpoint of endpoints) {
    // A comparison of bodies of 1 MiB takes a while.
    await yieldToRequests();
    const isIndistinct = isAmbiguous(endpoint) && isSame(endpoint.result);
    compared.push(isIndistinct ? { ...endpoint, outcome: 'indistinct' } : endpoint);
  }
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
