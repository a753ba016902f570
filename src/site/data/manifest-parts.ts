import type { Listing } from '#listing/listing.ts';
import type { Manifest, Payment, Payment02, RateLimits } from '#manifest/manifest.ts';
import { formatNumber } from '../format/numbers.ts';

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

/** A section on the page of a listing. */
export interface Section {
  readonly id: string;
  readonly title: string;
}

/** The sections on the page of a listing, in order. */
export function getSections({ record, badges }: Listing, parts: Parts): readonly Section[] {
  const { manifest } = record;
  const sections: readonly (Section & { readonly shown: boolean })[] = [
    { id: 'agent-notes', title: 'Agent notes', shown: true },
    { id: 'endpoints', title: `Endpoints (${formatNumber(manifest.endpoints.length)})`, shown: true },
    { id: 'pricing', title: 'Pricing', shown: true },
    { id: 'payment', title: 'Payment', shown: parts.contract !== null || parts.checkout !== null },
    { id: 'authentication', title: 'Authentication', shown: true },
    { id: 'limits', title: 'Limits', shown: parts.limits !== null },
    { id: 'checks', title: 'Checks', shown: true },
    { id: 'reliability', title: 'Reliability', shown: manifest.reliability !== undefined },
    { id: 'contact', title: 'Contact', shown: true },
    { id: 'further', title: 'Additional members', shown: Object.keys(parts.further).length > 0 },
    { id: 'badges', title: 'Badges', shown: badges.length > 0 },
    { id: 'history', title: 'History', shown: true },
    { id: 'source', title: 'Source', shown: true },
    { id: 'embed', title: 'Embed the badge', shown: true },
    { id: 'manifest', title: 'Manifest', shown: true },
  ];
  return sections.filter(section => section.shown);
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
