import { afterAll, beforeAll, expect, test } from 'vitest';
import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import type { AnyClient } from './clients.fixture.ts';

/** The tool list is in the context of each conversation, so a larger one needs a reason. */
const MAX_TOKENS = 3500;
const BYTES_PER_TOKEN = 4;

/**
 * Tests what a client gets from the MCP server over the sample listings, with any SDK and transport. The clients
 * themselves validate structured content against the output schemas of the tools.
 */
export function describeMcpContract(connect: () => Promise<AnyClient>): void {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  test('identifies itself and describes how its tools work together', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'example.registry/api-registry', title: 'Harbor APIs' });
    expect(client.getInstructions()).toContain('search_listings');
  });

  test('lists its tools with full descriptions in a fixed order', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_listings',
      'get_listing',
      'plan_call',
      'list_categories',
      'get_listing_history',
      'fetch_manifest_by_domain',
      'validate_manifest',
      'submit_api',
      'get_submission_status',
    ]);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title, name).toMatch(/^[A-Z]/);
      expect(description?.length, name).toBeGreaterThan(80);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema, name).toMatchObject({ type: 'object' });
      expect(Object.keys(annotations ?? {}).sort(), name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(annotations?.readOnlyHint, name).toBe(name !== 'submit_api');
    }
  });

  test('costs few tokens in the context of a model', async () => {
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools).length / BYTES_PER_TOKEN).toBeLessThan(MAX_TOKENS);
  });

  test('searches, gets a listing, and plans a call', async () => {
    await client.listTools();
    const found = await client.callTool({ name: 'search_listings', arguments: { q: 'tides', auth_required: false } });
    expect(found.structuredContent).toMatchObject({
      match: 'exact',
      next_offset: null,
      listings: expect.arrayContaining([expect.objectContaining({ id: 'tides.example' })]),
    });
    const got = await client.callTool({ name: 'get_listing', arguments: { id: 'tides.example' } });
    expect(got.structuredContent).toMatchObject({ status: 'verified', manifest: { spec_version: 'apimanifest-0.3' } });
    const call = { id: 'tides.example', method: 'GET', path: '/v1/tides', parameters: { harbor: 'Oslo S' } };
    const planned = await client.callTool({ name: 'plan_call', arguments: call });
    expect(planned.structuredContent).toMatchObject({
      request: { method: 'GET', url: 'https://tides.example/v1/tides?harbor=Oslo%20S' },
    });
    expect(planned.content).toMatchObject([
      { type: 'text', text: expect.stringContaining('GET https://tides.example/v1/tides?harbor=Oslo%20S') },
    ]);
  });

  test('explains to a model how to fix its arguments', async () => {
    const wrong = { category: 'wether', limit: 'many', near: 'Oslo' };
    const { isError, content } = await client.callTool({ name: 'search_listings', arguments: wrong });
    expect(isError).toBe(true);
    expect(content).toMatchObject([{ text: expect.stringContaining('Did you mean "weather"?') }]);
    expect(content).toMatchObject([{ text: expect.stringContaining('Unknown parameter "near"') }]);
  });

  test('returns a protocol error for an unknown tool', async () => {
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  test('offers its documents and each listing as resources', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'registry://guidance',
      'registry://taxonomy',
      'registry://collections',
      'registry://schemas/manifest-0.3',
      'registry://schemas/manifest-0.2',
    ]);
    const { contents } = await client.readResource({ uri: 'registry://schemas/manifest-0.3' });
    expect(contents).toMatchObject([{ mimeType: 'application/schema+json', text: JSON.stringify(schema03) }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'listing://{id}' }]);
    const listing = await client.readResource({ uri: 'listing://tides.example' });
    expect(listing.contents).toMatchObject([{ text: expect.stringMatching(/^\{"id":"tides.example"/) }]);
    await expect(client.readResource({ uri: 'listing://none.example' })).rejects.toThrow(/not found/i);
  });

  test('offers prompts for common tasks', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([
      { name: 'find_api', arguments: [{ name: 'task', required: true }] },
      { name: 'publish_api', arguments: [{ name: 'url', required: true }] },
    ]);
    const { messages } = await client.getPrompt({ name: 'find_api', arguments: { task: 'tides "in" Oslo' } });
    expect(messages).toMatchObject([
      { role: 'user', content: { text: expect.stringContaining('for this task: "tides \\"in\\" Oslo"') } },
    ]);
  });
}
