import type { ListListingsResponse, Row } from '#client/types.ts';
import { findMismatches, parseJson, request } from './request.ts';
import type { Check } from './target.ts';

/** A query with one parameter, and the condition for each row of the response. */
interface Example {
  readonly query: string;
  readonly matches?: (row: Row) => boolean;
}

/** Every query parameter (specification, section 4.2). */
const EXAMPLES: Readonly<Record<string, Example>> = {
  category: { query: 'weather', matches: row => row.categories.includes('weather') },
  primary_category: { query: 'live', matches: row => row.primary_category === 'live' },
  pricing_model: { query: 'free', matches: row => row.pricing_model === 'free' },
  payment_model: { query: 'per_request', matches: row => row.payment_model === 'per_request' },
  payment_currency: { query: 'USD', matches: row => row.payment_currency === 'USD' },
  settlement_type: { query: 'real_time', matches: row => row.settlement_type === 'real_time' },
  supports_spend_cap: { query: 'true', matches: row => row.supports_spend_cap },
  free_only: { query: 'true', matches: row => row.costs_nothing },
  free_tier: { query: 'true', matches: row => row.free_tier },
  price: { query: 'free,paid', matches: row => row.price === 'free' || row.price === 'paid' },
  responding: { query: 'true', matches: row => row.observed.responding === true },
  auth_required: { query: 'false', matches: row => !row.auth_required },
  authentication: { query: 'none,optional', matches: row => !row.auth_required },
  maintained_by: { query: 'organization', matches: row => row.maintained_by === 'organization' },
  badges: { query: 'auth-verified', matches: row => row.badges.includes('auth-verified') },
  q: { query: 'weather' },
  sort: { query: 'name' },
  limit: { query: '500' },
  offset: { query: '1' },
};

export const QUERY_CHECKS: readonly Check[] = [
  ...Object.entries(EXAMPLES).map(([parameter, { query, matches = () => true }]) => ({
    name: `GET /listings?${parameter}=${query}`,
    run: async ({ registry }: { readonly registry: string }) => {
      const response = await request(`${registry}/listings?${parameter}=${query}`);
      const mismatches = findMismatches(response, { status: 200, type: 'application/json' });
      if (mismatches.length > 0) return mismatches;
      const { meta, data } = parseJson(response) as ListListingsResponse;
      const wrong = data.listings.find(row => !matches(row));
      return [
        ...(parameter in meta.query ? [] : [`meta.query does not contain ${parameter}.`]),
        ...(wrong ? [`${wrong.id} does not match the filter.`] : []),
      ];
    },
  })),
  {
    name: 'GET /listings rejects invalid parameters',
    async run({ registry }) {
      const responses = await Promise.all(
        ['limit=501', 'color=red'].map(each => request(`${registry}/listings?${each}`)),
      );
      return responses.flatMap(response => findMismatches(response, { status: 400, type: 'application/problem+json' }));
    },
  },
];
