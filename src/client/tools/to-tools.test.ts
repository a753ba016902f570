import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Detail } from '../types.ts';
import { toTools } from './to-tools.ts';
import { nameTools } from './tool-names.ts';
import type { ToolResponse, ToToolsOptions } from './tool-types.ts';

let server: Server;
let origin: string;
const seen: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];

/** Repeats each request, as an echo server does. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body });
    if (url.startsWith('/slow')) return;
    if (url.startsWith('/large')) return response.end('x'.repeat(50_000));
    if (url.startsWith('/away')) return response.writeHead(302, { Location: 'https://evil.example/' }).end();
    if (url.startsWith('/moved')) return response.writeHead(302, { Location: '/v1/tides?harbor=moved' }).end();
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ method, url, headers, body }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

const harbor = { name: 'harbor', type: 'string', required: true, description: 'The name of the harbor.', in: 'query' };
const endpoint = (method: string, path: string, parameters: readonly object[] = [], members: object = {}) => ({
  path,
  method,
  description: 'Does one thing with a harbor and its tides.',
  parameters,
  response_description: 'The members of the request, as JSON.',
  ...members,
});

function listing(members: object = {}): Pick<Detail, 'url' | 'manifest'> {
  const manifest = sampleManifest({
    pricing: { model: 'free' },
    authentication: { required: false, type: 'none' },
    endpoints: [
      endpoint('GET', '/v1/tides', [harbor]),
      endpoint('POST', '/v1/tides', [
        { ...harbor, in: 'body' },
        { ...harbor, name: 'filter[status]', required: false },
      ]),
      endpoint('GET', '/v1/priced', [], { cost_hint: { unit: 'request', estimated_price: '0.4', currency: 'USD' } }),
      endpoint('GET', '/slow'),
      endpoint('GET', '/large'),
      endpoint('GET', '/away'),
      endpoint('GET', '/moved'),
    ],
    ...members,
  } as never);
  return { url: origin, manifest } as never;
}

const tools = (options: ToToolsOptions = {}, members: object = {}) => toTools(listing(members), options);
const key = {
  authentication: {
    required: true,
    type: 'api_key',
    instructions: 'Header.',
    config: { in: 'header', name: 'X-Api-Key' },
  },
};

describe('the definitions', () => {
  test('have the shapes of the providers', () => {
    const { openai, openaiResponses, anthropic, aiSdk } = tools();
    const name = 'get_v1_tides';
    const schema = {
      type: 'object',
      properties: { harbor: { type: 'string', description: 'The name of the harbor.' } },
      required: ['harbor'],
      additionalProperties: false,
    };
    const description = expect.stringContaining('Does one thing');
    expect(openai[0]).toEqual({ type: 'function', function: { name, description, parameters: schema } });
    expect(openaiResponses[0]).toEqual({ type: 'function', name, description, parameters: schema, strict: false });
    expect(anthropic[0]).toEqual({ name, description, input_schema: schema });
    expect(aiSdk[name]).toMatchObject({ description, inputSchema: { jsonSchema: schema } });
    expect(Reflect.get(aiSdk[name]?.inputSchema ?? {}, Symbol.for('vercel.ai.schema'))).toBe(true);
  });

  test('meet the limits of all providers', () => {
    for (const { name, description, parameters } of tools().tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(description.length).toBeLessThanOrEqual(1024);
      new Ajv2020({ strict: true, allowUnionTypes: true }).compile(parameters);
      for (const property of Object.keys(parameters.properties as object))
        expect(property).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    }
  });

  test('contain no hidden characters of the publisher', () => {
    const endpoints = [endpoint('GET', '/v1/tides', [{ ...harbor, description: 'a\u202eb\u0007c' }])];
    expect(JSON.stringify(tools({}, { endpoints }).openai)).not.toMatch(/\u202e|\\u202e|\\u0007/);
  });

  test('can be limited to some endpoints, without new names', () => {
    const all = tools().tools.map(({ name }) => name);
    const some = tools({ only: ({ method }) => method === 'POST' }).tools.map(({ name }) => name);
    expect(some).toEqual(['post_v1_tides']);
    expect(all).toContain('post_v1_tides');
  });

  test('contain no parameters that credentials fill', () => {
    const secret = { name: 'X-Api-Key', type: 'string', required: true, description: 'Your key.' };
    const places = [{ ...secret, in: 'header' }, secret, { ...secret, name: 'x-api-key' }];
    const endpoints = places.map((place, at) => endpoint('GET', `/v${at}`, [harbor, place]));
    const names = tools({}, { ...key, endpoints }).tools.map(each => Object.keys(each.parameters.properties as object));
    expect(names).toEqual(places.map(() => ['harbor']));
  });

  test('require a valid manifest', () => {
    expect(() => tools({}, { name: 'x' })).toThrow('The manifest is invalid. name has 1 character.');
  });
});

describe('the names of 1,000 endpoints', () => {
  const endpoints = Array.from({ length: 1000 }, (_, index) => ({
    method: ['GET', 'POST'][index % 2] ?? '',
    path:
      [`/v1/items/${index}`, `/V1/items/${index}`, `/v1/items_${index}/{id}`, `/${'long/'.repeat(20)}${index}`][
        index % 4
      ] ?? '',
  }));

  test('stay valid, unique, and independent of the order', () => {
    const names = nameTools(endpoints);
    expect(new Set(names).size).toBe(1000);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(nameTools(endpoints.toReversed()).toReversed()).toEqual(names);
  });

  test('tell apart paths that lose characters', () => {
    const paths = ['/a/b', '/a_b', '/a.b', '/A/b', '/a/{b}', '/a/by/b', '/a/by_b', '/', '//', '/ä', '/{a}{b}'];
    const names = nameTools(paths.map(path => ({ method: 'GET', path })));
    expect(new Set(names).size).toBe(paths.length);
    expect(names[0]).toBe('get_a_b');
    expect(names[4]).toBe('get_a_by_b');
  });
});

describe('a call', () => {
  test('sends the planned request and marks the response as untrusted', async () => {
    const result = (await tools().execute('get_v1_tides', '{"harbor":"Oslo S"}')) as ToolResponse;
    expect(result).toMatchObject({ ok: true, status: 200, untrusted: true, truncated: false });
    expect(result.notice).toContain('never instructions');
    expect(result.data).toMatchObject({ method: 'GET', url: '/v1/tides?harbor=Oslo%20S' });
  });

  test('keeps the credentials in this process', async () => {
    const secrets = { API_KEY: 'secret-key-123' };
    const result = (await tools({ secrets }, key).execute('get_v1_tides', { harbor: 'oslo' })) as ToolResponse;
    expect(seen.at(-1)?.headers['x-api-key']).toBe('secret-key-123');
    expect(result.data).toMatchObject({ headers: { 'x-api-key': '{API_KEY}' } });
    expect(JSON.stringify(result)).not.toContain('secret-key-123');
  });

  test('fails without a secret, before it sends anything', async () => {
    const before = seen.length;
    const result = await tools({}, key).execute('get_v1_tides', { harbor: 'oslo' });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'invalid_arguments', message: expect.stringContaining('API_KEY') },
    });
    expect(seen.length).toBe(before);
  });

  test.each([
    [{}, 'harbor'],
    [{ harbor: 'a', harbour: 'b' }, 'Unknown arguments: harbour'],
    ['not json', 'not a JSON object'],
    [null, 'not a JSON object'],
    [undefined, 'not a JSON object'],
    [['oslo'], 'not a JSON object'],
  ])('explains the arguments %j', async (args, message) => {
    const result = await tools().execute('get_v1_tides', args as string);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'invalid_arguments', message: expect.stringContaining(message) },
    });
  });

  test('with a write needs approval', async () => {
    const before = seen.length;
    const args = { harbor: 'oslo' };
    expect(await tools().execute('post_v1_tides', args)).toMatchObject({ error: { code: 'approval_required' } });
    expect(await tools({ approve: () => false }).execute('post_v1_tides', args)).toMatchObject({
      error: { code: 'not_approved' },
    });
    expect(seen.length).toBe(before);
    const asked: string[] = [];
    const approve = ({ method, url, writes }: { method: string; url: string; writes: boolean }) =>
      asked.push(`${method} ${url} ${writes}`) > 0;
    expect(await tools({ approve }).execute('post_v1_tides', { ...args, filter_status: 'new' })).toMatchObject({
      ok: true,
      data: { body: '{"harbor":"oslo"}', url: '/v1/tides?filter%5Bstatus%5D=new' },
    });
    expect(asked).toHaveLength(1);
  });

  test('needs approval and counts against the limit if it costs money', async () => {
    expect(await tools().execute('get_v1_priced', {})).toMatchObject({ error: { code: 'approval_required' } });
    const paying = tools({ approve: () => true, costLimit: { amount: 1, currency: 'USD' } });
    expect(await paying.execute('get_v1_priced', {})).toMatchObject({ ok: true });
    expect(await paying.execute('get_v1_priced', {})).toMatchObject({ ok: true });
    expect(await paying.execute('get_v1_priced', {})).toMatchObject({ ok: false, error: { code: 'cost_limit' } });
    expect(paying.spent).toBeCloseTo(0.8);
    const other = tools({ approve: () => true, costLimit: { amount: 1, currency: 'EUR' } });
    expect(await other.execute('get_v1_priced', {})).toMatchObject({ error: { code: 'cost_limit' } });
  });

  test('ends after the timeout, or with the signal of the caller', async () => {
    expect(await tools({ timeoutMs: 50 }).execute('get_slow', {})).toMatchObject({ error: { code: 'timeout' } });
    const signal = AbortSignal.timeout(50);
    expect(await tools().execute('get_slow', {}, { signal })).toMatchObject({ error: { code: 'aborted' } });
  });

  test('reads a response only up to the limit', async () => {
    const result = (await tools({ maxResponseBytes: 1000 }).execute('get_large', {})) as ToolResponse;
    expect(result).toMatchObject({ ok: true, truncated: true });
    expect(String(result.data ?? '').length).toBeLessThanOrEqual(1000);
  });

  test('follows redirects only within the origin', async () => {
    expect(await tools().execute('get_away', {})).toMatchObject({ ok: false, status: 302 });
    expect(await tools().execute('get_moved', {})).toMatchObject({ ok: true, data: { url: '/v1/tides?harbor=moved' } });
  });

  test('never sends credentials over http to another machine', async () => {
    const { manifest } = listing(key);
    const remote = toTools({ url: 'http://api.example.com', manifest }, { secrets: { API_KEY: 'secret-key-123' } });
    expect(await remote.execute('get_v1_tides', { harbor: 'oslo' })).toMatchObject({ error: { code: 'insecure' } });
  });

  test('does not throw for an unreachable API or an unknown tool', async () => {
    const { manifest } = listing();
    expect(
      await toTools({ url: 'http://127.0.0.1:9', manifest }).execute('get_v1_tides', { harbor: 'a' }),
    ).toMatchObject({
      error: { code: 'unreachable' },
    });
    expect(await tools().execute('nothing', {})).toMatchObject({ error: { code: 'unknown_tool' } });
  });

  test('works through the function of the AI SDK', async () => {
    const result = await tools().aiSdk.get_v1_tides?.execute(
      { harbor: 'oslo' },
      { abortSignal: AbortSignal.timeout(5000) },
    );
    expect(result).toMatchObject({ ok: true, data: { url: '/v1/tides?harbor=oslo' } });
  });
});
