import type { Behavior } from './behavior.ts';

/** A test network, in the spelling of each version of x402. */
export const NETWORK = 'eip155:84532';
const NETWORK_V1 = 'base-sepolia';

export const PRICE_USD = '0.001';

/** The same price in the smallest unit of the asset, which has six decimals. */
const AMOUNT = '1000';
const ASSET = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const PAY_TO = '0x0000000000000000000000000000000000000001';

/** The headers and body of a response with status code 402. */
export interface PaymentTerms {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Creates the x402 payment requirements for a URL. */
export function createPaymentTerms(url: string, { payment, paymentFailure }: Behavior): PaymentTerms {
  const resource = paymentFailure === 'wrong-resource' ? 'https://other.example/moon' : url;
  const amount = paymentFailure === 'invalid' ? '0.001 USD' : AMOUNT;
  const offer = { scheme: 'exact', asset: ASSET, payTo: PAY_TO, maxTimeoutSeconds: 60 };
  const error = 'Payment required.';
  if (payment === 'x402-v1') {
    const accepts = [
      {
        ...offer,
        network: NETWORK_V1,
        maxAmountRequired: amount,
        resource,
        description: 'Phase of the moon',
        mimeType: 'application/json',
      },
    ];
    return { headers: {}, body: { x402Version: 1, error, accepts } };
  }
  const network = paymentFailure === 'wrong-network' ? 'eip155:1' : NETWORK;
  const required = { x402Version: 2, error, resource: { url: resource }, accepts: [{ ...offer, network, amount }] };
  return { headers: { 'payment-required': Buffer.from(JSON.stringify(required)).toString('base64') }, body: { error } };
}

/** Creates the discovery document, which lists the one resource with a price. */
export function createDiscoveryDocument(origin: string): unknown {
  const accepts = [
    { scheme: 'exact', network: NETWORK, amount: AMOUNT, asset: ASSET, payTo: PAY_TO, maxTimeoutSeconds: 60 },
  ];
  return { x402Version: 2, resources: [{ resource: `${origin}/v1/moon`, method: 'GET', accepts }] };
}
