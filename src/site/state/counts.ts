import type { FacetCounts } from '#contract/facets.ts';
import { title, values } from '#manifest/taxonomy.ts';
import type { Card } from '../data/cards/card.ts';
import { NO_KEY_NEEDED } from '../format/authentication.ts';

/** A value with its number of listings. */
export interface Count {
  readonly title: string;
  readonly count: number;
}

/** Counts by pricing model, in the order of the vocabulary. */
export function pricingCounts({ facets }: FacetCounts): readonly Count[] {
  return values('pricing_models').map(model => ({
    title: title('pricing_models', model),
    count: facets.pricing_model?.[model] ?? 0,
  }));
}

/** Counts by required credentials. */
export function authenticationCounts(listings: Iterable<Card>): readonly Count[] {
  const types = values('auth_types').filter(type => type !== 'none');
  const found = new Tally<string>();
  for (const { authentication } of listings) {
    const { required, type } = authentication;
    const isKnown = types.some(each => each === type);
    found.add(required ? (isKnown ? `${type}` : UNSPECIFIED) : NONE);
  }
  return [
    { title: NO_KEY_NEEDED, count: found.count(NONE) },
    ...types.map(type => ({ title: title('auth_types', type), count: found.count(type) })),
    { title: 'Credentials of unspecified type', count: found.count(UNSPECIFIED) },
  ];
}

/** No types of credentials. */
const NONE = '';
const UNSPECIFIED = '?';

/**
 * Counts by payment contract. Contracts with a protocol count in both rows.
 * @param counts of the same listings
 */
export function paymentCounts(counts: FacetCounts, listings: Iterable<Card>): readonly Count[] {
  const { total, facets } = counts;
  const models = facets.payment_model ?? {};
  const protocols = new Tally<string | null>();
  for (const { protocol } of listings) protocols.add(protocol);
  return [
    { title: 'No payment contract', count: Object.values(models).reduce((rest, count) => rest - count, total) },
    ...values('payment_models').map(model => ({
      title: title('payment_models', model),
      count: models[model] ?? 0,
    })),
    ...values('payment_protocols').map(protocol => ({
      title: `Of these, with ${title('payment_protocols', protocol)}`,
      count: protocols.count(protocol),
    })),
  ];
}

/** Counts the endpoints of all listings. */
export function countEndpoints(listings: readonly Card[]): number {
  return listings.reduce((sum, { endpoints }) => sum + endpoints, 0);
}

class Tally<T> {
  readonly #counts = new Map<T, number>();

  add(value: T): void {
    this.#counts.set(value, this.count(value) + 1);
  }

  count(value: T): number {
    return this.#counts.get(value) ?? 0;
  }
}
