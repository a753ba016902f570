import type { Manifest } from '#manifest/manifest.ts';
import { formatEndpointResult, getResponse, listEvidence } from '../probes/probe-results.ts';
import { type CheckConclusion, liveCheck, skipped, type ValidSubject } from './check.ts';
import { checkCheckout } from './checkout.ts';
import { checkOnboarding } from './onboarding.ts';
import { checkX402Payment } from './x402-payment.ts';

/** Includes the checkout and key URLs of format 0.2, which take the place of onboarding there. */
export const paymentReady = liveCheck({
  name: 'payment_ready',
  severity: 'warning',
  meaning:
    'For x402, an unpaid request returns valid payment requirements, or a discovery document lists priced resources. For onboarding, the onboarding URL responds. For format 0.2, the checkout and key URLs respond. Earns the badge payment-ready. No money moves, so this does not prove that payment works.',
  evaluate: subject => checkPayment(subject, subject.manifest),
});

async function checkPayment(subject: ValidSubject, manifest: Manifest): Promise<CheckConclusion> {
  if (!manifest.payment) return checkNoPayment(subject, 'The manifest declares no payment');
  if (manifest.spec_version === 'apimanifest-0.2') return checkCheckout(subject, manifest.payment);
  const { payment } = manifest;
  if (payment.model === 'free') return checkNoPayment(subject, 'The manifest declares that the API is free');
  const { protocol, onboarding } = payment;
  const x402 = protocol === 'x402' ? await checkX402Payment(subject, payment) : undefined;
  if (x402 && (x402.outcome !== 'skipped' || !onboarding)) return x402;
  return onboarding
    ? checkOnboarding(subject, onboarding)
    : skipped('The manifest declares no payment method that can be checked.');
}

/** Skips the check, unless the API requests payment anyway. */
function checkNoPayment({ probed: { endpoints } }: ValidSubject, declaration: string): CheckConclusion {
  const paid = endpoints.find(({ result }) => getResponse(result)?.status === 402);
  if (!paid) return skipped(`${declaration}.`);
  return {
    outcome: 'failed',
    message: `${declaration}, but ${formatEndpointResult(paid)}.`,
    hint: 'Describe in payment how agents pay.',
    evidence: listEvidence([paid.result]),
  };
}
