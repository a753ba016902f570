import type { Evidence } from '#contract/report.ts';
import { printable } from '#manifest/text/excerpt.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import type { ProbeResult } from './probe-session.ts';

/** Returns the evidence of the probes that were sent. */
export function listEvidence(results: readonly ProbeResult[]): readonly Evidence[] {
  return results.flatMap(result => (result.ok ? [result.value.evidence] : []));
}

/** Returns the HTTP response to a probe, if there was one. */
export function getResponse(result: ProbeResult): FetchResponse | undefined {
  return result.ok && result.value.fetched.outcome === 'response' ? result.value.fetched : undefined;
}

/** Returns whether a retry may give another result: the probe was not sent, the network failed, or a 5xx, 408, 425, or 429. */
export function isInconclusive(result: ProbeResult): boolean {
  if (!result.ok) return true;
  const { fetched } = result.value;
  if (fetched.outcome === 'refused') return false;
  if (fetched.outcome === 'failed') return !fetched.decisive;
  return fetched.status >= 500 || fetched.status === 429 || fetched.status === 408 || fetched.status === 425;
}

/** Code points of publisher text in a message. */
const MAX_TEXT_LENGTH = 120;

/** Shortens and escapes publisher text for a message. */
export function quoteText(text: string): string {
  const points = [...printable(text)];
  return points.length <= MAX_TEXT_LENGTH ? points.join('') : `${points.slice(0, MAX_TEXT_LENGTH - 1).join('')}…`;
}

/** Formats the result of a probe of an endpoint as a clause: `GET /tides returned 404`. */
export function formatEndpointResult({ probe, result }: ProbedPath): string {
  return formatProbeResult(`GET ${probe.path}`, result);
}

interface ProbedPath {
  readonly probe: { readonly path: string };
  readonly result: ProbeResult;
}

/** Formats the result of a probe as a clause: `The manifest URL returned 404`. */
export function formatProbeResult(target: string, result: ProbeResult): string {
  const name = quoteText(target);
  if (!result.ok) return `${name} was not requested (${result.error})`;
  const { fetched } = result.value;
  return fetched.outcome === 'response'
    ? `${name} returned ${fetched.status}`
    : `${name} did not return a response (${fetched.message.replace(/\.$/, '')})`;
}
