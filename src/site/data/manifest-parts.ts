import type { Manifest, Payment, Payment02, RateLimits } from '#manifest/manifest.ts';

/** The optional parts of a manifest, as its version of the format defines them. */
export interface Parts {
  readonly contract: Payment | null;
  readonly checkout: Payment02 | null;
  readonly limits: RateLimits | null;
  /** Top-level members that the format does not define. */
  readonly further: object;
}

/**
 * Splits a manifest into parts. Members that 0.2 does not define, such as `rate_limits`, are additional members there.
 */
export function getManifestParts(manifest: Manifest): Parts {
  if (manifest.spec_version === 'apimanifest-0.2') {
    const { payment, ...others } = manifest;
    return { contract: null, checkout: payment ?? null, limits: null, further: withoutCommon(others) };
  }
  const { payment, rate_limits, ...others } = manifest;
  return { contract: payment ?? null, checkout: null, limits: rate_limits ?? null, further: withoutCommon(others) };
}

/** The recommended member `use_cases`: phrases of people with the need. Empty unless all of them are texts. */
export function getUseCases(members: object): readonly string[] {
  const { use_cases: cases } = members as { readonly use_cases?: unknown };
  return Array.isArray(cases) && cases.every(each => typeof each === 'string') ? cases : [];
}

type Common = Omit<Manifest, 'payment' | 'rate_limits'>;

function withoutCommon(members: Common): object {
  const {
    spec_version,
    name,
    version,
    description,
    categories,
    primary_category,
    endpoints,
    pricing,
    authentication,
    reliability,
    agent_notes,
    contact,
    last_updated,
    homepage,
    documentation,
    listing_requested,
    ...further
  } = members;
  return further;
}
