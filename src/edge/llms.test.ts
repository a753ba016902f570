import { describe, expect, test } from 'vitest';
import { lintRules } from '#manifest/lint.ts';
import { values, vocabularies } from '#manifest/taxonomy.ts';
import problems from '#registry/problems.json' with { type: 'json' };
import manifest03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { CHECKS } from '#verify/checks/all-checks.ts';
import { addresses, appOver } from './catalogue.fixture.ts';
import { openApiDocument } from './openapi-document.ts';
import { ask, exampleCatalogue, get, ownAddresses, POST_ONLY } from './public-registry.fixture.ts';

const text = async (path: string) => (await ask(path)).text();

test('llms.txt has the form of llmstxt.org', async () => {
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

test.each(['/llms.txt', '/llms-full.txt'])('%s leads nowhere that does not answer', async path => {
  const found = ownAddresses(await text(path));
  expect(found.length).toBeGreaterThan(20);
  for (const address of found) {
    const { status } = await get(address);
    expect(POST_ONLY.includes(new URL(address).pathname) ? [405, 406] : [200], address).toContain(status);
  }
});

describe('llms-full.txt is the whole documentation', () => {
  test('with every member and value of the format', async () => {
    const full = await text('/llms-full.txt');
    const definitions = [manifest03, ...Object.values(manifest03.$defs)];
    const members = definitions.flatMap(each => ('properties' in each ? Object.keys(each.properties) : []));
    expect(members.length).toBeGreaterThan(60);
    for (const member of members) expect(full, member).toContain(`\`${member}\``);
    for (const vocabulary of vocabularies) for (const value of values(vocabulary)) expect(full, value).toContain(value);
  });

  test('with every operation, check, lint rule and kind of problem', async () => {
    const full = await text('/llms-full.txt');
    for (const [path, methods] of Object.entries(openApiDocument(addresses).paths))
      for (const method of Object.keys(methods)) expect(full).toContain(`### ${method.toUpperCase()} ${path}\n`);
    for (const { name, meaning } of CHECKS) expect(full, name).toContain(meaning);
    for (const { name, hint } of lintRules) expect(full, name).toContain(hint);
    for (const { explanation } of Object.values(problems)) expect(full).toContain(explanation);
  });
});

test('a page of the documentation joins both as soon as the build has its Markdown, which counts', async () => {
  const files: Readonly<Record<string, string>> = {
    '/docs/operating/index.md': '# Self-hosting\n\nStart it.\n',
    '/docs/agents/index.md': '# Use the registry from an agent\n\nWritten by hand.\n',
  };
  const assets = { fetch: async (path: string) => (files[path] ? new Response(files[path]) : undefined) };
  const withFiles = appOver(exampleCatalogue, assets);
  const [before, after] = await Promise.all([text('/llms.txt'), (await withFiles('/llms.txt')).text()]);
  expect(before).not.toContain('/docs/operating/');
  expect(after).toContain('- [Self-hosting](https://registry.example/docs/operating/index.md): ');
  const full = await (await withFiles('/llms-full.txt')).text();
  for (const part of Object.values(files)) expect(full).toContain(part);
  expect(await (await withFiles('/docs/agents/index.md')).text()).toBe(files['/docs/agents/index.md']);
  expect(await (await withFiles('/sitemap.xml')).text()).toContain('/docs/operating/');
  expect(await (await withFiles('/docs/index.md')).text()).toContain('/docs/operating/index.md');
});
