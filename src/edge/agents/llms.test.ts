import { describe, expect, test } from 'vitest';
import { lintRules } from '#manifest/lint.ts';
import { values, vocabularies } from '#manifest/taxonomy.ts';
import problems from '#registry/problems.json' with { type: 'json' };
import manifest03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { CHECKS } from '#verify/checks/all-checks.ts';
import { addresses, appOver } from '../catalog/catalog.fixture.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { ask, exampleCatalog, get, ownAddresses, POST_ONLY } from '../public-registry.fixture.ts';

const text = async (path: string) => (await ask(path)).text();

test('follows the llmstxt.org format in llms.txt', async () => {
  const [head = '', ...sections] = (await text('/llms.txt')).split(/^## /m);
  expect(head).toMatch(/^# .+\n\n> .+\n\n[^#]+\n\n$/);
  expect(sections.map(section => section.split('\n', 1)[0])).toEqual([
    'Use',
    'Publish',
    'Skills',
    'Documentation',
    'Optional',
  ]);
  for (const section of sections) {
    const [, blank, ...items] = section.trimEnd().split('\n');
    expect(blank).toBe('');
    for (const item of items) expect(item).toMatch(/^- \[[^\]]+\]\(https:[^)\s]+\): \S.*$/);
  }
});

test.each(['/llms.txt', '/llms-full.txt'])('links only to URLs that respond in %s', async path => {
  const found = ownAddresses(await text(path));
  expect(found.length).toBeGreaterThan(20);
  for (const address of found) {
    const { status } = await get(address);
    expect(POST_ONLY.includes(new URL(address).pathname) ? [405, 406] : [200], address).toContain(status);
  }
});

test('links only to files in llms.txt, which a host without the application has', async () => {
  const links = Array.from((await text('/llms.txt')).matchAll(/^- \[[^\]]+\]\((\S+?)\)/gm), ([, url = '']) => url);
  expect(links.length).toBeGreaterThan(20);
  // Two files have no extension: standards define their paths.
  expect(links.filter(url => !/(\.\w+|\/mcp\/server-card|\/\.well-known\/api-catalog)$/.test(url))).toEqual([]);
});

describe('llms-full.txt', () => {
  test('includes each member and value of the format', async () => {
    const full = await text('/llms-full.txt');
    const definitions = [manifest03, ...Object.values(manifest03.$defs)];
    const members = definitions.flatMap(each => ('properties' in each ? Object.keys(each.properties) : []));
    expect(members.length).toBeGreaterThan(60);
    for (const member of members) expect(full, member).toContain(`\`${member}\``);
    for (const vocabulary of vocabularies) for (const value of values(vocabulary)) expect(full, value).toContain(value);
  });

  test('includes each operation, check, lint rule, and problem type', async () => {
    const full = await text('/llms-full.txt');
    for (const [path, methods] of Object.entries(openApiDocument(addresses).paths))
      for (const method of Object.keys(methods)) expect(full).toContain(`## ${method.toUpperCase()} ${path}\n`);
    for (const { name, meaning } of CHECKS) expect(full, name).toContain(meaning);
    for (const { name, hint } of lintRules) expect(full, name).toContain(hint);
    for (const { explanation } of Object.values(problems)) expect(full).toContain(explanation);
  });
});

test('adds a documentation page to both files if the build contains its Markdown, which takes precedence', async () => {
  const files: Readonly<Record<string, string>> = {
    '/docs/self-hosting/index.md': '# Self-hosting\n\nStart it.\n',
    '/docs/agents/index.md': '# Use the registry from an agent\n\nWritten by hand.\n',
  };
  const assets = { fetch: async (path: string) => (files[path] ? new Response(files[path]) : undefined) };
  const withFiles = appOver(exampleCatalog, assets);
  const [before, after] = await Promise.all([text('/llms.txt'), (await withFiles('/llms.txt')).text()]);
  expect(before).not.toContain('/docs/self-hosting/');
  expect(after).toContain('- [Self-hosting](https://registry.example/docs/self-hosting/index.md): ');
  const full = await (await withFiles('/llms-full.txt')).text();
  for (const part of Object.values(files)) expect(full).toContain(part);
  expect(await (await withFiles('/docs/agents/index.md')).text()).toBe(files['/docs/agents/index.md']);
  expect(await (await withFiles('/sitemap.xml')).text()).toContain('/docs/self-hosting/');
  expect(await (await withFiles('/docs/index.md')).text()).toContain('/docs/self-hosting/index.md');
});
