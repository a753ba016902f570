import { expect, test } from 'vitest';
import { calling, posting, readResponse } from './raw-message.fixture.ts';
import { openRawStream, openStuckStream, postMessage, until } from './sse/raw-stream.fixture.ts';

/** What anybody may send to the hub over the sample listings, and how the protocol answers it, whatever the host. */
export function badInputContract(hub: () => URL): void {
  const send = (init: RequestInit, query = '') => fetch(new URL(query, hub()), init);

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
    const response = await send(posting(body));
    expect(response.status).toBe(status);
    const { error } = await readResponse(response);
    expect([code, -32_700]).toContain(error?.code);
    expect(error?.message).not.toMatch(/\/work\/|node_modules| {4}at /);
  });

  test('arguments of almost 1 MiB are judged', async () => {
    const { result } = await readResponse(await send(posting(calling('get_listing', { id: 'x'.repeat(1_000_000) }))));
    expect(result?.isError).toBe(true);
    expect(result?.content[0]?.text.length).toBeLessThan(2000);
  });

  test('a body that is no JSON by its type is 415', async () => {
    expect((await send(posting('{}', { 'Content-Type': 'text/plain' }))).status).toBe(415);
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'GET', 'HEAD'])(
    '%s without more is 405, and says what is allowed',
    async each => {
      const response = await send({ method: each });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, POST');
      if (each !== 'HEAD')
        expect((await readResponse(response)).error?.message).toContain('https://registry.example/mcp/server-card');
    },
  );

  test('GET by a client of a later transport is 405, so that it does not wait for events', async () => {
    const headers = { Accept: 'text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
    expect((await send({ headers })).status).toBe(405);
  });

  test.each(['POST', 'DELETE'])('%s with a session id that nobody gave out is 404', async method => {
    const init = { method, ...(method === 'POST' && { body: calling('list_categories', {}) }) };
    const headers = { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'stale' };
    const response = await send({ ...init, headers });
    expect(response.status).toBe(404);
    expect((await readResponse(response)).error).toMatchObject({ code: -32_001 });
  });

  test.each(['guess', '0'.repeat(64), '../x'])('a message to the legacy session %s is 404', async id => {
    const response = await send(posting(calling('list_categories', {})), `?sessionId=${id}`);
    expect(response.status).toBe(404);
    expect((await readResponse(response)).error).toMatchObject({ code: -32_001 });
  });

  test.each(['https://evil.example', 'null', 'https://registry.example.evil.example'])(
    'a page of %s is forbidden every way in',
    async origin => {
      expect((await send(posting(calling('list_categories', {}), { Origin: origin }))).status).toBe(403);
      expect((await send({ headers: { Accept: 'text/event-stream', Origin: origin } })).status).toBe(403);
      const { endpoint, drop } = await openRawStream(hub());
      const init = posting(calling('list_categories', {}), { Origin: origin });
      expect((await fetch(endpoint, init)).status).toBe(403);
      drop();
    },
  );

  test('an unknown tool is an error of the protocol', async () => {
    const { error } = await readResponse(await send(posting(calling('drop_tables', {}))));
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('drop_tables') });
  });

  test.each([7, null, ['get_listing'], { name: 'get_listing' }])('a tool named %j is an error, too', async name => {
    const { result, error } = await readResponse(await send(posting(calling(name, {}))));
    expect(result).toBeUndefined();
    expect([-32_600, -32_602, -32_603, -32_700]).toContain(error?.code);
  });

  test('bad input on a legacy stream leaves it as it was', async () => {
    const { endpoint, next, drop } = await openRawStream(hub());
    expect((await fetch(endpoint, posting('{'))).status).toBe(400);
    expect((await fetch(endpoint, posting(calling('get_listing', { id: 'x'.repeat(1024 * 1024) })))).status).toBe(413);
    expect((await postMessage(endpoint, { hello: 'world' })).status).toBe(400);
    expect((await fetch(endpoint, posting(calling('drop_tables', {})))).status).toBe(202);
    expect(JSON.parse((await next()).data)).toMatchObject({ error: { code: -32_602 } });
    expect((await postMessage(endpoint, { id: 2, method: 'ping' })).status).toBe(202);
    expect(JSON.parse((await next()).data)).toMatchObject({ id: 2, result: {} });
    drop();
  });

  test('a client that stops reading loses its session, and others keep theirs', async () => {
    const other = await openRawStream(hub());
    const { endpoint, drop } = await openStuckStream(hub());
    const read = { method: 'resources/read', params: { uri: 'registry://schemas/manifest-0.3' } };
    // Each answer has 50 kB. What waits on the way is the system's; what waits here is bounded.
    let asked = 0;
    await until(async () => {
      const posted = Array.from({ length: 16 }, () => postMessage(endpoint, { ...read, id: ++asked }));
      return (await Promise.all(posted)).some(({ status }) => status === 404);
    });
    expect(asked).toBeLessThan(600);
    drop();
    expect((await postMessage(other.endpoint, { id: 1, method: 'ping' })).status).toBe(202);
    other.drop();
  });
}
