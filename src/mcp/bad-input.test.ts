import { expect, test } from 'vitest';
import { addresses, bytes, sampleLive, sampleServices } from './context.fixture.ts';
import type { McpContext } from './context.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { calling, posting, readResponse } from './raw-message.fixture.ts';

const HUB = 'https://registry.example/mcp';

function hubOver(changes: Partial<McpContext> = {}) {
  return createMcpHandler(sampleServices({ live: sampleLive(), ...changes }));
}

function post(body: string, headers?: Record<string, string>, address = HUB): Request {
  return new Request(address, posting(body, headers));
}

async function told(name: string, given: unknown, changes?: Partial<McpContext>): Promise<string> {
  const { result, error } = await readResponse(await hubOver(changes).fetch(post(calling(name, given))));
  expect(error).toBeUndefined();
  expect(result?.isError).toBe(true);
  return result?.content[0]?.text ?? '';
}

test.each([
  [undefined, [], 200],
  ['https://registry.example', [], 200],
  ['https://evil.example', [], 403],
  ['http://registry.example', [], 403],
  ['https://registry.example.evil.example', [], 403],
  ['null', [], 403],
  ['nonsense', [], 403],
  ['https://inspector.example', ['https://inspector.example'], 200],
  ['https://evil.example', ['*'], 200],
])('responds to a page of %s, with %j allowed, with %i', async (origin, allowedOrigins, status) => {
  const headers = origin === undefined ? {} : { Origin: origin };
  const response = await hubOver({ allowedOrigins }).fetch(post(calling('list_categories', {}), headers));
  expect(response.status).toBe(status);
});

test('rejects an opaque origin if the security contact is an email address', async () => {
  const contact = { ...addresses, securityContact: 'mailto:security@registry.example' };
  const request = post(calling('list_categories', {}), { Origin: 'null' });
  expect((await hubOver({ addresses: contact }).fetch(request)).status).toBe(403);
});

test('treats a name that is rebound to loopback as a foreign origin, even if the request names it as the host', async () => {
  const local = 'http://127.0.0.1:4321';
  const loopback = {
    registry: local,
    site: local,
    validator: `${local}/validator`,
    mcp: `${local}/mcp`,
    siteName: 'Harbor APIs',
  };
  const ask = async (origin: string) => {
    const request = post(calling('list_categories', {}), { Origin: origin }, `${origin}/mcp`);
    return (await hubOver({ addresses: loopback }).fetch(request)).status;
  };
  expect(await ask('http://evil.example:4321')).toBe(403);
  expect(await ask('http://localhost:4321')).toBe(200);
  expect(await ask('http://localhost:5555')).toBe(403);
});

test('reports an internal error, and hides its details from the client', async () => {
  const seen: unknown[] = [];
  const secret = new Error('connect ECONNREFUSED 10.1.2.3:5432 at /srv/registry/index.ts');
  const services = {
    catalog: () => Promise.reject(secret),
    onError: (error: unknown) => void seen.push(error),
  };
  expect(await told('search_listings', {}, services)).toBe(
    'search_listings failed by a fault of the registry, not of yours. Try again in a minute.',
  );
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'listing://a.example' } };
  const { error } = await readResponse(await hubOver(services).fetch(post(JSON.stringify(read))));
  expect(error).toEqual({ code: -32_603, message: 'The listing could not be read. Try again in a minute.' });
  expect(seen).toEqual([secret, secret]);
});

test('returns the message of an expected error', async () => {
  const busy = new Error('30 requests a minute are answered; try again in 12 seconds.');
  const live = sampleLive({ verify: () => Promise.reject(busy) });
  const tellable = (error: unknown) => (error === busy ? busy.message : undefined);
  expect(await told('validate_manifest', { url: 'https://new.example' }, { live, tellable })).toBe(busy.message);
});

test('describes a response that is not a manifest', async () => {
  const serving = (body: unknown, status = 200) =>
    sampleLive({ fetch: async ({ url }) => ({ url, outcome: 'response', status, body: bytes(body) }) });
  const fetched = (live: McpContext['live']) =>
    told('fetch_manifest_by_domain', { domain: 'x.example' }, live && { live });
  expect(await fetched(serving('<html>'))).toContain('is not JSON');
  expect(await fetched(serving('['.repeat(100_000)))).toContain('is not JSON');
  expect(await fetched(serving('', 404))).toContain('serves no manifest');
  expect(await fetched(serving('', 503))).toContain('status 503');
});
