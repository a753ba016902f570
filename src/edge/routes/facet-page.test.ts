import { expect, test } from 'vitest';
import { appOver, createMemoryCatalog, numberedListings } from '../catalog/catalog.fixture.ts';

const ask = appOver(createMemoryCatalog(numberedListings(205)));

test.each([
  ['category/weather/1', 200],
  ['category/weather/2', 200],
  ['category/weather/3', 404],
  ['category/logistics/1', 200],
  ['category/logistics/2', 404],
  ['category/weather/99999999999', 404],
  ['category/weather/99999999999999999999', 404],
  ['free_only/true/1', 200],
  ['free_only/false/1', 404],
  ['payment_currency/EUR/1', 404],
  ['status/verified,lapsed/1', 404],
  ['limit/5/1', 404],
  ['sort/name/1', 404],
  ['q/tide/1', 404],
  ['offset/100/2', 404],
  ['category/Weather/1', 400],
  ['colour/red/1', 400],
])('returns, for /listings/by/%s.json as a file of the build, the status %i', async (path, status) => {
  const response = await ask(`/listings/by/${path}.json`);
  expect(response.status).toBe(status);
  if (status !== 200) expect(response.headers.get('Content-Type')).toBe('application/problem+json');
});
