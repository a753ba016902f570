import { readObserved } from '#listing/display/row-facts.ts';
import { title, values } from '#manifest/taxonomy.ts';
import type { Card } from '../data/cards/card.ts';

/** A value with its number of listings. */
export interface Count {
  readonly title: string;
  readonly count: number;
}

/** Counts by pricing model, in the order of the vocabulary. */
export function pricingCounts(listings: Iterable<Card>): readonly Count[] {
  const models = new Tally<string>();
  for (const { row } of listings) models.add(row.pricing_model);
  return values('pricing_models').map(model => ({
    title: title('pricing_models', model),
    count: models.count(model),
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
    { title: 'No credentials', count: found.count(NONE) },
    ...types.map(type => ({ title: title('auth_types', type), count: found.count(type) })),
    { title: 'Credentials of unspecified type', count: found.count(UNSPECIFIED) },
  ];
}

/** No types of credentials. */
const NONE = '';
const UNSPECIFIED = '?';

/** Counts by payment contract. Contracts with a protocol count in both rows. */
export function paymentCounts(listings: Iterable<Card>): readonly Count[] {
  const models = new Tally<string | null>();
  const protocols = new Tally<string | null>();
  for (const { row, protocol } of listings) {
    models.add(row.payment_model);
    if (row.payment_model !== null) protocols.add(protocol);
  }
  return [
    { title: 'No payment contract', count: models.count(null) },
    ...values('payment_models').map(model => ({
      title: title('payment_models', model),
      count: models.count(model),
    })),
    ...values('payment_protocols').map(protocol => ({
      title: `Of these, with ${title('payment_protocols', protocol)}`,
      count: protocols.count(protocol),
    })),
  ];
}

/** Counts listings that respond, listings without credentials, and all endpoints. */
export function countListed(listings: Iterable<Card>) {
  let [responding, open, endpoints] = [0, 0, 0];
  for (const card of listings) {
    if (readObserved(card.row).responding) responding++;
    if (!card.row.auth_required) open++;
    endpoints += card.endpoints;
  }
  return { responding, open, endpoints };
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
