import { expect, test } from 'vitest';
import { createGuardedFetcher } from '#verify/guarded-fetch.ts';
import { createHub } from './hub.ts';
import { bytes, sampleLive, sampleServices } from './services.fixture.ts';
import type { HubServices } from './services.ts';

const HUB = 'https://registry.example/mcp';

function hubOver(changes: Partial<HubServices> = {}) {
  return createHub(sampleServices({ live: sampleLive(), ...changes }));
}

function post(body: string, headers: Record<string, string> = {}, address = HUB): Request {
  const usual = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return new Request(address, { method: 'POST', body, headers: { ...usual, ...headers } });
}

function calling(name: unknown, given: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
}

/** The JSON-RPC answer of a response, whether it came alone or as an event. */
async function answerIn(response: Response) {
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return JSON.parse(data) as {
    result?: { isError?: boolean; content: { text: string }[] };
    error?: { code: number; message: string };
  };
}

function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
}

async function told(name: string, given: unknown, changes?: Partial<HubServices>): Promise<string> {
  const { result, error } = await answerIn(await hubOver(changes).fetch(post(calling(name, given))));
  expect(error).toBeUndefined();
  expect(result?.isError).toBe(true);
  return result?.content[0]?.text ?? '';
}

test.each([
  ['no JSON', '{"jsonrpc": "2.0", ', 400, -32_700],
  ['nothing', '', 400, -32_700],
  ['a text', '"hello"', 400, -32_600],
  ['a name twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_700],
  ['no message', '{"hello":"world"}', 400, -32_600],
  ['too many messages', JSON.stringify(Array(17).fill({ jsonrpc: '2.0', method: 'ping', id: 1 })), 400, -32_600],
  ['500,000 open brackets', '['.repeat(500_000), 400, -32_700],
  ['500,000 nested arrays', '['.repeat(500_000) + ']'.repeat(500_000), 400, -32_700],
  ['nested arguments', calling('get_listing', JSON.parse('['.repeat(80) + ']'.repeat(80))), 400, -32_700],
  ['more than 1 MiB', calling('get_listing', { id: 'x'.repeat(1024 * 1024) }), 413, -32_000],
])('%s is refused as the protocol does', async (_name, body, status, code) => {
  const response = await hubOver().fetch(post(body));
  expect(response.status).toBe(status);
  const { error } = await answerIn(response);
  expect([code, -32_700]).toContain(error?.code);
  expect(error?.message).not.toMatch(/\/work\/|node_modules| {4}at /);
});

test('a body that is no JSON by its type is 415', async () => {
  const response = await hubOver().fetch(post('{}', { 'Content-Type': 'text/plain' }));
  expect(response.status).toBe(415);
});

test.each(['PUT', 'DELETE', 'PATCH', 'GET', 'HEAD'])(
  '%s without more is 405, and says what is allowed',
  async method => {
    const response = await hubOver().fetch(new Request(HUB, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, POST');
  },
);

test('GET by a client of a later transport is 405, so that it does not wait for events', async () => {
  const headers = { Accept: 'text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
  expect((await hubOver().fetch(new Request(HUB, { headers }))).status).toBe(405);
});

test.each(['POST', 'DELETE'])('%s with a session id that nobody gave out is 404', async method => {
  const init = { method, ...(method === 'POST' && { body: calling('list_categories', {}) }) };
  const headers = { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'stale' };
  const response = await hubOver().fetch(new Request(HUB, { ...init, headers }));
  expect(response.status).toBe(404);
  expect((await answerIn(response)).error).toMatchObject({ code: -32_001 });
});

test('a message to a legacy session that is not there is 404', async () => {
  const response = await hubOver().fetch(post(calling('list_categories', {}), {}, `${HUB}?sessionId=guess`));
  expect(response.status).toBe(404);
  expect((await answerIn(response)).error).toMatchObject({ code: -32_001 });
});

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
])('a page of %s, with %j allowed, is answered %i', async (origin, allowedOrigins, status) => {
  const headers = origin === undefined ? {} : { Origin: origin };
  const response = await hubOver({ allowedOrigins }).fetch(post(calling('list_categories', {}), headers));
  expect(response.status).toBe(status);
});

test('a name that was rebound to this machine is a foreign origin, also when it is the host asked', async () => {
  const local = 'http://127.0.0.1:4321';
  const addresses = { registry: local, site: local, validator: `${local}/validator`, mcp: `${local}/mcp` };
  const ask = async (origin: string) => {
    const request = post(calling('list_categories', {}), { Origin: origin }, `${origin}/mcp`);
    return (await hubOver({ addresses }).fetch(request)).status;
  };
  expect(await ask('http://evil.example:4321')).toBe(403);
  expect(await ask('http://localhost:4321')).toBe(200);
  expect(await ask('http://localhost:5555')).toBe(403);
});

test.each([
  ['a number for an id', 'get_listing', { id: 7 }, 'id must be a string, not 7. Put it in quotes: "7".'],
  ['no id', 'get_listing', {}, 'id is missing.'],
  ['an unknown name', 'plan_call', { methd: 'GET' }, '"methd" is no argument of this tool. Did you mean "method"?'],
  ['a name of Object', 'get_listing', { id: 'a', constructor: 1 }, '"constructor" is no argument'],
  ['a list for arguments', 'list_categories', { page: 2 }, 'It takes none.'],
  ['an object for words', 'search_listings', { q: { text: 'tides' }, category: {} }, '"{}" is not an allowed value.'],
  ['a page of 0 rows', 'search_listings', { limit: 0 }, '"0" is not a whole number from 1 to 500'],
  ['60,000 arguments', 'search_listings', numbered(60_000), 'There are 60000 arguments; give 50 at most.'],
  [
    '60,000 parameters',
    'plan_call',
    { id: 'tides.example', method: 'GET', path: '/v1/tides', parameters: numbered(60_000) },
    'Give 200 parameters at most.',
  ],
  ['an unlisted id', 'get_listing', { id: '../../etc/passwd' }, 'There is no listing "../../etc/passwd".'],
  ['an unknown method', 'plan_call', { id: 'tides.example', method: 'TRACE', path: '/' }, 'Allowed: GET, POST'],
  [
    'a traversing value',
    'plan_call',
    { id: 'tides.example', method: 'GET', path: '/v1/harbours/{harbour}', parameters: { harbour: '..' } },
    'cannot be empty, "." or ".."',
  ],
  ['neither manifest nor url', 'validate_manifest', {}, 'Give either "manifest"'],
  ['no address', 'submit_api', { url: 'ftp://x.example' }, 'The scheme "ftp" is not supported'],
  ['a refused address', 'submit_api', { url: 'https://db.internal' }, 'db.internal is never asked.'],
  ['an unknown submission', 'get_submission_status', { submission_id: 'nope' }, 'There is no submission "nope"'],
])('%s: the model is told what to do', async (_name, tool, given, expected) => {
  expect(await told(tool, given)).toContain(expected);
});

test('a fault of ours is told without its details, and reported', async () => {
  const seen: unknown[] = [];
  const secret = new Error('connect ECONNREFUSED 10.1.2.3:5432 at /srv/registry/index.ts');
  const services = {
    catalogue: () => Promise.reject(secret),
    onError: (error: unknown) => void seen.push(error),
  };
  expect(await told('search_listings', {}, services)).toBe(
    'search_listings failed by a fault of the registry, not of yours. Try again in a minute.',
  );
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'listing://a.example' } };
  const { error } = await answerIn(await hubOver(services).fetch(post(JSON.stringify(read))));
  expect(error).toEqual({ code: -32_603, message: 'The listing could not be read. Try again in a minute.' });
  expect(seen).toEqual([secret, secret]);
});

