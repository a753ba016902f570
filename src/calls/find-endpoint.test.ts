import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { findEndpoint } from './find-endpoint.ts';

const paths = ['/users', '/users/me', '/users/{id}', '/users/{id}/posts/:post', '/find?by=name', '/files/{name}.json'];
const manifest = sampleManifest({
  endpoints: [
    ...paths.map(path => ({ ...sampleManifest().endpoints[0], path })),
    { ...sampleManifest().endpoints[0], path: '/users', method: 'POST' },
  ] as never,
});

test.each([
  ['GET', '/users', '/users', {}],
  ['get', '/users/', '/users', {}],
  ['POST', '/users', '/users', {}],
  ['GET', '/users/me', '/users/me', {}],
  ['GET', '/users/{id}', '/users/{id}', {}],
  ['GET', '/users/42', '/users/{id}', { id: '42' }],
  ['GET', '/users/a%20b', '/users/{id}', { id: 'a b' }],
  ['GET', '/users/%zz', '/users/{id}', { id: '%zz' }],
  ['GET', '/users/42/posts/7', '/users/{id}/posts/:post', { id: '42', post: '7' }],
  ['GET', '/find', '/find?by=name', {}],
  ['GET', '/find?by=name', '/find?by=name', {}],
  ['GET', '/files/{name}.json', '/files/{name}.json', {}],
])('matches %s %s with %s and the values %j', (method, path, declared, values) => {
  expect(findEndpoint(manifest, method, path)).toMatchObject({ endpoint: { path: declared }, values });
});

test.each([
  ['DELETE', '/users'],
  ['GET', '/'],
  ['GET', '/users/1/2'],
  ['GET', '/files/a.json'],
  ['GET', ''],
])('matches nothing for %s %s', (method, path) => {
  expect(findEndpoint(manifest, method, path)).toBeUndefined();
});

test('takes linear time for extreme paths', () => {
  const endpoint = { ...sampleManifest().endpoints[0], path: `${'/'.repeat(500_000)}x` };
  const strange = sampleManifest({ endpoints: [endpoint] as never });
  const paths = ['/x', `/${'{a'.repeat(1000)}`, '/'.repeat(2000)];
  expect(measureCpuMs(() => paths.forEach(path => void findEndpoint(strange, 'GET', path)))).toBeLessThan(2000);
});
