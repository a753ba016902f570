import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PARAMETERS } from '#query/parameters.ts';
import { addresses } from '../../catalog/catalog.fixture.ts';
import { ask, get, ownAddresses, POST_ONLY } from '../../public-registry.fixture.ts';
import { SKILLS } from './all-skills.ts';
import { skillPath } from './skill.ts';

/** The index format of version 0.2.0 of agent skills discovery. */
const fits = new Ajv2020({ allErrors: true }).compile({
  type: 'object',
  required: ['$schema', 'skills'],
  properties: {
    $schema: { const: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json' },
    skills: {
      type: 'array',
      minItems: 3,
      items: {
        type: 'object',
        required: ['name', 'type', 'description', 'url', 'digest'],
        properties: {
          name: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 },
          type: { enum: ['skill-md', 'archive'] },
          description: { type: 'string', minLength: 1, maxLength: 1024 },
          url: { type: 'string', pattern: '^https?://' },
          digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
});
const index = async () => (await ask('/.well-known/agent-skills/index.json')).json();

test('matches its schema, with digests of the served bytes', async () => {
  const document = await index();
  expect(fits(document), JSON.stringify(fits.errors)).toBe(true);
  for (const { url, digest } of document.skills) {
    const bytes = new Uint8Array(await (await get(url)).arrayBuffer());
    expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  }
});

describe.each(SKILLS.map(skill => [skill.name, skill] as const))('the skill %s', (name, skill) => {
  const text = async () => (await ask(skillPath(skill))).text();

  test('has valid YAML front matter and instructions that fit a context window', async () => {
    const [, matter = '', instructions = ''] = (await text()).split(/^---$/m);
    expect(parse(matter)).toEqual({ name, description: skill.description(addresses) });
    expect(skillPath(skill)).toContain(`/${name}/SKILL.md`);
    expect(instructions).toMatch(/^\s*# \w+/);
    expect(instructions.length).toBeLessThan(10_000);
    expect(skill.queries.length).toBeGreaterThanOrEqual(2);
    expect(skill.queries.length).toBeLessThanOrEqual(5);
  });

  test('links only to URLs that respond', async () => {
    for (const address of ownAddresses(await text())) {
      const { pathname } = new URL(address);
      const { status } = await get(address);
      expect(POST_ONLY.includes(pathname) ? [405, 406] : [200], address).toContain(status);
    }
  });

  test('names only existing parameters', async () => {
    const named = (await text()).matchAll(/[`?&](\w+)=/g);
    for (const [, parameter = ''] of named) expect(PARAMETERS).toContain(parameter);
  });
});
