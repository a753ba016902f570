import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canCharge, pricedManifests } from '#listing/prices.fixture.ts';
import { full02 } from '#manifest/fixtures/full-manifests.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { getCost } from './cost.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';

test('expects no cost only if no call can cost money', () => {
  fc.assert(
    fc.property(pricedManifests, manifest => {
      const [endpoint] = manifest.endpoints;
      expect(endpoint && getCost(manifest, endpoint).expectation === 'none').toBe(!canCharge(manifest));
    }),
    { numRuns: 1000 },
  );
});

// In format 0.2, the member is additional and can have any value.
test.each(['0.05 USD', {}, { estimated_price: null }, { estimated_price: 'free', currency: 'USD', unit: 'call' }])(
  'ignores the cost hint %j of format 0.2',
  cost_hint => {
    const pricing = { model: 'per-query', free_tier: null };
    const manifest = { ...full02, pricing } as unknown as Manifest;
    const endpoint = { ...manifest.endpoints[0], cost_hint } as unknown as DeclaredEndpoint;
    expect(getCost(manifest, endpoint)).toMatchObject({ expectation: 'paid', estimate: null });
  },
);
