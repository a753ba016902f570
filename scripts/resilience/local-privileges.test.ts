import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import type { RequestContext } from '#edge/context.ts';
import { forwardedWarning, startNotices } from '#edge/start-notices.ts';
import { freePort } from '#server/http/ports.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { type RunningRegistry, runRegistry } from '#server/run-registry.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { bodyOf, sendRaw, statusesOf } from './raw-request.fixture.ts';
import { startSmallProxy } from './small-proxy.fixture.ts';

const warned: unknown[] = [];
const { warn } = console;
const SECRET = 'the-secret-of-an-internal-service';

let folder: string;
let registry: RunningRegistry;
let internal: Server;
let internalUrl: string;

beforeAll(async () => {
  console.warn = (message: unknown) => void warned.push(message);
  folder = await makeTemporaryFolder('local-privileges-');
  await mkdir(path.join(folder, 'registry'));
  internal = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ secret: SECRET }));
  });
  await new Promise<void>(resolve => internal.listen(0, '127.0.0.1', resolve));
  internalUrl = `http://127.0.0.1:${(internal.address() as AddressInfo).port}`;
  const settings = {
    PORT: String(await freePort('127.0.0.1')),
    DATA_DIR: path.join(folder, 'data'),
    SELF_LISTING: 'off',
    REVALIDATE: 'off',
    REGISTRY_DIR: path.join(folder, 'registry'),
  };
  registry = await runRegistry(loadConfig(settings), false);
});

afterAll(async () => {
  console.warn = warn;
  await registry.close();
  await new Promise(resolve => internal.close(resolve));
  await removeFolder(folder);
});

/** How a request reaches the server. Each has its own source address, because limits apply per client. */
interface Way {
  readonly name: string;
  readonly isLocal: boolean;
  /** Whether the MCP server, which accepts only its own pages, rejects the origin. */
  readonly isMcpClosed?: boolean;
  readonly host?: string;
  readonly headers?: readonly string[];
  readonly version?: string;
  /** A prefix of the path, as clients of a proxy send it. */
  readonly authority?: string;
  /** Sends through a reverse proxy that adds these headers. */
  readonly proxy?: { readonly adds?: Readonly<Record<string, string>>; readonly host?: string };
}

const PUBLIC = 'registry.example';

const WAYS: readonly Way[] = [
  { name: 'a program on this machine', isLocal: true },
  { name: 'Host: localhost', isLocal: true, host: 'localhost:4321' },
  { name: 'Host: LOCALHOST', isLocal: true, host: 'LOCALHOST' },
  { name: 'Host: [::1]', isLocal: true, host: '[::1]:4321' },
  { name: 'a page of localhost', isLocal: true, isMcpClosed: true, headers: ['Origin: http://localhost'] },
  {
    name: 'a local page elsewhere',
    isLocal: true,
    isMcpClosed: true,
    headers: ['Origin: http://localhost:3000', 'Sec-Fetch-Site: cross-site'],
  },
  { name: 'a typed URL', isLocal: true, headers: ['Sec-Fetch-Site: none'] },
  { name: 'a public Host', isLocal: false, host: PUBLIC },
  { name: 'a rebound name', isLocal: false, host: 'rebound.evil.example:4321' },
  { name: 'a name that begins like loopback', isLocal: false, host: '127.0.0.1.evil.example' },
  { name: 'a name that ends like localhost', isLocal: false, host: 'evil.localhost.example' },
  { name: 'a private Host', isLocal: false, host: '192.168.0.1' },
  { name: 'Host: 0.0.0.0', isLocal: false, host: '0.0.0.0' },
  { name: 'a page of another origin', isLocal: false, headers: ['Origin: https://evil.example'] },
  { name: 'a sandboxed page', isLocal: false, headers: ['Origin: null'] },
  { name: 'a page with a deceptive origin', isLocal: false, headers: ['Origin: http://localhost.evil.example'] },
  { name: 'a page that sends no origin', isLocal: false, headers: ['Sec-Fetch-Site: cross-site'] },
  { name: 'HTTP 1.0, as nginx by default', isLocal: false, version: '1.0' },
  { name: 'an absolute-form target', isLocal: false, authority: 'http://127.0.0.1:4321' },
  { name: 'Forwarded', isLocal: false, headers: ['Forwarded: for=203.0.113.9'] },
  { name: 'X-Forwarded-For', isLocal: false, headers: ['X-Forwarded-For: 127.0.0.1'] },
  { name: 'X-Forwarded-Proto', isLocal: false, headers: ['X-Forwarded-Proto: https'] },
  { name: 'X-Real-IP', isLocal: false, headers: ['X-Real-IP: 127.0.0.1'] },
  { name: 'Via', isLocal: false, headers: ['Via: 1.1 proxy'] },
  { name: 'CF-Connecting-IP', isLocal: false, headers: ['CF-Connecting-IP: 127.0.0.1'] },
  { name: 'True-Client-IP', isLocal: false, headers: ['True-Client-IP: 127.0.0.1'] },
  { name: 'an empty forwarding header', isLocal: false, headers: ['X-Forwarded-For:'] },
  {
    name: 'a proxy that adds X-Forwarded-For',
    isLocal: false,
    proxy: { adds: { 'X-Forwarded-For': '203.0.113.9' }, host: '127.0.0.1:4321' },
  },
  { name: 'a proxy that adds Via', isLocal: false, proxy: { adds: { Via: '1.1 small' }, host: '127.0.0.1:4321' } },
  { name: 'a proxy that keeps Host', isLocal: false, host: PUBLIC, proxy: {} },
];

