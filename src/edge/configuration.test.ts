import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { configurationFrom, SETTINGS } from './configuration.ts';

describe('the configuration', () => {
  test('without settings is a registry on loopback', () => {
    expect(configurationFrom({})).toMatchObject({
      host: '127.0.0.1',
      port: 4321,
      local: true,
      limits: { validate: undefined, submit: undefined },
      addresses: {
        registry: 'http://127.0.0.1:4321',
        site: 'http://127.0.0.1:4321',
        validator: 'http://127.0.0.1:4321/validator',
        mcp: 'http://127.0.0.1:4321/mcp',
      },
    });
  });

  test('limits clients where others can reach it', () => {
    expect(configurationFrom({ HOST: '0.0.0.0' })).toMatchObject({
      local: false,
      limits: { validate: 30, submit: 10 },
    });
    expect(configurationFrom({ SUBMIT_LIMIT: '3' }).limits).toEqual({ validate: undefined, submit: 3 });
  });

  test.each([
    [{ PORT: '80a' }, 'PORT is "80a"'],
    [{ PORT: '65536' }, 'PORT is "65536"'],
    [{ REGISTRY_URL: 'registry.example' }, 'REGISTRY_URL is "registry.example"'],
    [{ SITE_URL: 'ftp://site.example' }, 'SITE_URL is'],
    [{ MCP_URL: 'https://mcp.example/?x' }, 'MCP_URL is'],
    [{ VALIDATE_LIMIT: '0' }, 'VALIDATE_LIMIT is "0"'],
  ])('%j makes no sense, and is told', (settings, message) => {
    expect(() => configurationFrom(settings)).toThrow(message);
  });

  test('is told in the README, setting by setting', async () => {
    const readme = await readFile('README.md', 'utf8');
    for (const [name, { meaning, default: usual }] of Object.entries(SETTINGS)) {
      const row = readme.split('\n').find(line => line.startsWith(`| \`${name}\` |`));
      expect(row?.replaceAll('`', ''), name).toContain(meaning);
      expect(row?.replaceAll('`', ''), name).toContain(usual);
    }
  });
});
