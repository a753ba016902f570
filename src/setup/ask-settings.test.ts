import { expect, test } from 'vitest';
import { createScriptedPrompts, type PromptReplies } from '#cli/terminal/prompts.fixture.ts';
import { askSettings } from './ask-settings.ts';

const REPLIES: PromptReplies = {
  'Where will': 'machine',
  'name of the registry': 'Acme APIs',
  'public URL': 'https://Registry.acme.org/',
  'report a problem': 'mailto:registry@acme.org',
  'separate hosts': false,
};

const ACCOUNT = '0123456789abcdef0123456789abcdef';

test('returns normalized settings', async () => {
  expect(await askSettings(createScriptedPrompts(REPLIES))).toEqual({
    platform: 'machine',
    site_name: 'Acme APIs',
    registry_url: 'https://registry.acme.org',
    contact: 'mailto:registry@acme.org',
  });
});

test('repeats a prompt if the value conflicts with an earlier one', async () => {
  const prompts = createScriptedPrompts({
    ...REPLIES,
    'Where will': 'github',
    'separate hosts': true,
    'URL of the site': ['https://www.acme.org/apis', 'https://www.acme.org'],
    'URL of the validator': '',
    'URL of the MCP server': ['https://registry.acme.org', 'https://mcp.acme.org/mcp'],
    'Which GitHub repository': 'acme/registry',
    'your Cloudflare account': ACCOUNT,
    'another Cloudflare account': [ACCOUNT, ''],
  });
  expect(await askSettings(prompts)).toMatchObject({
    site_url: 'https://www.acme.org',
    mcp_url: 'https://mcp.acme.org/mcp',
  });
  expect(prompts.errors).toEqual([
    expect.stringContaining('Use a URL without a path'),
    expect.stringContaining('Another surface has this URL.'),
    expect.stringContaining('Use another account'),
  ]);
});

test('rejects a registry with a path if the site has no other URL', async () => {
  const prompts = createScriptedPrompts({ ...REPLIES, 'public URL': 'https://acme.github.io/registry' });
  await expect(askSettings(prompts)).rejects.toThrow(
    /^The prompts returned invalid settings:\n {2}site_url: .* such as https:\/\/acme\.github\.io\.$/,
  );
});
