import { expect, test } from 'vitest';
import { addresses, bytes, createSampleContext, createSampleLive } from './context.fixture.ts';
import type { McpContext } from './context.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { calling, posting, readResponse } from './raw-message.fixture.ts';

const MCP_URL = 'https://registry.example/mcp';

function createHandler(changes: Partial<McpContext> = {}) {
  return createMcpHandler(createSampleContext({ live: createSampleLive(), ...changes }));
}

function post(body: string, headers?: Record<string, string>, url = MCP_URL): Request {
  return new Request(url, posting(body, headers));
}

async function callTool(name: string, args: unknown, changes?: Partial<McpContext>): Promise<string> {
  const { result, error } = await readResponse(await createHandler(changes).fetch(post(calling(name, args))));
  expect(error).toBeUndefined();
  expect(result?.isError).toBe(true);
  return result?.content[0]?.text ?? '';
}

async function readResource(uri: string, changes?: Partial<McpContext>) {
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
  return (await readResponse(await createHandler(changes).fetch(post(JSON.stringify(read))))).error;
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
  const response = await createHandler({ allowedOrigins }).fetch(post(calling('list_categories', {}), headers));
  expect(response.status).toBe(status);
});

test('rejects an opaque origin if the security contact is an email address', async () => {
  const contact = { ...addresses, securityContact: 'mailto:security@registry.example' };
  const request = post(calling('list_categories', {}), { Origin: 'null' });
  expect((await createHandler({ addresses: contact }).fetch(request)).status).toBe(403);
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
    return (await createHandler({ addresses: loopback }).fetch(request)).status;
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
    guidance: () => Promise.reject(secret),
    onError: (error: unknown) => void seen.push(error),
  };
  expect(await callTool('search_listings', {}, services)).toBe(
    'search_listings failed: internal registry error. Retry in a minute.',
  );
  for (const uri of ['listing://a.example', 'registry://guidance'])
    expect(await readResource(uri, services)).toEqual({
      code: -32_603,
      message: 'Cannot read the resource: internal error. Retry in a minute.',
    });
  expect(seen).toEqual([secret, secret, secret]);
});

test('explains how to find the id of a listing if a resource does not exist', async () => {
  const error = await readResource('listing://none.example');
  expect(error).toMatchObject({ code: -32_602, data: { uri: 'listing://none.example' } });
  expect(error).toMatchObject({ message: expect.stringContaining('Use an id from search_listings') });
});

test('returns the message of an expected error', async () => {
  const busy = new Error('Rate limit exceeded (30 requests per minute). Retry in 12 seconds.');
  const live = createSampleLive({ verify: () => Promise.reject(busy) });
  const tellable = (error: unknown) => (error === busy ? busy.message : undefined);
  expect(await callTool('validate_manifest', { url: 'https://new.example' }, { live, tellable })).toBe(busy.message);
  const guidance = () => Promise.reject(busy);
  expect(await readResource('registry://guidance', { guidance, tellable })).toMatchObject({ message: busy.message });
});

test('describes a response that is not a manifest', async () => {
  const serving = (body: unknown, status = 200) =>
    createSampleLive({ fetch: async ({ url }) => ({ url, outcome: 'response', status, body: bytes(body) }) });
  const fetched = (live: McpContext['live']) =>
    callTool('fetch_manifest_by_domain', { domain: 'x.example' }, live && { live });
  expect(await fetched(serving('<html>'))).toContain('is not valid JSON');
  expect(await fetched(serving('['.repeat(100_000)))).toContain('is not valid JSON');
  expect(await fetched(serving('', 404))).toContain('does not serve a manifest');
  expect(await fetched(serving('', 503))).toContain('status 503');
});
