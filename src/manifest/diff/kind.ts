/**
 * All kinds of changes. The pointer of a kind that ends in `-removed` refers to the earlier manifest. All other pointers
 * refer to the later one.
 */
export const MANIFEST_CHANGE_KINDS = [
  'format-changed',
  'name-changed',
  'version-changed',
  'category-added',
  'category-removed',
  'endpoint-added',
  'endpoint-removed',
  'parameter-added',
  'parameter-removed',
  'parameter-newly-required',
  'parameter-newly-optional',
  'parameter-type-changed',
  'cost-hint-added',
  'cost-hint-removed',
  'pricing-model-changed',
  'free-tier-added',
  'free-tier-removed',
  'paid-tier-added',
  'paid-tier-removed',
  'price-raised',
  'price-lowered',
  'price-changed',
  'price-restated',
  'price-unit-changed',
  'currency-changed',
  'payment-added',
  'payment-removed',
  'payment-model-added',
  'payment-model-removed',
  'payment-model-changed',
  'payment-protocol-added',
  'payment-protocol-removed',
  'payment-protocol-changed',
  'network-added',
  'network-removed',
  'rate-added',
  'rate-removed',
  'onboarding-added',
  'onboarding-removed',
  'onboarding-changed',
  'onboarding-proof-added',
  'onboarding-proof-removed',
  'usage-endpoint-added',
  'usage-endpoint-removed',
  'usage-endpoint-changed',
  'settlement-changed',
  'budget-control-added',
  'budget-control-removed',
  'prepayment-added',
  'prepayment-removed',
  'payment-method-added',
  'payment-method-removed',
  'authentication-required',
  'authentication-not-required',
  'authentication-type-added',
  'authentication-type-removed',
  'authentication-type-changed',
  'limit-added',
  'limit-removed',
  'limit-lowered',
  'limit-raised',
  'text-added',
  'text-removed',
  'text-changed',
  'address-added',
  'address-removed',
  'address-changed',
  'value-added',
  'value-removed',
  'value-changed',
  'member-added',
  'member-removed',
  'member-changed',
  'order-changed',
] as const;

export type ManifestChangeKind = (typeof MANIFEST_CHANGE_KINDS)[number];

/** One change between two versions of a manifest. */
export interface ManifestChange {
  readonly kind: ManifestChangeKind;
  /** Whether it can break an agent that relies on the earlier version. */
  readonly breaking: boolean;
  /** JSON Pointer into the earlier manifest if the kind ends in `-removed`, otherwise into the later one. */
  readonly pointer: string;
  /** A short phrase without line breaks and markup, such as `price of request 0.01 → 0.02 USD`. */
  readonly text: string;
}
