import { describe, expect, test } from 'vitest';
import { SKILLS } from './agents/skills/all-skills.ts';
import { skillPath } from './agents/skills/skill.ts';
import { CATEGORY_CATALOGS } from './agents/well-known/category-catalogs.ts';
import { addresses } from './catalog/catalog.fixture.ts';
import { ask } from './public-registry.fixture.ts';

/** The resources that name the registry. */
const NAMED = [
  '/',
  '/index.json',
  '/health',
  '/health.json',
  '/openapi.json',
  '/agents',
  '/validator/agents',
  '/site/agents',
  '/llms.txt',
  '/llms-full.txt',
  '/index.md',
  '/badges/unknown.example.svg',
  '/mcp/server-card',
  '/.well-known/api-manifest.json',
  '/.well-known/api-catalog',
  '/.well-known/ard.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/mcp/server-card.json',
  ...SKILLS.map(skillPath),
];

/** The resources that need no name. */
const OTHERS = [
  ...CATEGORY_CATALOGS.keys(),
  '/robots.txt',
  '/.well-known/security.txt',
  '/listings',
  '/validator',
  '/categories',
];

describe('a registry with the name "Harbor APIs"', () => {
  test.each(NAMED)('names itself at %s', async path => {
    expect(addresses.siteName).toBe('Harbor APIs');
    expect(await (await ask(path)).text()).toContain('Harbor APIs');
  });

  test.each([...new Set([...NAMED, ...OTHERS])])('has no other name at %s', async path => {
    const text = await (await ask(path)).text();
    // The table of settings in the documentation contains the default.
    expect(text.replaceAll(/^\| `SITE_NAME` .*$/gm, '')).not.toMatch(/public API registry|\bAPI registry\b/i);
  });
});
