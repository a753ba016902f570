import { expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { findEndpoint } from './find-endpoint.ts';

const paths = [
  '/users',
  '/users/{id}/{tab}',
  '/users/me',
  '/users/{id}',
  '/users/me/{tab}',
  '/users/{id}/posts/:post',
  '/find?by=name',
  '/files/{name}',
  '/files/{name}.json',
  '/compare/{base}...{head}',
  '/things/{name}:cancel',
  '/pairs/{a}{b}',
  '/flights/:from-:to',
  '/species/:genus.:species',
  '/items/<int:item>',
  '/boats/[name]/berths',
  '/häfen/{hafen}/my tides',
  '/100%',
];
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
  ['GET', '/files/paris.json', '/files/{name}.json', { name: 'paris' }],
  ['GET', '/files/a.json.json', '/files/{name}.json', { name: 'a.json' }],
  ['GET', '/files/paris', '/files/{name}', { name: 'paris' }],
  ['GET', '/files/.json', '/files/{name}', { name: '.json' }],
  ['GET', '/compare/v1.0...v2%2F0', '/compare/{base}...{head}', { base: 'v1.0', head: 'v2/0' }],
  ['GET', '/compare/a....b', '/compare/{base}...{head}', { base: 'a', head: '.b' }],
  ['GET', '/things/x:cancel', '/things/{name}:cancel', { name: 'x' }],
  ['GET', '/users/me/x', '/users/me/{tab}', { tab: 'x' }],
  ['GET', '/users/7/x', '/users/{id}/{tab}', { id: '7', tab: 'x' }],
  ['GET', '/users/{id}/posts/7', '/users/{id}/posts/:post', { post: '7' }],
  ['GET', '/users/{user}', '/users/{id}', {}],
  ['GET', '/flights/LHR-JFK', '/flights/:from-:to', { from: 'LHR', to: 'JFK' }],
  ['GET', '/species/Quercus.robur', '/species/:genus.:species', { genus: 'Quercus', species: 'robur' }],
  ['GET', '/items/5', '/items/<int:item>', { item: '5' }],
  ['GET', '/boats/ada/berths', '/boats/[name]/berths', { name: 'ada' }],
  ['GET', '/pairs/ab', '/pairs/{a}{b}', {}],
  ['GET', '/h%C3%A4fen/k%C3%B6ln/my%20tides', '/häfen/{hafen}/my tides', { hafen: 'köln' }],
  ['GET', '/häfen/köln 100%/my tides', '/häfen/{hafen}/my tides', { hafen: 'köln 100%' }],
  ['GET', '/100%25', '/100%', {}],
])('matches %s %s with %s and the values %j', (method, path, declared, values) => {
  const found = findEndpoint(manifest, method, path);
  expect([found?.endpoint.path, found?.values]).toEqual([declared, values]);
});

test('returns the value of a placeholder named __proto__', () => {
  const endpoint = { ...sampleManifest().endpoints[0], path: '/things/{__proto__}' };
  const found = findEndpoint(sampleManifest({ endpoints: [endpoint] as never }), 'GET', '/things/x');
  expect(Object.entries(found?.values ?? {})).toEqual([['__proto__', 'x']]);
});

test.each([
  ['DELETE', '/users'],
  ['GET', '/'],
  ['GET', '/users/1/2/3'],
  ['GET', '/compare/a..b'],
  ['GET', '/compare/...b'],
  ['GET', '/things/:cancel'],
  ['GET', '/things/x'],
  ['GET', '/pairs/a'],
  ['GET', ''],
])('matches nothing for %s %s', (method, path) => {
  expect(findEndpoint(manifest, method, path)).toBeUndefined();
});

test('takes linear time for extreme paths', () => {
  const endpoint = { ...sampleManifest().endpoints[0], path: `${'/'.repeat(500_000)}x` };
  const strange = sampleManifest({ endpoints: [endpoint] as never });
  const paths = ['/x', `/${'{a'.repeat(1000)}`, '/'.repeat(2000)];
  const segments = { ...endpoint, path: `/${Array.from({ length: 2000 }, (_, at) => `{p${at}}.`).join('')}!` };
  const dotted = sampleManifest({ endpoints: [segments] as never });
  expect(measureCpuMs(() => void findEndpoint(dotted, 'GET', `/${'a.'.repeat(50_000)}`))).toBeLessThan(2000);
  expect(measureCpuMs(() => paths.forEach(path => void findEndpoint(strange, 'GET', path)))).toBeLessThan(2000);
});