test('what a service has to tell is told', async () => {
  const busy = new Error('30 requests a minute are answered; try again in 12 seconds.');
  const live = sampleLive({ verify: () => Promise.reject(busy) });
  const tellable = (error: unknown) => (error === busy ? busy.message : undefined);
  expect(await told('validate_manifest', { url: 'https://new.example' }, { live, tellable })).toBe(busy.message);
});

test.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  '10.0.0.8',
  '169.254.169.254',
  '0x7f.1',
  'printer.local',
  'me@127.0.0.1',
])('a manifest is not fetched from %s, and nothing is said of what is there', async domain => {
  const fetcher = createGuardedFetcher({ siteUrl: 'https://registry.example' });
  const live = sampleLive({ fetch: question => fetcher.fetch(question) });
  const text = await told('fetch_manifest_by_domain', { domain }, { live });
  expect(text).not.toMatch(/ECONN|status|refuses connections/);
  await fetcher.close();
});

test('what is served in place of a manifest is told as it is', async () => {
  const serving = (body: unknown, status = 200) =>
    sampleLive({ fetch: async ({ url }) => ({ url, outcome: 'response', status, body: bytes(body) }) });
  const fetched = (live: HubServices['live']) =>
    told('fetch_manifest_by_domain', { domain: 'x.example' }, live && { live });
  expect(await fetched(serving('<html>'))).toContain('is not JSON');
  expect(await fetched(serving('['.repeat(100_000)))).toContain('is not JSON');
  expect(await fetched(serving('', 404))).toContain('serves no manifest');
  expect(await fetched(serving('', 503))).toContain('status 503');
});