/** Sends a POST with a JSON body in one of these ways. */
async function post(way: Way, at: number, target: string, body: unknown, to = registry.address): Promise<string> {
  const from = `127.0.1.${at + 1}`;
  const proxy = way.proxy && (await startSmallProxy({ target: to, from, ...way.proxy }));
  const text = JSON.stringify(body);
  const head = [
    `POST ${way.authority ?? ''}${target} HTTP/${way.version ?? '1.1'}`,
    `Host: ${way.host ?? new URL(to).host}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${text.length}`,
    'Connection: close',
    ...(way.headers ?? []),
  ];
  try {
    return await sendRaw(proxy?.url ?? to, `${head.join('\r\n')}\r\n\r\n${text}`, { from, readStream: true });
  } finally {
    await proxy?.close();
  }
}

const fetchManifest = (url: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'fetch_manifest_by_domain', arguments: { domain: url } },
});

describe.each(WAYS.map((way, at) => ({ ...way, way, at })))('$name', ({ way, at, isLocal, isMcpClosed }) => {
  const canFetch = isLocal && isMcpClosed !== true;

  test(`POST /validate ${isLocal ? 'checks' : 'rejects'} a loopback URL`, async () => {
    const response = await post(way, at, '/validate', { url: internalUrl });
    expect(statusesOf(response)).toEqual([isLocal ? 200 : 422]);
    expect(response).not.toContain(SECRET);
    expect(/^ratelimit: /im.test(response)).toBe(!isLocal);
  });

  test(`POST /listings/submit ${isLocal ? 'accepts' : 'rejects'} a loopback URL`, async () => {
    const response = await post(way, at, '/listings/submit', { url: internalUrl });
    expect(statusesOf(response)).toEqual([isLocal ? 202 : 422]);
    expect(/^ratelimit: /im.test(response)).toBe(!isLocal);
  });

  test(`the MCP server ${canFetch ? 'fetches' : 'does not fetch'} a loopback URL`, async () => {
    const response = await post(way, at, '/mcp', fetchManifest(internalUrl));
    expect(response.includes(SECRET)).toBe(canFetch);
  });
});

describe('a request without local privileges', () => {
  test('shares one rate limit for HTTP and MCP on a server in local mode', async () => {
    const way: Way = { name: 'a proxy', isLocal: false, headers: ['X-Forwarded-For: 203.0.113.9'] };
    const statuses: number[] = [];
    for (let sent = 0; sent < 31; sent += 1)
      statuses.push(...statusesOf(await post(way, 200, '/validate', { manifest: {} })));
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    expect(await post(way, 200, '/mcp', fetchManifest('https://registry.invalid'))).toMatch(/requests per minute/);
    const local: Way = { name: 'a program', isLocal: true };
    expect(statusesOf(await post(local, 200, '/validate', { manifest: {} }))).toEqual([200]);
  });
});

test('warns once about forwarding headers', async () => {
  const way: Way = { name: 'a proxy', isLocal: false, headers: ['Via: 1.1 small'] };
  for (const at of [204, 205]) await post(way, at, '/validate', { manifest: {} });
  expect(warned).toEqual([expect.stringContaining('Set REGISTRY_URL to the public URL.')]);
});

test('accepts MCP requests from a page of the server itself', async () => {
  const way: Way = { name: 'a page', isLocal: true, headers: [`Origin: ${registry.address}`] };
  expect(await post(way, 202, '/mcp', fetchManifest(internalUrl))).toContain(SECRET);
});

