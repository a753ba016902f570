import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { listingOf } from '#listing/listing.ts';
import { getPrice } from '#listing/price.ts';
import { canCharge, pricedManifests } from '#listing/prices.fixture.ts';
import { createListingData } from '../data/structured-data.ts';
import { formatPrice } from './price.ts';

test('a page calls an API free only if no call can cost money', () => {
  fc.assert(
    fc.property(pricedManifests, manifest => {
      const listing = listingOf({ ...sampleRecord('https://api.example.com'), manifest });
      expect('offers' in createListingData(listing, 'https://s.example')).toBe(!canCharge(manifest));
      expect(/^Free\b(?! tier|mium)/.test(formatPrice(getPrice(manifest)))).toBe(!canCharge(manifest));
    }),
    { numRuns: 1000 },
  );
});
