import { getPayment } from '../manifest.ts';
import type { LintRule } from './rule.ts';

/** A CAIP-2 chain identifier: namespace, colon, reference. */
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

export const networkNotCaip2: LintRule = {
  name: 'network-not-caip2',
  severity: 'info',
  hint: 'Write the network as a CAIP-2 identifier, for example eip155:8453.',
  anchor: 'lint-network-not-caip2',
  *check(manifest) {
    const { networks = [] } = getPayment(manifest) ?? {};
    for (const [index, network] of networks.entries()) {
      if (!CAIP2.test(network))
        yield {
          pointer: `/payment/networks/${index}`,
          message: 'The settlement network is not a CAIP-2 identifier, so agents may not recognize it.',
          value: network,
        };
    }
  },
};