describe('a server with a public URL', () => {
  let server: RunningServer;
  const warnings: string[] = [];
  const configuration = loadConfig({ REGISTRY_URL: 'https://registry.example' });
  const program: Way = { name: 'a program', isLocal: true };
  const forwarded: Way = { name: 'a proxy', isLocal: false, headers: ['X-Forwarded-For: 203.0.113.9'] };

  beforeAll(async () => {
    const app = { fetch: (_: Request, context?: RequestContext) => Response.json({ isLocal: context?.isLocal }) };
    const onForwarded = () => void warnings.push(forwardedWarning(configuration));
    server = await serveApp(app, '127.0.0.1', 0, { local: configuration.local, onForwarded });
  });
  afterAll(() => server.close());

  test('grants no local privileges', async () => {
    for (const way of [program, forwarded])
      expect(bodyOf(await post(way, 201, '/validate', {}, server.address))).toEqual({ isLocal: false });
  });

  test('warns once about forwarding headers', async () => {
    for (const way of [program, forwarded, forwarded]) await post(way, 201, '/validate', {}, server.address);
    expect(warnings).toEqual([expect.stringContaining('CLIENT_HEADER is not set')]);
  });
});

describe('local mode', () => {
  const modeOf = (settings: Readonly<Record<string, string>>) => loadConfig(settings).local;

  test.each([
    [{}],
    [{ HOST: '::1' }],
    [{ HOST: 'localhost' }],
    [{ REGISTRY_URL: 'http://localhost:4321' }],
    [{ METRICS_LISTEN: '9464' }],
    [{ METRICS_LISTEN: '[::1]:9464', SITE_URL: 'http://127.0.0.2', MCP_URL: 'http://[::1]:1/mcp' }],
  ])('applies with %j, and startup reports it', settings => {
    expect(modeOf(settings)).toBe(true);
    expect(startNotices(loadConfig(settings))).toEqual([expect.stringMatching(/^Local mode is on: /)]);
  });

  test.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '::' }],
    [{ HOST: '192.168.0.1' }],
    [{ HOST: 'registry.internal' }],
    [{ REGISTRY_URL: 'https://registry.example' }],
    [{ SITE_URL: 'https://www.example.org' }],
    [{ VALIDATOR_URL: 'https://validator.example' }],
    [{ MCP_URL: 'https://mcp.example/mcp' }],
    [{ METRICS_LISTEN: '0.0.0.0:9464' }],
    [{ CLIENT_HEADER: 'X-Real-IP' }],
    [{ REGISTRY_URL: 'http://127.0.0.1.evil.example' }],
    [{ REGISTRY_URL: 'http://192.168.0.1:4321' }],
  ])('does not apply with %j', settings => {
    expect(modeOf(settings)).toBe(false);
    expect(startNotices(loadConfig(settings)).join()).not.toContain('Local mode');
  });

  test('warns if a server with a public URL has no client header', () => {
    const noticesOf = (settings: Readonly<Record<string, string>>) => startNotices(loadConfig(settings));
    const REGISTRY_URL = 'https://registry.example';
    expect(noticesOf({ REGISTRY_URL })).toEqual([expect.stringContaining('CLIENT_HEADER is not set')]);
    expect(noticesOf({ REGISTRY_URL, CLIENT_HEADER: 'X-Real-IP' })).toEqual([]);
  });

  test.each([
    [{ HOST: '0.0.0.0', CLIENT_HEADER: 'X-Real-IP' }, 'REGISTRY_URL is not set, so all links lead to'],
    [{ HOST: '::', CLIENT_HEADER: 'X-Real-IP' }, 'REGISTRY_URL is not set'],
    [
      { REGISTRY_URL: 'https://example.org/apis', CLIENT_HEADER: 'X-Real-IP' },
      'SITE_URL is https://example.org/apis. The links of its pages start at the root of the host.',
    ],
  ])('warns about links that lead nowhere with %j', (settings: Readonly<Record<string, string>>, notice) => {
    expect(startNotices(loadConfig(settings))).toEqual([expect.stringContaining(notice)]);
  });
});

test('names the rule in a rejected submission', async () => {
  const response = await post({ name: '', isLocal: false, host: PUBLIC }, 203, '/listings/submit', {
    url: internalUrl,
  });
  expect(bodyOf(response)).toMatchObject({ status: 422, errors: [{ pointer: '/url' }] });
});
