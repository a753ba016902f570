import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { createMemoryCatalog, numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { addressesFrom } from '#edge/config.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { hasNginx, type RunningNginx, runNginx } from './nginx.fixture.ts';

const addresses = addressesFrom(
  {
    SITE_URL: 'https://www.example.org',
    VALIDATOR_URL: 'https://validator.example.org',
    MCP_URL: 'https://mcp.example.org/mcp',
  },
  'https://registry.example.org',
);

let registry: RunningServer;
let nginx: RunningNginx;
const forwarded: (string | null)[] = [];

describe.skipIf(!hasNginx)('deploy/nginx.conf in nginx', () => {
  beforeAll(async () => {
    const catalog = createMemoryCatalog(numberedListings(20));
    const app = createApp({ addresses, catalog: () => catalog, assets: { fetch: async () => undefined } });
    registry = await serveApp(
      {
        fetch(each, context) {
          forwarded.push(each.headers.get('X-Real-IP'));
          return app.fetch(each, context);
        },
      },
      '127.0.0.1',
      0,
    );
    nginx = await runNginx('nginx.conf', { '127.0.0.1:4321': new URL(registry.address).host });
  });

  afterAll(async () => {
    await nginx.close();
    await registry.close();
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('sends JSON in %s, which decodes to the same document', async (coding, decompress) => {
    const plain = await get('/listings');
    const encoded = await get('/listings', { 'Accept-Encoding': coding });
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect([encoded.status, encoded.headers['content-encoding']]).toEqual([200, coding]);
    expect(encoded.body.length).toBeLessThan(plain.body.length / 3);
    expect(decompress(encoded.body).equals(plain.body)).toBe(true);
    expect((await get('/listings', { 'If-None-Match': String(plain.headers.etag) })).status).toBe(304);
  });

  test('passes on the host, which selects the surface', async () => {
    const ofRegistry = await get('/');
    const ofValidator = await get('/', { Host: 'validator.example.org' });
    expect([ofRegistry.status, ofValidator.status]).toEqual([200, 200]);
    expect(String(ofValidator.body)).toContain('https://validator.example.org/validate');
    expect(ofValidator.body.equals(ofRegistry.body)).toBe(false);
  });

  test('sends the event stream of an MCP client without encoding', async () => {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const { status, headers, body } = await get(
      '/mcp',
      {
        Host: 'mcp.example.org',
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Accept-Encoding': 'gzip, br',
      },
      message,
    );
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(String(body)).toContain('search_listings');
  });

  test('redirects http to https and keeps the method', async () => {
    const response = await fetch(`http://127.0.0.1:${nginx.httpPort}/listings?q=tide`, { redirect: 'manual' });
    expect([response.status, response.headers.get('Location')]).toEqual([308, 'https://127.0.0.1/listings?q=tide']);
  });

  test("overwrites the header with the client's IP address", async () => {
    await get('/health', { 'X-Real-IP': '203.0.113.9' });
    expect(forwarded.at(-1)).toBe('127.0.0.1');
  });

  test('passes on long URLs and rejects bodies above its limit', async () => {
    expect((await get(`/listings?q=${'a'.repeat(9_000)}`)).headers['content-type']).toBe('application/problem+json');
    expect((await get('/validate', {}, 'x'.repeat(2_100_000))).status).toBe(413);
  });
});

test('the configuration has no directive that nginx of Debian 12 rejects', async () => {
  const configuration = await readFile(path.resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  expect(configuration).not.toMatch(/^\s*http2 /m);
});

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function get(target: string, headers: Readonly<Record<string, string>> = {}, body?: string): Promise<Received> {
  const options = {
    port: nginx.tlsPort,
    path: target,
    method: body === undefined ? 'GET' : 'POST',
    rejectUnauthorized: false,
    headers: { Host: 'registry.example.org', ...headers },
  };
  return new Promise((resolve, reject) =>
    request(options, response => {
      const parts: Buffer[] = [];
      response.on('data', part => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end(body),
  );
}
