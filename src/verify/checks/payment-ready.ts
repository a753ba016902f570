import type { Manifest } from '#manifest/manifest.ts';
import { evidenceOf, formatProbeResult, responseOf } from '../probes/probe-results.ts';
import { plainProbes } from '../probes/probes.ts';
import { type CheckConclusion, liveCheck, skipped, type ValidSubject } from './check.ts';
import { checkCheckout } from './checkout.ts';
import { checkOnboarding } from './onboarding.ts';
import { checkX402Payment } from './x402-payment.ts';

/**
 * A 0.2 payment block counts as well: its two addresses are what that format has for onboarding, and the badge says no
 * more of them than that they answer.
 */
export const paymentReady = liveCheck({
  name: 'payment_ready',
  severity: 'warning',
  meaning:
    'For x402, an unpaid request is answered with valid payment requirements, or a discovery document lists priced resources; for onboarding, its address answers; for format 0.2, the checkout and key addresses answer. It earns the badge payment-ready. No money moves, so it does not say that payment works.',
  judge: subject => paymentVerdict(subject, subject.manifest),
});

async function paymentVerdict(subject: ValidSubject, manifest: Manifest): Promise<CheckConclusion> {
  if (!manifest.payment) return unpaidVerdict(subject, 'The manifest declares no payment.');
  if (manifest.spec_version === 'apimanifest-0.2') return checkCheckout(subject, manifest.payment);
  const { payment } = manifest;
  if (payment.model === 'free') return unpaidVerdict(subject, 'The manifest says that no payment is taken.');
  const { protocol, onboarding } = payment;
  const x402 = protocol === 'x402' ? await checkX402Payment(subject, payment) : undefined;
  if (x402 && (x402.outcome !== 'skipped' || !onboarding)) return x402;
  return onboarding
    ? checkOnboarding(subject, onboarding)
    : skipped('The manifest declares no way to pay that can be checked.');
}

/** Nothing to check, unless the API asks for payment all the same. */
async function unpaidVerdict({ manifest, origin, inquiry }: ValidSubject, message: string): Promise<CheckConclusion> {
  const probes = plainProbes(manifest, origin);
  const answers = await Promise.all(probes.map(({ url }) => inquiry.ask({ url })));
  const paid = answers.findIndex(answer => responseOf(answer)?.status === 402);
  const [probe, answer] = [probes[paid], answers[paid]];
  if (!probe || !answer) return skipped(message);
  return {
    outcome: 'failed',
    message: `${message.slice(0, -1)}, but ${formatProbeResult(`GET ${probe.path}`, answer)}.`,
    hint: 'Describe in payment how an agent pays.',
    evidence: evidenceOf([answer]),
  };
}
