import type { Payment02 } from '#manifest/manifest.ts';
import { formatProbeResult, listEvidence } from '../probes/probe-results.ts';
import { isSuccess, probeUrl } from '../probes/probe-url.ts';
import type { CheckConclusion, ValidSubject } from './check.ts';

/** Checks that the checkout URL and the optional key URL of a 0.2 payment block return 2xx or 401. */
export async function checkCheckout({ session }: ValidSubject, payment: Payment02): Promise<CheckConclusion> {
  const { checkout_url, key_provisioning_url } = payment;
  const members = [
    { name: 'payment.checkout_url', url: checkout_url },
    ...(key_provisioning_url ? [{ name: 'payment.key_provisioning_url', url: key_provisioning_url }] : []),
  ];
  const probed = await Promise.all(
    members.map(async ({ name, url }) => ({
      name,
      ...(await probeUrl(session, url, ({ status }) => isSuccess(status) || status === 401)),
    })),
  );
  const evidence = listEvidence([...new Set(probed.flatMap(({ results }) => results))]);
  const message = `${probed.map(({ name, last }) => formatProbeResult(name, last)).join('; ')}.`;
  if (probed.some(({ outcome }) => outcome === 'failed')) {
    return { outcome: 'failed', message, hint: 'Return 2xx or 401 to HEAD or GET at these URLs.', evidence };
  }
  const isInconclusive = probed.some(({ outcome }) => outcome === 'inconclusive');
  return { outcome: isInconclusive ? 'inconclusive' : 'passed', message, evidence };
}
