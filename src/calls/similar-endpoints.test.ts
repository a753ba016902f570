import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { findSimilarEndpoints } from './similar-endpoints.ts';

const [endpoint] = sampleManifest().endpoints;

function createManifest(...endpoints: readonly (readonly [method: string, path: string])[]) {
  return sampleManifest({ endpoints: endpoints.map(([method, path]) => ({ ...endpoint, method, path })) as never });
}

function listSimilar(manifest: ReturnType<typeof createManifest>, method: string, path: string) {
  const { methods, correction, endpoints } = findSimilarEndpoints(manifest, method, path);
  return {
    methods,
    correction: correction && `${correction.method} ${correction.path}`,
    first: `${endpoints[0]?.method} ${endpoints[0]?.path}`,
    count: endpoints.length,
  };
}

const many = Array.from({ length: 300 }, (_, index) => ['GET', `/v1/resources-${index}`] as const);
const manifest = createManifest(
  ...many,
  ['GET', '/v1/users/{id}'],
  ['PUT', '/v1/users/{id}'],
  ['GET', '/v1/forecast'],
  ['POST', '/v1/forecast'],
  ['GET', '/v1/{place}/tide-tables'],
);

test.each([
  ['DELETE', '/v1/users/42', ['GET', 'PUT'], undefined, 'GET /v1/users/{id}'],
  ['POST', '/v1/forcast', [], 'POST /v1/forecast', 'GET /v1/forecast'],
  ['DELETE', '/v1/forcast', [], 'GET /v1/forecast', 'GET /v1/forecast'],
  ['GET', '/tables/of/tide', [], undefined, 'GET /v1/{place}/tide-tables'],
  ['GET', '/v1', [], undefined, 'GET /v1/resources-0'],
])('finds endpoints similar to %s %s', (method, path, methods, correction, first) => {
  expect(listSimilar(manifest, method, path)).toEqual({ methods, correction, first, count: manifest.endpoints.length });
});

test('lists all endpoints of a manifest with more than it compares', () => {
  const large = createManifest(
    ...Array.from({ length: 5000 }, (_, index) => ['GET', `/v1/resources-${index}`] as const),
    ['GET', '/v1/forecast'],
  );
  expect(listSimilar(large, 'GET', '/v1/forcast')).toMatchObject({ correction: undefined, count: 5001 });
});
