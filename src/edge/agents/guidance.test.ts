import { describe, expect, test } from 'vitest';
import { TOOLS } from '#mcp/tools/all-tools.ts';
import { PARAMETERS } from '#query/parameters.ts';
import { createApp } from '../app.ts';
import { addresses } from '../catalog/catalog.fixture.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { ask, exampleCatalog, get, ownAddresses, POST_ONLY } from '../public-registry.fixture.ts';

/** All names in the API's description of itself: members, parameters, and values. */
const known = new Set(JSON.stringify(openApiDocument(addresses)).match(/(?<=")[\w-]+(?=")/g));

describe.each(['/agents', '/validator/agents', '/site/agents'])('the guidance at %s', path => {
  const text = async () => (await ask(path)).text();

  test('has each member that section 2.5 requires', async () => {
    const { meta, data } = JSON.parse(await text());
    expect(Object.keys(meta)).toEqual(['spec_version', 'endpoint_description', 'ai_agent_notice']);
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining([
        'purpose',
        'why_use_amp',
        'how_to_use',
        'available_categories',
        'primary_categories',
        'workflow_example',
        'listing_your_api',
        'example_api',
        'registry_notes',
        'related_services',
      ]),
    );
    expect(Object.keys(data.listing_your_api)).toEqual(['step_1', 'step_2', 'step_3', 'step_4']);
    expect(data.available_categories).toHaveLength(25);
    expect(Object.keys(data.primary_categories)).toHaveLength(7);
  });

  test('links only to URLs that respond', async () => {
    const found = ownAddresses(await text());
    expect(found.length).toBeGreaterThan(6);
    for (const address of found) {
      const response = await get(address);
      const expected = POST_ONLY.includes(new URL(address).pathname) ? [405, 406] : [200];
      expect(expected, address).toContain(response.status);
    }
  });

  test('mentions POST only for URLs that accept it', async () => {
    for (const [, method, address = ''] of (await text()).matchAll(
      /\b(GET|POST) (https:\/\/registry\.example[\w/.-]*)/g,
    )) {
      const { pathname } = new URL(address);
      expect(POST_ONLY.includes(pathname.replace(/\.$/, '')), `${method} ${pathname}`).toBe(method === 'POST');
    }
  });

  test('names only existing parameters and tools', async () => {
    const words = await text();
    for (const [, parameter = ''] of words.matchAll(/[?&\s"](\w+)=/g)) expect(PARAMETERS).toContain(parameter);
    const tools = TOOLS.map(({ name }) => name);
    const named = words.match(/(?<!")\b(search|get|list|plan|fetch|submit|validate)_[a-z_]+\b(?!")/g) ?? [];
    for (const tool of named.filter(each => !known.has(each))) expect(tools).toContain(tool);
  });

  test('names only existing response members', async () => {
    const members = (await text()).match(/(?<![\w/-])(links|meta|data|manifest)\.[a-z_.]+\b/g) ?? [];
    for (const member of members) expect(member.split('.').filter(name => !known.has(name))).toEqual([]);
  });
});

test('serves separate guidance for a site on its own origin', async () => {
  const apart = { ...addresses, registry: 'https://api.registry.example' };
  const app = createApp({
    addresses: apart,
    catalog: () => exampleCatalog,
    assets: { fetch: async () => undefined },
  });
  const purposeAt = async (base: string) =>
    (await (await app.fetch(new Request(`${base}/agents`))).json()).data.purpose;
  expect(await purposeAt(apart.site)).toMatch(/^The site of/);
  expect(await purposeAt(apart.registry)).toMatch(/^Harbor APIs: a public index/);
});
