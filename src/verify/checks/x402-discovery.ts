import { parseJsonText } from '#manifest/json-text.ts';
import { formatCount } from '#manifest/text/format-count.ts';
import { formatProbeResult, getResponse, isInconclusive, listEvidence } from '../probes/probe-results.ts';
import { type CheckConclusion, skipped, type ValidSubject } from './check.ts';
import { DISCOVERY_PATH, listPricedResources } from './x402/discovery-document.ts';

/**
 * Checks that a discovery document lists priced resources of the origin.
 *
 * @param declared `payment.discovery_url`; if undefined, the well-known path is optional
 */
export async function checkX402Discovery(
  { origin, session }: ValidSubject,
  declared: string | undefined,
): Promise<CheckConclusion> {
  const result = await session.probe({ url: declared ?? `${origin}${DISCOVERY_PATH}`, body: true, follow: true });
  const evidence = listEvidence([result]);
  const name = declared === undefined ? DISCOVERY_PATH : 'payment.discovery_url';
  const response = getResponse(result);
  if (response?.status === 200) {
    const parsed = parseJsonText(response.body);
    const listed = parsed.ok ? listPricedResources(parsed.value, origin) : [];
    if (listed.length > 0) {
      const count = formatCount(listed.length, 'priced resource');
      return { outcome: 'passed', message: `The discovery document lists ${count} of this API.`, evidence };
    }
  }
  if (declared === undefined) return { ...skipped('No discovery document lists priced resources.'), evidence };
  if (isInconclusive(result))
    return { outcome: 'inconclusive', message: `${formatProbeResult(name, result)}.`, evidence };
  return {
    outcome: 'failed',
    message:
      response?.status === 200
        ? 'payment.discovery_url lists no priced resource of this API.'
        : `${formatProbeResult(name, result)}, and no unpaid request returned 402.`,
    hint: 'List resources of this origin, each with its URL and either accepts (amount, payTo) or price.',
    evidence,
  };
}
