import { expect, test } from 'vitest';
import { badgeImage } from '#listing/display/badge-image.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { toRow } from '#listing/row.ts';
import { addresses, appOver, createMemoryCatalog } from '../catalog/catalog.fixture.ts';

const listing = sampleListing('https://api.example.com:8443');

test('draws the badge of a listing from the catalog, before a build has its file', async () => {
  const ask = appOver(createMemoryCatalog([listing]), { fetch: async () => undefined });
  const response = await ask('/badges/api.example.com_8443.svg');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toBe(badgeImage(toRow(listing, addresses), addresses.siteName).svg);
});

test('does not keep the badge of an unknown id, which may be listed soon', async () => {
  const response = await appOver(createMemoryCatalog([]))('/badges/api.example.com.svg');
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'public, no-cache']);
  expect(await response.text()).toContain('not listed');
});
