import type { Payment } from '#manifest/manifest.ts';
import { failure, type Success } from '#manifest/result.ts';
import { evidenceOf, formatProbeResult, isInconclusive, responseOf, shown } from '../probes/probe-results.ts';
import type { ProbeResult, ProbeSession } from '../probes/probe-session.ts';
import { bareProbes, type Probe, plainProbes } from '../probes/probes.ts';
import type { Evidence } from '../report.ts';
import { type CheckConclusion, skipped, type ValidSubject } from './check.ts';
import { requirementsOf } from './x402/payment-required.ts';
import { isCaip2, type Requirements, type RequirementsResult } from './x402/payment-requirements.ts';
import { checkX402Discovery } from './x402-discovery.ts';

/**
 * Whether an unpaid request is answered with valid x402 requirements; where none could be had, whether a discovery
 * document lists priced resources (spec/standards: x402). It never says that payment works.
 */
export async function checkX402Payment(subject: ValidSubject, payment: Payment): Promise<CheckConclusion> {
  const { manifest, origin, inquiry } = subject;
  const plain = await Promise.all(plainProbes(manifest, origin).map(probe => unpaid(probe, inquiry, payment)));
  const needed = !plain.some(({ requirements }) => requirements?.ok);
  const bare = needed
    ? await Promise.all(bareProbes(manifest, origin).map(probe => unpaid(probe, inquiry, payment)))
    : [];
  const asked = [...plain, ...bare];
  const required = requirementsVerdict(asked);
  if (required) return required;

  const discovery = await checkX402Discovery(subject, payment.discovery_url);
  const evidence = [...asked.flatMap(({ evidence }) => evidence), ...(discovery.evidence ?? [])];
  if (discovery.outcome !== 'skipped') return { ...discovery, evidence };
  if (asked.some(({ answer }) => isInconclusive(answer))) {
    return {
      outcome: 'inconclusive',
      message: 'Whether an unpaid request is answered with 402 could not be decided.',
      evidence,
    };
  }
  const [first] = plain;
  if (first) {
    return {
      outcome: 'failed',
      message: `No unpaid request was answered with 402: ${came(first)}.`,
      hint: 'Answer an unpaid request to a paid endpoint with 402 and payment requirements, or publish a discovery document.',
      evidence,
    };
  }
  return {
    ...skipped(
      'No declared GET endpoint could show it without being given a value.',
      'Publish a discovery document that lists your priced resources, and name it in payment.discovery_url.',
    ),
    evidence,
  };
}

/** What one unpaid request came to. */
interface Unpaid {
  readonly probe: Probe;
  readonly answer: ProbeResult;
  /** Undefined when the answer was not 402. */
  readonly requirements: RequirementsResult | undefined;
  readonly evidence: readonly Evidence[];
}

async function unpaid(probe: Probe, inquiry: ProbeSession, payment: Payment): Promise<Unpaid> {
  const { url } = probe;
  const brief = await inquiry.ask({ url });
  const inHeader = requirementsIn(brief, url);
  // Only requirements of version 1 are in the body, so the body is asked for only where the header does not do.
  const answer = inHeader && !inHeader.ok ? await inquiry.ask({ url, body: true }) : brief;
  const found = inHeader?.ok ? inHeader : requirementsIn(answer, url);
  const requirements = found?.ok ? compareNetworks(payment, found) : found;
  return { probe, answer, requirements, evidence: evidenceOf(answer === brief ? [brief] : [brief, answer]) };
}

function requirementsIn(answer: ProbeResult, url: string): RequirementsResult | undefined {
  const response = responseOf(answer);
  return response && requirementsOf(response, url);
}

/** Networks of version 1 have names of their own, so only those of version 2 can be compared with the manifest's. */
function compareNetworks(payment: Payment, found: Success<Requirements>): RequirementsResult {
  const declared = payment.networks ?? [];
  if (found.value.version === 1 || declared.length === 0 || !declared.every(isCaip2)) return found;
  if (found.value.networks.some(network => declared.includes(network))) return found;
  return failure([
    `It requests payment on ${found.value.networks.join(', ')}; the manifest declares ${declared.join(', ')}.`,
  ]);
}

function requirementsVerdict(asked: readonly Unpaid[]): CheckConclusion | undefined {
  const evidence = asked.flatMap(({ evidence }) => evidence);
  const broken = asked.find(({ requirements }) => requirements?.ok === false);
  const hint = broken && problemsOf(broken);
  for (const { probe, requirements } of asked) {
    if (!requirements?.ok) continue;
    const message = `GET ${shown(probe.path)} answers an unpaid request with valid x402 requirements (version ${requirements.value.version}).`;
    return { outcome: 'passed', message, hint, evidence };
  }
  return (
    broken && {
      outcome: 'failed',
      message: `${came(broken)}, but its payment requirements are not valid.`,
      hint,
      evidence,
    }
  );
}

function problemsOf({ probe, requirements }: Unpaid): string | undefined {
  return requirements?.ok === false ? `GET ${shown(probe.path)}: ${requirements.error.join(' ')}` : undefined;
}

function came({ probe, answer }: Unpaid): string {
  return formatProbeResult(`GET ${probe.path}`, answer);
}
