import { parseJsonText } from '#manifest/json-text.ts';
import { evidenceOf, formatProbeResult, isInconclusive, responseOf } from '../probes/probe-results.ts';
import { type CheckConclusion, skipped, type ValidSubject } from './check.ts';
import { DISCOVERY_PATH, pricedResources } from './x402/discovery-document.ts';

/**
 * Whether a published discovery document lists priced resources of this origin.
 *
 * @param declared `payment.discovery_url`; without one the well-known path is asked, and its absence is nobody's failure
 */
export async function checkX402Discovery(
  { origin, inquiry }: ValidSubject,
  declared: string | undefined,
): Promise<CheckConclusion> {
  const answer = await inquiry.ask({ url: declared ?? `${origin}${DISCOVERY_PATH}`, body: true, follow: true });
  const evidence = evidenceOf([answer]);
  const name = declared === undefined ? DISCOVERY_PATH : 'payment.discovery_url';
  const response = responseOf(answer);
  if (response?.status === 200) {
    const parsed = parseJsonText(response.body);
    const listed = !parsed.ok ? [] : pricedResources(parsed.value, origin);
    if (listed.length > 0) {
      const count = listed.length === 1 ? 'one priced resource' : `${listed.length} priced resources`;
      return { outcome: 'passed', message: `The discovery document lists ${count} of this API.`, evidence };
    }
  }
  if (declared === undefined)
    return { ...skipped('There is no discovery document that lists priced resources.'), evidence };
  if (isInconclusive(answer))
    return { outcome: 'inconclusive', message: `${formatProbeResult(name, answer)}.`, evidence };
  return {
    outcome: 'failed',
    message:
      response?.status === 200
        ? 'payment.discovery_url lists no priced resource of this API.'
        : `${formatProbeResult(name, answer)}, and no unpaid request was answered with 402.`,
    hint: 'List resources on this origin, each with its address and accepts (amount, payTo) or price.',
    evidence,
  };
}
