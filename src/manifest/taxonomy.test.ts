import { describe, expect, test } from 'vitest';
import { about, isTerm, meaning, title, type Vocabulary, values, vocabularies } from './taxonomy.ts';

/** The terms of the specification, section 2. */
const specified: Readonly<Partial<Record<Vocabulary, string>>> = {
  categories:
    'food-science, materials, construction, music-gear, chemistry, biology, physics, mathematics, geography, finance, legal, medical, engineering, education, translation, media, agriculture, computing, language, history, commerce, identity, weather, logistics, other',
  primary_categories: 'reference, live, computational, transactional, enrichment, personal, discovery',
  pricing_models: 'free, freemium, per-query, subscription, pay-what-you-want, tiered, usage_based, unknown',
  payment_models: 'free, per_request, metered_usage, prepaid_credits, subscription',
  payment_protocols: 'x402',
  settlement_types: 'real_time, postpaid_cycle, prepaid_debit',
  settlement_cycles: 'daily, weekly, monthly, quarterly, annual',
  maintainers: 'individual, organization, community',
  http_methods: 'GET, POST, PUT, DELETE, PATCH',
  auth_types: 'api_key, oauth2, bearer, none',
  onboarding_methods: 'POST, PUT',
  onboarding_accepts: 'signed_jwt, platform_token, oauth_bearer',
  credential_types: 'api_key, bearer_token, session_token, subscription_id',
  usage_methods: 'GET, POST',
  usage_authentications: 'same_as_api, onboarding_credential',
  refund_types: 'none, full, partial, prorated, credit',
  badges: 'auth-verified, payment-ready',
  statuses: 'verified, unverified, lapsed, withdrawn',
  authentication: 'none, optional, required',
  prices: 'free, free_tier, paid, unknown',
  sources: 'publisher, documentation',
};

test('contains only vocabularies of the specification or the design', () => {
  expect([...vocabularies].sort()).toEqual(Object.keys(specified).sort());
});

describe.each(vocabularies)('%s', vocabulary => {
  test('has the specified values in the specified order', () => {
    expect(values(vocabulary).join(', ')).toBe(specified[vocabulary]);
  });

  test('describes itself and each value in a sentence', () => {
    expect(about(vocabulary).title).toMatch(/^[A-Z][A-Za-z ]+$/);
    expect(about(vocabulary).description).toMatch(/^[A-Z].+\.$/);
    for (const value of values(vocabulary)) {
      expect(meaning(vocabulary, value), value).toMatch(/^[A-Z].+\.$/);
      expect(title(vocabulary, value), value).toMatch(/\S/);
    }
  });
});

test('accepts only own values as terms', () => {
  expect(isTerm('categories', 'weather')).toBe(true);
  for (const value of ['Weather', 'toString', '__proto__', '', null, 7])
    expect(isTerm('categories', value)).toBe(false);
});

test('throws for an unknown value', () => {
  expect(() => meaning('categories', 'toString' as 'other')).toThrow('has no value "toString"');
});
