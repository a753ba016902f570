import type { ListListingsResponse, Row } from '#client/types.ts';
import { isFree } from '#listing/price.ts';
import { findMismatches, jsonOf, request } from './request.ts';
import type { Check } from './target.ts';

/** A query of one parameter, and what has to hold of each row that it finds. */
interface Example {
  readonly query: string;
  readonly fits?: (row: Row) => boolean;
}

/** Every query parameter (specification, section 4.2). */
const EXAMPLES: Readonly<Record<string, Example>> = {
  category: { query: 'weather', fits: row => row.categories.includes('weather') },
  primary_category: { query: 'live', fits: row => row.primary_category === 'live' },
  pricing_model: { query: 'free', fits: row => row.pricing_model === 'free' },
  payment_model: { query: 'per_request', fits: row => row.payment_model === 'per_request' },
  payment_currency: { query: 'USD', fits: row => row.payment_currency === 'USD' },
  settlement_type: { query: 'real_time', fits: row => row.settlement_type === 'real_time' },
  supports_spend_cap: { query: 'true', fits: row => row.supports_spend_cap },
  free_only: { query: 'true', fits: isFree },
  auth_required: { query: 'false', fits: row => !row.auth_required },
  maintained_by: { query: 'organization', fits: row => row.maintained_by === 'organization' },
  badges: { query: 'auth-verified', fits: row => row.badges.includes('auth-verified') },
  q: { query: 'weather' },
  sort: { query: 'name' },
  limit: { query: '500' },
  offset: { query: '1' },
};

export const QUERY_CHECKS: readonly Check[] = [
  ...Object.entries(EXAMPLES).map(([parameter, { query, fits = () => true }]) => ({
    name: `GET /listings?${parameter}=${query}`,
    run: async ({ registry }: { readonly registry: string }) => {
      const answer = await request(`${registry}/listings?${parameter}=${query}`);
      const faults = findMismatches(answer, { status: 200, type: 'application/json' });
      if (faults.length > 0) return faults;
      const { meta, data } = jsonOf(answer) as ListListingsResponse;
      const stray = data.listings.find(row => !fits(row));
      return [
        ...(parameter in meta.query ? [] : [`meta.query does not tell ${parameter}.`]),
        ...(stray ? [`${stray.id} does not fit.`] : []),
      ];
    },
  })),
  {
    name: 'GET /listings refuses what it does not know',
    async run({ registry }) {
      const answers = await Promise.all(
        ['limit=501', 'colour=red'].map(each => request(`${registry}/listings?${each}`)),
      );
      return answers.flatMap(answer => findMismatches(answer, { status: 400, type: 'application/problem+json' }));
    },
  },
];
