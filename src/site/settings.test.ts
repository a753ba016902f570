import path from 'node:path';
import { expect, test } from 'vitest';
import { buildDirectories, parseSettings } from './settings.ts';

test('uses ./registry and the local URL without an environment', () => {
  expect(parseSettings({ OBSERVATIONS_DIR: '' })).toEqual({
    registry: path.resolve('registry'),
    observations: undefined,
    siteUrl: 'http://127.0.0.1:4321',
    registryUrl: 'http://127.0.0.1:4321',
    validatorUrl: 'http://127.0.0.1:4321/validator',
    mcpUrl: 'http://127.0.0.1:4321/mcp',
    siteName: 'Public API Registry',
    referenceFile: undefined,
    skipInvalid: false,
  });
});

test('removes trailing slashes from URLs', () => {
  expect(parseSettings({ SITE_URL: 'https://site.example/', REGISTRY_URL: 'https://a.example/r/' })).toMatchObject({
    siteUrl: 'https://site.example',
    registryUrl: 'https://a.example/r',
    validatorUrl: 'https://a.example/r/validator',
  });
});

test('separates the work folders of builds with different outputs', () => {
  const [a, b] = ['/tmp/a', '/tmp/b'].map(BUILD_DIR => buildDirectories({ BUILD_DIR, BUILD_CACHE_DIR: '/tmp/cache' }));
  expect(a?.output).toBe('/tmp/a');
  expect(a?.work).not.toBe(b?.work);
  expect(path.dirname(a?.work ?? '')).toBe('/tmp/cache');
});
