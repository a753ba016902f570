import type { Payment02 } from '#manifest/manifest.ts';
import { evidenceOf, formatProbeResult } from '../probes/probe-results.ts';
import { isSuccess, probeUrl } from '../probes/probe-url.ts';
import type { CheckConclusion, ValidSubject } from './check.ts';

/** Whether the addresses of a 0.2 payment block answer 2xx or 401: checkout, and keys where they are issued. */
export async function checkCheckout({ inquiry }: ValidSubject, payment: Payment02): Promise<CheckConclusion> {
  const { checkout_url, key_provisioning_url } = payment;
  const places = [
    { name: 'payment.checkout_url', url: checkout_url },
    ...(key_provisioning_url ? [{ name: 'payment.key_provisioning_url', url: key_provisioning_url }] : []),
  ];
  const seen = await Promise.all(
    places.map(async ({ name, url }) => ({
      name,
      ...(await probeUrl(inquiry, url, ({ status }) => isSuccess(status) || status === 401)),
    })),
  );
  const evidence = evidenceOf([...new Set(seen.flatMap(({ answers }) => answers))]);
  const message = `${seen.map(({ name, last }) => formatProbeResult(name, last)).join('; ')}.`;
  if (seen.some(({ stands }) => stands === 'no')) {
    return { outcome: 'failed', message, hint: 'Answer HEAD or GET at both addresses with 2xx or 401.', evidence };
  }
  const undecided = seen.some(({ stands }) => stands === 'undecided');
  return { outcome: undecided ? 'inconclusive' : 'passed', message, evidence };
}
