import { expect, test } from 'vitest';
import { calling, posting, readResponse } from './raw-message.fixture.ts';
import { openRawStream, openStuckStream, postMessage, until } from './sse/raw-stream.fixture.ts';

/** Tests how the MCP server over the sample listings responds to invalid input, on any host. */
export function badInputContract(getUrl: () => URL): void {
  const send = (init: RequestInit, query = '') => fetch(new URL(query, getUrl()), init);

  test.each([
    ['invalid JSON', '{"jsonrpc": "2.0", ', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['a string', '"hello"', 400, -32_600],
    ['a duplicate key', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_700],
    ['an object that is not a message', '{"hello":"world"}', 400, -32_600],
    ['too many messages', JSON.stringify(Array(17).fill({ jsonrpc: '2.0', method: 'ping', id: 1 })), 400, -32_600],
    ['500,000 open brackets', '['.repeat(500_000), 400, -32_700],
    ['500,000 nested arrays', '['.repeat(500_000) + ']'.repeat(500_000), 400, -32_700],
    ['nested arguments', calling('get_listing', JSON.parse('['.repeat(80) + ']'.repeat(80))), 400, -32_700],
    ['60,000 different keys', calling('get_listing', numbered(60_000)), 400, -32_700],
    ['more than 1 MiB', calling('get_listing', { id: 'x'.repeat(1024 * 1024) }), 413, -32_000],
  ])('rejects %s with a protocol error', async (_name, body, status, code) => {
    const response = await send(posting(body));
    expect(response.status).toBe(status);
    const { error } = await readResponse(response);
    expect([code, -32_700]).toContain(error?.code);
    expect(error?.message).not.toMatch(/\/work\/|node_modules| {4}at /);
  });

  test('rejects a batch in which two requests have the same id', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const response = await send(posting(JSON.stringify([ping, { ...ping, method: 'tools/list' }])));
    expect(response.status).toBe(400);
    expect((await readResponse(response)).error).toMatchObject({
      code: -32_600,
      message: expect.stringContaining('the same id'),
    });
  });

  test.each([
    [undefined, 200],
    ['2025-03-26', 200],
    ['2025-06-18', 400],
    ['2025-11-25', 400],
    ['2026-07-28', 400],
  ])('responds to a batch of the protocol version %s with status %i', async (version, status) => {
    const batch = [1, 2].map(id => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const headers: Record<string, string> = version === undefined ? {} : { 'MCP-Protocol-Version': version };
    const response = await send(posting(JSON.stringify(batch), headers));
    expect(response.status).toBe(status);
    const text = await response.text();
    if (status === 200) for (const { id } of batch) expect(text).toContain(`"id":${id}`);
    else expect(JSON.parse(text)).toMatchObject({ error: { code: -32_600 } });
  });

  test.each([
    ['*/*', 200],
    ['text/html, */*;q=0.8', 200],
    ['application/json, */*', 200],
    ['application/json', 406],
    ['text/html', 406],
  ])('responds to a client that accepts %s with status %i', async (accept, status) => {
    const response = await send(posting(calling('list_categories', {}), { Accept: accept }));
    expect(response.status).toBe(status);
    if (status === 200) expect((await readResponse(response)).result).toMatchObject({ content: [{ type: 'text' }] });
  });

  test('rejects a manifest that is not UTF-8 with a protocol error', async () => {
    const [before = '', after = ''] = calling('validate_manifest', { manifest: { name: 'Tide*tables' } }).split('*');
    const encoder = new TextEncoder();
    const body = Uint8Array.from([...encoder.encode(before), 0xe9, ...encoder.encode(after)]);
    const response = await send(posting(body));
    expect(response.status).toBe(400);
    const { error } = await readResponse(response);
    expect(error).toMatchObject({ code: -32_700, message: expect.stringContaining('not valid UTF-8') });
  });

  test('validates arguments of almost 1 MiB', async () => {
    const { result } = await readResponse(await send(posting(calling('get_listing', { id: 'x'.repeat(1_000_000) }))));
    expect(result?.isError).toBe(true);
    expect(result?.content[0]?.text.length).toBeLessThan(2000);
  });

  test('returns 415 for a Content-Type other than JSON', async () => {
    expect((await send(posting('{}', { 'Content-Type': 'text/plain' }))).status).toBe(415);
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'GET', 'HEAD'])(
    'returns 405 with an Allow header for a plain %s',
    async each => {
      const response = await send({ method: each });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, POST');
      if (each !== 'HEAD')
        expect((await readResponse(response)).error?.message).toContain('https://registry.example/mcp/server-card');
    },
  );

  test('returns 405 for GET by clients of later transports, so that they do not wait for events', async () => {
    const headers = { Accept: 'text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
    expect((await send({ headers })).status).toBe(405);
  });

  test.each(['POST', 'DELETE'])('returns 404 for %s with an unknown session id', async method => {
    const init = { method, ...(method === 'POST' && { body: calling('list_categories', {}) }) };
    const headers = { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'stale' };
    const response = await send({ ...init, headers });
    expect(response.status).toBe(404);
    expect((await readResponse(response)).error).toMatchObject({ code: -32_001 });
  });

  test.each(['guess', '0'.repeat(64), '../x'])(
    'returns 404 for a message to the unknown legacy session %s',
    async id => {
      const response = await send(posting(calling('list_categories', {})), `?sessionId=${id}`);
      expect(response.status).toBe(404);
      expect((await readResponse(response)).error).toMatchObject({ code: -32_001 });
    },
  );

  test.each(['https://evil.example', 'null', 'https://registry.example.evil.example'])(
    'returns 403 to pages of %s for each method',
    async origin => {
      expect((await send(posting(calling('list_categories', {}), { Origin: origin }))).status).toBe(403);
      expect((await send({ headers: { Accept: 'text/event-stream', Origin: origin } })).status).toBe(403);
      const { endpoint, drop } = await openRawStream(getUrl());
      const init = posting(calling('list_categories', {}), { Origin: origin });
      expect((await fetch(endpoint, init)).status).toBe(403);
      drop();
    },
  );

  test('returns a protocol error for an unknown tool', async () => {
    const { error } = await readResponse(await send(posting(calling('drop_tables', {}))));
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('drop_tables') });
  });

  test.each([
    ['initialize', {}, '"protocolVersion" is missing'],
    ['tools/list', { cursor: 'page-2' }, 'Unknown "cursor"'],
    ['resources/list', { cursor: 5 }, '"cursor" must be a string'],
    ['resources/read', {}, '"uri" is missing'],
    ['prompts/get', { name: 'find_api', arguments: { task: 5 } }, '"arguments" must be an object of strings'],
    ['tools/call', { name: 'list_categories', arguments: null }, '"arguments" must be an object'],
  ])('returns the error for invalid params of %s with %j', async (method, params, expected) => {
    const error = { code: -32_602, message: expect.stringContaining(expected) };
    const request = { id: 'call-1', method, params };
    const response = await send(posting(JSON.stringify({ jsonrpc: '2.0', ...request })));
    expect(response.status).toBe(200);
    expect(await readResponse(response)).toEqual({ jsonrpc: '2.0', id: 'call-1', error });
    const { endpoint, next, drop } = await openRawStream(getUrl());
    expect((await postMessage(endpoint, request)).status).toBe(202);
    expect(JSON.parse((await next()).data)).toEqual({ jsonrpc: '2.0', id: 'call-1', error });
    drop();
  });

  test.each([7, null, ['get_listing'], { name: 'get_listing' }])('returns an error for a tool named %j', async name => {
    const { result, error } = await readResponse(await send(posting(calling(name, {}))));
    expect(result).toBeUndefined();
    expect([-32_600, -32_602, -32_603, -32_700]).toContain(error?.code);
  });

  test('keeps a legacy stream usable after bad input', async () => {
    const { endpoint, next, drop } = await openRawStream(getUrl());
    expect((await fetch(endpoint, posting('{'))).status).toBe(400);
    expect((await fetch(endpoint, posting(calling('get_listing', { id: 'x'.repeat(1024 * 1024) })))).status).toBe(413);
    expect((await postMessage(endpoint, { hello: 'world' })).status).toBe(400);
    expect((await fetch(endpoint, posting(calling('drop_tables', {})))).status).toBe(202);
    expect(JSON.parse((await next()).data)).toMatchObject({ error: { code: -32_602 } });
    expect((await postMessage(endpoint, { id: 2, method: 'ping' })).status).toBe(202);
    expect(JSON.parse((await next()).data)).toMatchObject({ id: 2, result: {} });
    drop();
  });

  test('ends the session of a client that stops reading, and no other sessions', async () => {
    const other = await openRawStream(getUrl());
    const { endpoint, drop } = await openStuckStream(getUrl());
    const read = { method: 'resources/read', params: { uri: 'registry://schemas/manifest-0.3' } };
    // Each response has 50 kB. The system limits what waits on the network, and the server limits its own queue.
    let count = 0;
    await until(async () => {
      const posted = Array.from({ length: 16 }, () => postMessage(endpoint, { ...read, id: ++count }));
      return (await Promise.all(posted)).some(({ status }) => status === 404);
    });
    expect(count).toBeLessThan(600);
    drop();
    expect((await postMessage(other.endpoint, { id: 1, method: 'ping' })).status).toBe(202);
    other.drop();
  });
}

function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}
