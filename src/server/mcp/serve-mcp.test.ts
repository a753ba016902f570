import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as OldStdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { addressesFrom } from '#edge/config.ts';
import { type AnyClient, newClient, oldClient } from '#mcp/clients.fixture.ts';
import { sampleListings } from '#mcp/context.fixture.ts';
import { describeMcpContract } from '#mcp/contract.fixture.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { writeObservation, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { remoteServices } from './remote-services.ts';

const SCRIPT = path.resolve('scripts/mcp.ts');

/** The MCP clients pass on only a few variables, so that each server would compile its modules again. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
const ENVIRONMENT = { PATH, NODE_COMPILE_CACHE };

let folder: string;
let registry: RunningServer;

beforeAll(async () => {
  folder = await makeTemporaryFolder('hub-stdio-');
  for (const { record, observation } of sampleListings) {
    await writeRecord(path.join(folder, 'registry'), record);
    if (observation) await writeObservation(path.join(folder, 'observations'), record.id, observation);
  }
  const catalog = createMemoryCatalog(sampleListings);
  const addresses = addressesFrom({ SITE_NAME: 'Harbor APIs' }, 'https://registry.example');
  registry = await serveApp(
    createApp({ addresses, catalog: () => catalog, assets: { fetch: async () => undefined } }),
    '127.0.0.1',
    0,
  );
});

afterAll(async () => {
  await registry.close();
  await removeFolder(folder);
});

/** Returns the command that starts the MCP server for the sample listings in a folder. */
function overFolder() {
  const env = {
    ...ENVIRONMENT,
    REGISTRY_DIR: path.join(folder, 'registry'),
    OBSERVATIONS_DIR: path.join(folder, 'observations'),
    REGISTRY_URL: 'https://registry.example',
    SITE_NAME: 'Harbor APIs',
  };
  return { command: process.execPath, args: [SCRIPT], env };
}

/** Returns the command that starts the MCP server for the same listings in a running registry. */
function overHttp() {
  return { command: process.execPath, args: [SCRIPT, '--registry', registry.address], env: ENVIRONMENT };
}

const CLIENTS: readonly (readonly [name: string, connect: () => Promise<AnyClient>])[] = [
  ['SDK 2, revision 2026, over a folder', () => newClient(new StdioClientTransport(overFolder()), 'stateless')],
  ['SDK 2, revision 2025, over HTTP', () => newClient(new StdioClientTransport(overHttp()), 'negotiated')],
  ['SDK 1, over a folder', () => oldClient(new OldStdioClientTransport(overFolder()))],
];

describe.each(CLIENTS)('the MCP server over stdio, %s', (_name, connect) => {
  describeMcpContract(connect);
});

test('reads categories and histories from the running registry', async () => {
  const client = await newClient(new StdioClientTransport(overHttp()), 'negotiated');
  const { structuredContent } = await client.callTool({ name: 'list_categories', arguments: {} });
  expect(structuredContent).toMatchObject({
    categories: expect.arrayContaining([expect.objectContaining({ name: 'geography', count: 2 })]),
  });
  const history = await client.callTool({ name: 'get_listing_history', arguments: { id: 'moon.example' } });
  expect(history.structuredContent).toMatchObject({ id: 'moon.example', total: 0 });
  await client.close();
});

test('returns the error of the registry to the model', async () => {
  const client = await newClient(new StdioClientTransport(overHttp()), 'negotiated');
  const { isError, content } = await client.callTool({ name: 'submit_api', arguments: { url: 'https://a.example' } });
  expect(isError).toBe(true);
  expect(content).toMatchObject([{ text: expect.stringMatching(/read-only|for reading only/) }]);
  await client.close();
});

test('exits with its client and writes only protocol messages', async () => {
  const { command, args, env } = overFolder();
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', data => {
    output += data;
  });
  child.stdin.end('no message\n');
  const code = await new Promise(resolve => child.once('close', resolve));
  expect([code, output]).toEqual([0, '']);
});

