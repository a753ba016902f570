import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { listHosts, parseDeploymentSettings, toEnvironment } from './deployment-settings.ts';

const VALID = {
  platform: 'machine',
  site_name: 'Acme APIs',
  registry_url: 'https://registry.acme.org/',
  contact: 'mailto:registry@acme.org',
};

test('writes URLs as the registry does in its links', () => {
  const urls = { registry_url: ' HTTPS://Registry.ACME.org:443/apis/ ', site_url: 'https://www.acme.org' };
  const result = parseDeploymentSettings({ ...VALID, ...urls });
  expect(result).toMatchObject({ ok: true, value: { registry_url: 'https://registry.acme.org/apis' } });
});

test('removes trailing slashes and empty members', () => {
  const result = parseDeploymentSettings({ ...VALID, site_url: '' });
  expect(result).toEqual({ ok: true, value: { ...VALID, registry_url: 'https://registry.acme.org' } });
});

describe('rejects', () => {
  test.each([
    ['registry_url', 'http://registry.acme.org'],
    ['registry_url', 'https://localhost'],
    ['registry_url', 'https://127.0.0.1:4321'],
    ['registry_url', 'https://[::1]'],
    ['registry_url', 'https://registry.internal'],
    ['registry_url', 'https://user:secret@registry.acme.org'],
    ['registry_url', 'https://registry.acme.org/?a=b'],
    ['registry_url', 'https://registry.acme.org/?'],
    ['registry_url', 7],
    ['mcp_url', 'https://registry.acme.org'],
    ['validator_url', 'https://registry.acme.org/mcp'],
    ['contact', 'registry@acme.org'],
    ['contact', 'javascript:alert(1)'],
    ['platform', 'heroku'],
    ['repository', 'https://github.com/acme/registry'],
    ['cloudflare_account_id', 'acme'],
    ['site_name', 'a\nb'],
  ])('%s %j', (member, value) => {
    const result = parseDeploymentSettings({ ...VALID, [member]: value });
    expect(result.ok ? [] : result.error.map(error => error.member)).toEqual([member]);
  });

  test.each([[null], ['text'], [[]]])('%j', value => {
    expect(parseDeploymentSettings(value).ok).toBe(false);
  });

  test.each([{ registry_url: 'https://acme.github.io/registry' }, { site_url: 'https://www.acme.org/apis' }])(
    'a site with a path: %j',
    urls => {
      expect(parseDeploymentSettings({ ...VALID, ...urls })).toMatchObject({
        ok: false,
        error: [{ member: 'site_url', message: expect.stringContaining('Use a URL without a path, such as https://') }],
      });
    },
  );

  test('a deployment on GitHub without a repository', () => {
    expect(parseDeploymentSettings({ ...VALID, platform: 'github' })).toEqual({
      ok: false,
      error: [{ member: 'repository', message: 'This member is required.' }],
    });
  });
});

test('derives the environment and the hosts', () => {
  const result = parseDeploymentSettings({ ...VALID, mcp_url: 'https://mcp.acme.org/mcp' });
  if (!result.ok) throw new Error('invalid settings');
  expect(toEnvironment(result.value)).toEqual({
    SITE_NAME: 'Acme APIs',
    REGISTRY_URL: 'https://registry.acme.org',
    SITE_URL: 'https://registry.acme.org',
    MCP_URL: 'https://mcp.acme.org/mcp',
    CONTACT: 'mailto:registry@acme.org',
    SECURITY_CONTACT: 'mailto:registry@acme.org',
  });
  expect(listHosts(result.value)).toEqual(['registry.acme.org', 'mcp.acme.org']);
});

test('accepts the settings in the guide, with two accounts', async () => {
  const guide = await readFile('src/site/docs/self-hosting.md', 'utf8');
  const [, text = ''] = /--answers FILE[\s\S]*?```json\n([\s\S]*?)```/.exec(guide) ?? [];
  const answers = JSON.parse(text);
  expect(parseDeploymentSettings(answers)).toEqual({ ok: true, value: answers });
  const same = { ...answers, cloudflare_preview_account_id: answers.cloudflare_account_id };
  expect(parseDeploymentSettings(same)).toEqual({
    ok: false,
    error: [{ member: 'cloudflare_preview_account_id', message: expect.stringContaining('Use another account') }],
  });
});
