import { title, values } from '#manifest/taxonomy.ts';
import type { Card } from '../data/card.ts';

/** A value with its number of listings. */
export interface Count {
  readonly title: string;
  readonly count: number;
}

/** Counts by pricing model, in the order of the vocabulary. */
export function pricingCounts(listings: readonly Card[]): readonly Count[] {
  return values('pricing_models').map(model => ({
    title: title('pricing_models', model),
    count: listings.filter(({ row }) => row.pricing_model === model).length,
  }));
}

/** Counts by required credentials. */
export function authenticationCounts(listings: readonly Card[]): readonly Count[] {
  const needed = listings.map(({ authentication }) => authentication).filter(({ required }) => required);
  const types = values('auth_types').filter(type => type !== 'none');
  const isOf = (type: string | null | undefined, wanted: string) => type === wanted;
  return [
    { title: 'No credentials', count: listings.length - needed.length },
    ...types.map(wanted => ({
      title: title('auth_types', wanted),
      count: needed.filter(({ type }) => isOf(type, wanted)).length,
    })),
    {
      title: 'Credentials of unspecified type',
      count: needed.filter(({ type }) => !types.some(each => isOf(type, each))).length,
    },
  ];
}

/** Counts by payment contract. Contracts with a protocol count in both rows. */
export function paymentCounts(listings: readonly Card[]): readonly Count[] {
  const contracts = listings.filter(({ row }) => row.payment_model !== null);
  return [
    { title: 'No payment contract', count: listings.length - contracts.length },
    ...values('payment_models').map(model => ({
      title: title('payment_models', model),
      count: contracts.filter(({ row }) => row.payment_model === model).length,
    })),
    ...values('payment_protocols').map(protocol => ({
      title: `Of these, with ${title('payment_protocols', protocol)}`,
      count: contracts.filter(each => each.protocol === protocol).length,
    })),
  ];
}
