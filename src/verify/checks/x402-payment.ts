import type { Evidence } from '#contract/report.ts';
import type { Payment } from '#manifest/manifest.ts';
import { failure, type Success } from '#manifest/result.ts';
import type { ProbedEndpoint } from '../probes/probe-endpoints.ts';
import { formatEndpointResult, getResponse, isInconclusive, listEvidence, quoteText } from '../probes/probe-results.ts';
import type { ProbeResult } from '../probes/probe-session.ts';
import type { Probe } from '../probes/probes.ts';
import { type CheckConclusion, skipped, type ValidSubject } from './check.ts';
import { parseRequirements } from './x402/payment-required.ts';
import { isCaip2, type Requirements, type RequirementsResult } from './x402/payment-requirements.ts';
import { checkX402Discovery } from './x402-discovery.ts';

/**
 * Checks that an unpaid request returns valid x402 requirements, or else that a discovery document lists priced resources
 * (spec/standards: x402). Does not prove that payment works.
 */
export async function checkX402Payment(subject: ValidSubject, payment: Payment): Promise<CheckConclusion> {
  const requests = subject.probed.endpoints.map(endpoint => toUnpaidRequest(endpoint, payment));
  const conclusion = evaluateRequirements(requests);
  if (conclusion) return conclusion;

  const discovery = await checkX402Discovery(subject, payment.discovery_url);
  const evidence = [...requests.flatMap(({ evidence }) => evidence), ...(discovery.evidence ?? [])];
  if (discovery.outcome !== 'skipped') return { ...discovery, evidence };
  if (requests.some(({ result }) => isInconclusive(result))) {
    return {
      outcome: 'inconclusive',
      message: 'Could not determine whether an unpaid request returns 402.',
      evidence,
    };
  }
  const first = requests.find(({ probe: { kind } }) => kind === 'plain' || kind === 'examples');
  if (first) {
    return {
      outcome: 'failed',
      message: `No unpaid request returned 402: ${formatEndpointResult(first)}.`,
      hint: 'Return 402 with payment requirements to an unpaid request of a paid endpoint, or publish a discovery document.',
      evidence,
    };
  }
  return {
    ...skipped(
      'No declared GET endpoint can be requested with all of its required values.',
      'Publish a discovery document that lists your priced resources, and set payment.discovery_url to its URL.',
    ),
    evidence,
  };
}

interface UnpaidRequest {
  readonly probe: Probe;
  readonly result: ProbeResult;
  /** Undefined if the status was not 402. */
  readonly requirements: RequirementsResult | undefined;
  readonly evidence: readonly Evidence[];
}

function toUnpaidRequest({ probe, result }: ProbedEndpoint, payment: Payment): UnpaidRequest {
  const found = findRequirements(result, probe.url);
  const requirements = found?.ok ? compareNetworks(payment, found) : found;
  return { probe, result, requirements, evidence: listEvidence([result]) };
}

function findRequirements(result: ProbeResult, url: string): RequirementsResult | undefined {
  const response = getResponse(result);
  return response && parseRequirements(response, url);
}

/** Version 1 has its own network names, so only networks of version 2 are comparable with the manifest. */
function compareNetworks(payment: Payment, found: Success<Requirements>): RequirementsResult {
  const declared = payment.networks ?? [];
  if (found.value.version === 1 || declared.length === 0 || !declared.every(isCaip2)) return found;
  if (found.value.networks.some(network => declared.includes(network))) return found;
  return failure([
    `It requests payment on ${found.value.networks.join(', ')}, but the manifest declares ${declared.join(', ')}.`,
  ]);
}

function evaluateRequirements(requests: readonly UnpaidRequest[]): CheckConclusion | undefined {
  const evidence = requests.flatMap(({ evidence }) => evidence);
  const invalid = requests.find(({ requirements }) => requirements?.ok === false);
  const hint = invalid && listProblems(invalid);
  for (const { probe, requirements } of requests) {
    if (!requirements?.ok) continue;
    const message = `GET ${quoteText(probe.path)} returns valid x402 requirements to an unpaid request (version ${requirements.value.version}).`;
    return { outcome: 'passed', message, hint, evidence };
  }
  return (
    invalid && {
      outcome: 'failed',
      message: `${formatEndpointResult(invalid)}, but its payment requirements are invalid.`,
      hint,
      evidence,
    }
  );
}

function listProblems({ probe, requirements }: UnpaidRequest): string | undefined {
  return requirements?.ok === false ? `GET ${quoteText(probe.path)}: ${requirements.error.join(' ')}` : undefined;
}
