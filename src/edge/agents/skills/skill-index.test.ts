import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { PARAMETER_LOCATIONS } from '#manifest/call-members.ts';
import { PARAMETERS } from '#query/parameters.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { addresses } from '../../catalog/catalog.fixture.ts';
import { ask, get, ownAddresses, POST_ONLY } from '../../public-registry.fixture.ts';
import { SKILLS } from './all-skills.ts';
import { findAnApi } from './find-an-api.ts';
import { skillPath } from './skill.ts';
import { verifyAManifest } from './verify-a-manifest.ts';

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

test('the skill find-an-api names members of listings, and each location of a parameter', async () => {
  const text = findAnApi.instructions(addresses);
  for (const location of PARAMETER_LOCATIONS) expect(text).toContain(`\`${location}\``);
  const { data } = await (await ask('/listings/api-1.example')).json();
  for (const member of ['status', 'verified_at', 'costs_nothing', 'observed.responding', 'observed.warnings']) {
    expect(text).toContain(`\`${member}\``);
    expect(member.split('.').reduce((value, name) => value?.[name], data)).not.toBeUndefined();
  }
  // `pricing_model` can be free although calls cost money.
  expect(text).not.toContain('pricing_model');
});

test('the skill verify-a-manifest lists the rules of lint that prevent a listing', () => {
  const [, rule = ''] = /except `lint` with the rule `([\w-]+)`/.exec(verifyAManifest.instructions(addresses)) ?? [];
  const severityOf = (manifest: object) =>
    reportOnManifest({ value: manifest }, 0).checks.find(({ name }) => name === 'lint')?.severity;
  const unfinished = { ...sampleManifest(), agent_notes: 'TODO' };
  expect(reportOnManifest({ value: unfinished }, 0).errors.map(each => each.rule)).toContain(rule);
  expect(severityOf(unfinished)).toBe('error');
  expect(severityOf({ ...sampleManifest(), homepage: 'https://localhost' })).toBe('warning');
});
