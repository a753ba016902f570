/** The behavior of the example publisher. Tests can change each member while it runs. */
export interface Behavior {
  /** Whether the endpoints below /v1 require an API key. */
  readonly auth: boolean;
  /** The payment protocol for the moon phase. */
  readonly payment: 'none' | 'x402-v1' | 'x402-v2' | 'onboarding';
  readonly listingRequested: boolean;
  readonly version: string;
  readonly name: string;
  /** The failure of requests for the manifest. */
  readonly manifestFailure: ManifestFailure;
  /** The failure of requests to endpoints. */
  readonly endpointFailure: 'none' | 'hang' | 'error' | 'missing';
  /** The error in the payment requirements, if payment is required. */
  readonly paymentFailure: 'none' | 'invalid' | 'wrong-resource' | 'wrong-network';
  /** Changes the manifest before it is serialized. */
  readonly rewrite: (manifest: object) => unknown;
}

type ManifestFailure =
  | 'none'
  | 'hang'
  | 'error'
  | 'missing'
  | 'forbidden'
  | 'redirect-within'
  | 'redirect-away'
  | 'page'
  | 'broken-json'
  | 'duplicate-key'
  | 'byte-order-mark'
  | 'wrong-type'
  | 'other-format';

/** A publisher without failures. */
export const DEFAULT_BEHAVIOR: Behavior = {
  auth: false,
  payment: 'none',
  listingRequested: true,
  version: '1.0.0',
  name: 'Daylight and Moon',
  manifestFailure: 'none',
  endpointFailure: 'none',
  paymentFailure: 'none',
  rewrite: manifest => manifest,
};
