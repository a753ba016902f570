import { expect, test } from 'vitest';
import { addressesFrom } from '../config.ts';
import { routeNames } from './route-names.ts';

const nameOf = routeNames(addressesFrom({}, 'https://registry.example'));

test.each([
  ['/', '/'],
  ['/listings?q=my+secret', '/listings'],
  ['/listings.json', '/listings'],
  ['/listings/api.example.com', '/listings/{id}'],
  ['/listings/api.example.com.json', '/listings/{id}'],
  ['/listings/api.example.com/history', '/listings/{id}/history'],
  ['/listings/submit', '/listings/submit'],
  ['/listings/submit/abc/status', '/listings/submit/{submission_id}/status'],
  ['/listings/by/category/weather/2.json', '/listings/by/{parameter}/{value}/{page}'],
  ['/health.json', '/health'],
  ['/openapi.json', '/openapi.json'],
  ['/feed.json', '/feed.json'],
  ['/schemas/v0.3/manifest.json', '/schemas/{version}/manifest.json'],
  ['/.well-known/ard.json', '/.well-known/ard.json'],
  ['/apis/api.example.com/', '/apis/{id}'],
  ['/apis/api.example.com/index.md', '/apis/{id}/index.md'],
  ['/docs/manifest/', '/docs/{page}'],
  ['/api-catalogs/weather.json', '/api-catalogs/{category}.json'],
  ['/collections/weather/', '/collections/{collection}'],
  ['/collections/weather/feed.json', '/collections/{collection}/feed.json'],
  ['/mcp', '/mcp'],
  ['/wp-login.php', '(other)'],
  ['/listings/a/b/c', '(other)'],
])('names the route of %s: %s', (path, name) => {
  expect(nameOf(new URL(path, 'https://registry.example'))).toBe(name);
});

test('uses the same names for a surface on its own host', () => {
  const apart = routeNames(addressesFrom({ VALIDATOR_URL: 'https://validator.example' }, 'https://registry.example'));
  expect(apart(new URL('https://validator.example/agents'))).toBe('/validator/agents');
  expect(apart(new URL('https://registry.example/agents'))).toBe('/agents');
});
