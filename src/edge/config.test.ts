import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

describe('the configuration', () => {
  test('describes a registry on loopback by default', () => {
    expect(loadConfig({})).toMatchObject({
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

  test('normalizes URLs, which JSON and headers contain as they are', () => {
    const { addresses } = loadConfig({
      REGISTRY_URL: 'HTTPS://Bücher.example:443/a"b\\c//',
      SITE_URL: 'https://a.example',
    });
    expect(addresses).toMatchObject({
      registry: 'https://xn--bcher-kva.example/a%22b/c',
      site: 'https://a.example',
      mcp: 'https://xn--bcher-kva.example/a%22b/c/mcp',
    });
  });

  test('has the contacts that publishers and finders of vulnerabilities need', () => {
    const settings = { CONTACT: 'https://registry.example/contact', SECURITY_CONTACT: 'mailto:security@example.org' };
    expect(loadConfig(settings).addresses).toMatchObject({
      contact: 'https://registry.example/contact',
      securityContact: 'mailto:security@example.org',
    });
  });

  test('sets rate limits if the registry is public', () => {
    expect(loadConfig({ HOST: '0.0.0.0' })).toMatchObject({
      local: false,
      limits: { validate: 30, submit: 10 },
    });
    for (const behindProxy of [{ REGISTRY_URL: 'https://registry.example' }, { CLIENT_HEADER: 'X-Real-IP' }])
      expect(loadConfig(behindProxy)).toMatchObject({ local: false, requestLog: true, limits: { submit: 10 } });
    expect(loadConfig({ HOST: '::1', REGISTRY_URL: 'http://[::1]:8080' }).local).toBe(true);
    expect(loadConfig({ SUBMIT_LIMIT: '3' }).limits).toEqual({
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
  ])('parses METRICS_LISTEN=%s', (text, metrics) => {
    expect(loadConfig({ METRICS_LISTEN: text }).metrics).toEqual(metrics);
  });

  test('logs requests if the registry is public, unless configured otherwise', () => {
    const logs = [{}, { HOST: '0.0.0.0' }, { REQUEST_LOG: 'on' }, { HOST: '0.0.0.0', REQUEST_LOG: 'off' }];
    expect(logs.map(each => loadConfig(each).requestLog)).toEqual([false, true, true, false]);
  });

  test.each([
    [{ PORT: '80a' }, 'PORT is "80a"'],
    [{ PORT: '65536' }, 'PORT is "65536"'],
    [{ REGISTRY_URL: 'registry.example' }, 'REGISTRY_URL is "registry.example"'],
    [{ SITE_URL: 'ftp://site.example' }, 'SITE_URL is'],
    [{ MCP_URL: 'https://mcp.example/?x' }, 'MCP_URL is'],
    [{ VALIDATE_LIMIT: '0' }, 'VALIDATE_LIMIT is "0"'],
    [{ REQUEST_LOG: 'yes' }, 'REQUEST_LOG is "yes"'],
    [{ REVALIDATE: '6 hours' }, 'REVALIDATE is "6 hours", but must be off or a duration from 1s to 6h'],
    [{ REVALIDATE: '1d' }, 'REVALIDATE is "1d"'],
    [{ METRICS_LISTEN: '127.0.0.1' }, 'METRICS_LISTEN is "127.0.0.1"'],
    [{ METRICS_LISTEN: '4321' }, 'METRICS_LISTEN is "4321", which is also HOST and PORT'],
    [{ HOST: ' ' }, 'HOST is " "'],
    [{ HOST: '[::1]' }, 'HOST is "[::1]", but must be an IP address or a host name, without brackets'],
    [{ HOST: '127.0.0.1:80' }, 'HOST is "127.0.0.1:80"'],
    [{ HOST: 'http://registry.example' }, 'HOST is "http://registry.example"'],
    [{ CLIENT_HEADER: 'X-Real-IP ' }, 'CLIENT_HEADER is "X-Real-IP ", but must be the name of a header'],
    [{ CLIENT_HEADER: 'X-Real-IP:' }, 'CLIENT_HEADER is "X-Real-IP:"'],
    [{ REGISTRY_URL: 'https://registry.example/x?' }, 'REGISTRY_URL is "https://registry.example/x?"'],
    [{ REGISTRY_URL: 'https://registry.example/#' }, 'REGISTRY_URL is "https://registry.example/#"'],
    [{ REGISTRY_URL: 'https://a.example,https://b.example' }, 'REGISTRY_URL is "https://a.example,https://b.example"'],
    [
      { REGISTRY_URL: 'https://operator:secret@registry.example' },
      'REGISTRY_URL is "https://***@registry.example", but',
    ],
    [
      { MCP_URL: 'http://127.0.0.1:4321/' },
      'MCP_URL is "http://127.0.0.1:4321", but another surface has this URL. Use',
    ],
    [
      { REGISTRY_URL: 'https://a.example', SITE_URL: 'https://www.a.example', VALIDATOR_URL: 'https://www.a.example' },
      'VALIDATOR_URL is "https://www.a.example", but another surface has this URL',
    ],
    [{ VALIDATOR_URL: 'https://a.example', MCP_URL: 'https://a.example' }, 'VALIDATOR_URL is "https://a.example"'],
    [{ COMMIT: 'main' }, 'COMMIT is "main"'],
    [{ CONTACT: 'tides@example.org' }, 'CONTACT is "tides@example.org"'],
    [{ SECURITY_CONTACT: 'mailto:a@example.org\nPolicy: https://evil.example' }, 'SECURITY_CONTACT is'],
  ])('rejects %j with a message', (settings, message) => {
    expect(() => loadConfig(settings)).toThrow(message);
  });

  test.each(['::', '::1', 'fe80::1', 'localhost', 'registry.example', '0.0.0.0'])('accepts HOST=%s', host => {
    expect(loadConfig({ HOST: host }).host).toBe(host);
  });

  test('matches the settings table of the documentation', async () => {
    const guide = await readFile('src/site/docs/self-hosting.md', 'utf8');
    const lines = guide.slice(guide.indexOf('## Settings')).split('\n');
    for (const [name, { meaning, default: usual }] of Object.entries(SETTINGS)) {
      const row = lines.find(line => line.startsWith(`| \`${name}\` |`));
      expect(row?.replaceAll('`', ''), name).toContain(meaning);
      expect(row?.replaceAll('`', ''), name).toContain(usual);
    }
  });
});
