import { expect, test } from 'vitest';
import { facetCountsOfAll } from '#query/engines/facet-counts.ts';
import { createPublisherCard } from '../fixtures/cards.ts';
import { rich } from '../fixtures/full-manifest.ts';
import { old } from '../fixtures/manifest-02.ts';
import { plain } from '../fixtures/minimal-manifest.ts';
import { authenticationCounts, type Count, paymentCounts, pricingCounts } from './counts.ts';

const manifests = [plain, rich, old, { ...plain, authentication: { required: true } }];
const listings = manifests.map((manifest, at) => createPublisherCard(`https://api-${at}.example`, manifest));
const facets = facetCountsOfAll(listings);

function found(counts: readonly Count[]): Readonly<Record<string, number>> {
  return Object.fromEntries(counts.filter(({ count }) => count > 0).map(({ title, count }) => [title, count]));
}

test('counts one pricing model per listing', () => {
  const counts = pricingCounts(facets);
  expect(counts.reduce((all, { count }) => all + count, 0)).toBe(listings.length);
  expect(found(counts)).toMatchObject({ Freemium: 1 });
});

test('counts required credentials, including those without a type', () => {
  const counts = authenticationCounts(listings);
  expect(counts.reduce((all, { count }) => all + count, 0)).toBe(listings.length);
  expect(found(counts)).toMatchObject({ 'API key': 1, 'Credentials of unspecified type': 1 });
});

test('counts payment terms with a protocol in both rows', () => {
  expect(found(paymentCounts(facets, listings))).toEqual({
    'No payment contract': 3,
    'Metered usage': 1,
    'Of these, with x402': 1,
  });
});
