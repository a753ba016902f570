import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { HTTP_CLIENTS } from './clients.fixture.ts';
import { addresses, sampleServices } from './context.fixture.ts';
import type { McpUrls } from './context.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { serveMcpHandler } from './mcp-server.fixture.ts';
import { serverCard } from './server-card.ts';

/** The rules of the card's schema of 2026 (SEP-2127, draft), as far as they concern what we use; further members are refused. */
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

/** The addresses of a registry on one host, its hub below it. */
function at(base: string): McpUrls {
  return { registry: base, site: base, validator: `${base}/validator`, mcp: `${base}/mcp` };
}

test('the card names its schema, and where the hub is', () => {
  expect(JSON.parse(serverCard(addresses))).toMatchObject({
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
])('at %s, the card keeps to its schema, and the name is %s', (base, name) => {
  const card = JSON.parse(serverCard(at(base)));
  expect(fits(card), JSON.stringify(fits.errors)).toBe(true);
  expect(card.name).toBe(name);
  expect(fits({ ...card, name: 'api-registry' })).toBe(false);
  expect(fits({ ...card, tools: [] })).toBe(false);
});

test('the card says of the hub what the hub says of itself', async () => {
  const served = await serveMcpHandler(createMcpHandler(sampleServices()));
  const { remotes, name, version, title } = JSON.parse(serverCard(addresses));
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
