import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canCharge, pricedManifests } from '#listing/prices.fixture.ts';
import { getCost } from './cost.ts';

test('expects no cost only if no call can cost money', () => {
  fc.assert(
    fc.property(pricedManifests, manifest => {
      const [endpoint] = manifest.endpoints;
      expect(endpoint && getCost(manifest, endpoint).expectation === 'none').toBe(!canCharge(manifest));
    }),
    { numRuns: 1000 },
  );
});
