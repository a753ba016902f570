import path from 'node:path';
import { expect, test } from 'vitest';
import { buildDirectories, parseSettings } from './settings.ts';

test('without an environment the site is built from ./registry for the local address', () => {
  expect(parseSettings({ OBSERVATIONS_DIR: '' })).toEqual({
    registry: path.resolve('registry'),
    observations: undefined,
    siteUrl: 'http://127.0.0.1:4321',
    registryUrl: 'http://127.0.0.1:4321',
    validatorUrl: 'http://127.0.0.1:4321/validator',
    mcpUrl: 'http://127.0.0.1:4321/mcp',
    referenceFile: undefined,
    skipInvalid: false,
  });
});

test('addresses lose their trailing slash', () => {
  expect(parseSettings({ SITE_URL: 'https://site.example/', REGISTRY_URL: 'https://a.example/r/' })).toMatchObject({
    siteUrl: 'https://site.example',
    registryUrl: 'https://a.example/r',
    validatorUrl: 'https://a.example/r/validator',
  });
});

test('builds into different folders keep apart', () => {
  const [a, b] = ['/tmp/a', '/tmp/b'].map(BUILD_DIR => buildDirectories({ BUILD_DIR, BUILD_CACHE_DIR: '/tmp/cache' }));
  expect(a?.output).toBe('/tmp/a');
  expect(a?.work).not.toBe(b?.work);
  expect(path.dirname(a?.work ?? '')).toBe('/tmp/cache');
});
