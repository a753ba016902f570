import { expect, test } from 'vitest';
import { HTTP_CLIENTS } from './clients.fixture.ts';
import { createHub } from './hub.ts';
import { serveHub } from './served-hub.fixture.ts';
import { serverCard } from './server-card.ts';
import { addresses, sampleServices } from './services.fixture.ts';
import type { HubAddresses } from './services.ts';

/** The addresses of a registry on one host, its hub below it. */
function at(base: string): HubAddresses {
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
])('at %s, the members keep to the rules of its schema, and the name is %s', (base, name) => {
  const { $schema, remotes, ...identity } = JSON.parse(serverCard(at(base)));
  expect(Object.keys(identity).sort()).toEqual(['description', 'name', 'title', 'version', 'websiteUrl']);
  expect(identity.name).toBe(name);
  expect(identity.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(identity.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(identity.description.length).toBeLessThanOrEqual(100);
  expect(identity.title.length).toBeLessThanOrEqual(100);
  for (const { url } of remotes) expect(url).toMatch(/^https?:\/\/[^\s]+$/);
});

test('the card says of the hub what the hub says of itself', async () => {
  const served = await serveHub(createHub(sampleServices()));
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