test('responds to invalid params with their error, and reports other messages in one line each', async () => {
  const { command, args, env } = overFolder();
  const child = spawn(command, args, { env });
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: {} };
  child.stdin.write(`${JSON.stringify(read)}\n[]\n{"hello":"world"}\n`);
  const errors = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const reported = [(await errors.next()).value, (await errors.next()).value];
  expect(reported).toEqual(Array(2).fill('Ignored a message that is not a JSON-RPC 2.0 message.'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  expect(JSON.parse(line)).toMatchObject({
    id: 1,
    error: { code: -32_602, message: expect.stringContaining('"uri" is missing') },
  });
  child.stdin.end();
  await once(child, 'close');
});

test('exits with a reason if no registry responds at the URL', async () => {
  const child = spawn(process.execPath, [SCRIPT, '--registry', 'http://127.0.0.1:1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', data => {
    errors += data;
  });
  const code = await new Promise(resolve => child.once('close', resolve));
  expect(code).toBe(1);
  expect(errors).toContain('Cannot reach');
  expect(errors).not.toContain('    at ');
});

test('names the member that the response of a registry of another version lacks', async () => {
  const server = createServer(({ url = '' }, response) => {
    const row = { id: 'a.example', name: 'A' };
    const data =
      url === '/listings'
        ? { listings: [row], count: 1, total: 1 }
        : { ...row, related_services: {}, categories: [{}], submission_id: 'a' };
    response.end(JSON.stringify({ meta: { query: { offset: 0 } }, data }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const none = () => {
    throw new Error('No request expected.');
  };
  const context = await remoteServices(url, { fetch: none, refusal: none }, none);
  const catalog = await context.catalog();
  const errors = await Promise.all(
    [catalog.engine.search(DEFAULT_QUERY), catalog.listing('a.example'), catalog.summary].map(async each => {
      const error: unknown = await Promise.resolve(each).catch(caught => caught);
      return context.tellable?.(error);
    }),
  );
  for (const [at, path] of ['data.listings[].status', 'manifest.authentication', 'data.categories[].name'].entries())
    expect(errors[at]).toContain(`Cannot read the response of ${url}: "${path}" is missing`);
  const { submissions } = context.live ?? {};
  await expect(submissions?.status('a')).rejects.toThrow('no data.listing_id');
  await expect(
    submissions?.submit({ id: 'a.example', url: 'https://a.example', host: 'a.example' } as never, {} as never),
  ).rejects.toThrow('no data.listing_id');
  await new Promise(resolve => server.close(resolve));
});

describe('api-manifest mcp', () => {
  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };

  async function startAgainst(listener: RequestListener) {
    const server = createServer(listener);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [path.resolve('scripts/api-manifest.ts'), 'mcp', '--registry', url]);
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    const [out, error] = [text(child.stdout), text(child.stderr)];
    const exit = once(child, 'close').then(([code]) => code);
    return { url, child, out, error, exit, close: () => server.close().closeAllConnections() };
  }

  test.each([
    ['HTML', '<!doctype html>', 'the response is not JSON'],
    ['other JSON', '{"data":{}}', 'the response has no data.related_services'],
    ['null', 'null', 'the response has no data.related_services'],
  ])('responds to the client with the reason if the URL returns %s', async (_name, body, reason) => {
    const started = await startAgainst((_, response) => response.end(body));
    expect(await started.exit).toBe(2);
    const message = `${started.url} is not a registry: ${reason}.`;
    expect(JSON.parse(await started.out)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_603, message } });
    expect(await started.error).toBe(`${message}\n`);
    started.close();
  });

  test('ends on SIGTERM before the registry responds', async () => {
    const { promise: requested, resolve: onRequest } = Promise.withResolvers<void>();
    const started = await startAgainst(() => onRequest());
    await requested;
    started.child.kill('SIGTERM');
    expect(await started.exit).toBe(130);
    expect([await started.out, await started.error]).toEqual(['', 'Interrupted.\n']);
    started.close();
  });
});
