import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { configurationFrom } from './configuration.ts';
import { SETTINGS } from './settings.ts';

describe('the configuration', () => {
  test('without settings is a registry on loopback', () => {
    expect(configurationFrom({})).toMatchObject({
      host: '127.0.0.1',
      port: 4321,
      local: true,
      limits: { validate: 30, submit: 10, local: { validate: undefined, submit: undefined } },
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
    for (const behindProxy of [{ REGISTRY_URL: 'https://registry.example' }, { CLIENT_HEADER: 'X-Real-IP' }])
      expect(configurationFrom(behindProxy)).toMatchObject({ local: false, requestLog: true, limits: { submit: 10 } });
    expect(configurationFrom({ HOST: '::1', REGISTRY_URL: 'http://[::1]:8080' }).local).toBe(true);
    expect(configurationFrom({ SUBMIT_LIMIT: '3' }).limits).toEqual({
      validate: 30,
      submit: 3,
      local: { validate: undefined, submit: 3 },
    });
  });

  test.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['', undefined],
  ])('METRICS_LISTEN=%s', (text, metrics) => {
    expect(configurationFrom({ METRICS_LISTEN: text }).metrics).toEqual(metrics);
  });

  test('tells requests where others can reach it, unless it is told otherwise', () => {
    const logs = [{}, { HOST: '0.0.0.0' }, { REQUEST_LOG: 'on' }, { HOST: '0.0.0.0', REQUEST_LOG: 'off' }];
    expect(logs.map(each => configurationFrom(each).requestLog)).toEqual([false, true, true, false]);
  });

  test.each([
    [{ PORT: '80a' }, 'PORT is "80a"'],
    [{ PORT: '65536' }, 'PORT is "65536"'],
    [{ REGISTRY_URL: 'registry.example' }, 'REGISTRY_URL is "registry.example"'],
    [{ SITE_URL: 'ftp://site.example' }, 'SITE_URL is'],
    [{ MCP_URL: 'https://mcp.example/?x' }, 'MCP_URL is'],
    [{ VALIDATE_LIMIT: '0' }, 'VALIDATE_LIMIT is "0"'],
    [{ REQUEST_LOG: 'yes' }, 'REQUEST_LOG is "yes"'],
    [{ METRICS_LISTEN: '127.0.0.1' }, 'METRICS_LISTEN is "127.0.0.1"'],
    [{ COMMIT: 'main' }, 'COMMIT is "main"'],
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
