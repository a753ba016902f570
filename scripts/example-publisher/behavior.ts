/** How the example publisher behaves; each member can be changed while it runs. */
export interface Conduct {
  /** Requires an API key on the endpoints below /v1. */
  readonly auth: boolean;
  /** How the moon's phase is paid for. */
  readonly payment: 'none' | 'x402-v1' | 'x402-v2' | 'onboarding';
  readonly listingRequested: boolean;
  readonly version: string;
  readonly name: string;
  /** What is wrong with its manifest. */
  readonly manifestFault: ManifestFault;
  /** What is wrong with its endpoints. */
  readonly endpointFault: 'none' | 'hang' | 'error' | 'missing';
  /** What is wrong with its payment requirements, where it has some. */
  readonly paymentFault: 'none' | 'invalid' | 'wrong-resource' | 'wrong-network';
  /** The last word on the manifest, before it is written as text. */
  readonly rewrite: (manifest: object) => unknown;
}

type ManifestFault =
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

/** A publisher that does everything right. */
export const GOOD_CONDUCT: Conduct = {
  auth: false,
  payment: 'none',
  listingRequested: true,
  version: '1.0.0',
  name: 'Daylight and Moon',
  manifestFault: 'none',
  endpointFault: 'none',
  paymentFault: 'none',
  rewrite: manifest => manifest,
};
