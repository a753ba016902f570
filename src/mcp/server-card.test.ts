import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { HTTP_CLIENTS } from './clients.fixture.ts';
import { addresses, createSampleContext } from './context.fixture.ts';
import type { McpUrls } from './context.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { serveMcpHandler } from './mcp-server.fixture.ts';
import { createServerCard } from './server-card.ts';

/**
 * The rules of the 2026 schema of server cards (SEP-2127, draft) for the members that we use. Other members are
 * rejected.
 */
const fits = new Ajv2020({ allErrors: true }).compile({
  type: 'object',
  required: ['$schema', 'name', 'version', 'description'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    websiteUrl: { type: 'string', pattern: '^https?://' },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: {
          type: { enum: ['sse', 'streamable-http'] },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
          supportedProtocolVersions: { type: 'array', items: { type: 'string' } },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
});

/** Returns the URLs of a registry on one host with its MCP server under a path. */
function at(base: string): McpUrls {
  return { registry: base, site: base, validator: `${base}/validator`, mcp: `${base}/mcp`, siteName: 'Harbor APIs' };
}

test('names its schema and the URLs of the MCP server', () => {
  expect(JSON.parse(createServerCard(addresses))).toMatchObject({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    remotes: [
      { type: 'streamable-http', url: 'https://registry.example/mcp' },
      { type: 'sse', url: 'https://registry.example/mcp' },
    ],
  });
});

test.each([
  ['https://registry.example', 'example.registry/api-registry'],
  ['https://mcp.registry.example.org', 'org.example.registry.mcp/api-registry'],
  ['http://localhost:4321', 'localhost/api-registry'],
  ['http://127.0.0.1:4321', 'localhost/api-registry'],
  ['http://[::1]:4321', 'localhost/api-registry'],
])('matches its schema at %s with the name %s', (base, name) => {
  const card = JSON.parse(createServerCard(at(base)));
  expect(fits(card), JSON.stringify(fits.errors)).toBe(true);
  expect(card.name).toBe(name);
  expect(fits({ ...card, name: 'api-registry' })).toBe(false);
  expect(fits({ ...card, tools: [] })).toBe(false);
});

test('matches the identity that the MCP server reports', async () => {
  const served = await serveMcpHandler(createMcpHandler(createSampleContext()));
  const { remotes, name, version, title } = JSON.parse(createServerCard(addresses));
  for (const [, connect] of HTTP_CLIENTS) {
    const client = await connect(served.url);
    expect(client.getServerVersion()).toMatchObject({ name, version, title });
    await client.close();
  }
  const discover = {
    jsonrpc: '2.0',
    id: 1,
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const response = await fetch(served.url, {
    method: 'POST',
    body: JSON.stringify(discover),
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'server/discover',
    },
  });
  const { result } = (await response.json()) as { result: { supportedVersions: string[] } };
  for (const revision of result.supportedVersions) expect(remotes[0].supportedProtocolVersions).toContain(revision);
  await served.close();
});
