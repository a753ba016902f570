import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { MANIFEST_PATH, ManifestError, serveManifest } from './serve-manifest.ts';

const manifest = sampleManifest({ last_updated: '2026-11-01T10:00:00Z' });
const served = serveManifest(manifest);
const hono = new Hono();
hono.use(served.hono);
hono.get('/other', context => context.text('other'));

let app: FastifyInstance;
const servers: Server[] = [];
const urls = new Map<string, string>();

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const expressApp = express();
  expressApp.use(served.express);
  expressApp.get('/other', (_request, response) => {
    response.send('other');
  });
  urls.set('Express', await listen(createServer(expressApp)));
  const plain = createServer((request, response) => served.express(request, response, () => response.end('other')));
  urls.set('node:http', await listen(plain));
  app = fastify();
  app.register(served.fastify);
  app.get('/other', async () => 'other');
  urls.set('Fastify', await app.listen({ port: 0, host: '127.0.0.1' }));
});

afterAll(async () => {
  await app.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});

const SERVERS = ['Hono', 'fetch', 'Express', 'node:http', 'Fastify'];

/** Sends a request to a server, over HTTP if the server has no fetch handler. */
async function send(server: string, path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`${urls.get(server) ?? 'https://api.example.com'}${path}`, init);
  if (server === 'Hono') return hono.fetch(request);
  if (server === 'fetch') return path === MANIFEST_PATH ? served.fetch(request) : new Response('other');
  return fetch(request);
}

describe.each(SERVERS)('a manifest on %s', server => {
  test('passes validation as the registry fetches it', async () => {
    const response = await send(server, MANIFEST_PATH);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('Last-Modified')).toBe('Sun, 01 Nov 2026 10:00:00 GMT');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(manifest);
    expect(reportOnManifest({ text }, Date.now()).schema_valid).toBe(true);
  });

  test('responds to conditional requests', async () => {
    const etag = (await send(server, MANIFEST_PATH)).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await send(server, MANIFEST_PATH, { headers: { 'If-None-Match': tags } });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await send(server, MANIFEST_PATH, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200);
  });

  test('lets pages of other origins send conditional requests', async () => {
    const { status, headers } = await send(server, MANIFEST_PATH, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS');
    expect(headers.get('Access-Control-Allow-Headers')).toBe('*');
    const response = await send(server, MANIFEST_PATH);
    expect(response.headers.get('Access-Control-Expose-Headers')).toBe('ETag');
  });

  test('responds to HEAD without a body', async () => {
    const response = await send(server, MANIFEST_PATH, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('ETag')).not.toBeNull();
  });

  test('rejects writes', async () => {
    const { status } = await send(server, MANIFEST_PATH, { method: 'PUT' });
    expect([404, 405]).toContain(status);
  });

  test('leaves other paths to the server', async () => {
    expect(await (await send(server, '/other')).text()).toBe('other');
  });
});

describe('an invalid manifest', () => {
  test('stops the server at the start, with each problem and its fix', () => {
    const { name: _, ...unnamed } = manifest;
    const serve = () => serveManifest({ ...unnamed, version: 1.2 });
    expect(serve).toThrow(ManifestError);
    expect(serve).toThrow('The manifest has 2 errors:\n- name is missing. Add "name"');
    expect(serve).toThrow('Write a string: "1.2.0".');
  });

  test.each([null, undefined, '{}', []])('includes the value %j', value => {
    expect(() => serveManifest(value as never)).toThrow(ManifestError);
  });

  test('includes one that is too large for the registry, or too deep', () => {
    const notes = { ...manifest, agent_notes: 'ä'.repeat(600_000) };
    expect(() => serveManifest(notes)).toThrow(/has 1,2\d\d,\d{3} bytes\. Limit it to 1 MiB/);
    const deep = JSON.parse(`${'[0,'.repeat(80)}0${']'.repeat(80)}`);
    expect(() => serveManifest({ ...manifest, deep })).toThrow(ManifestError);
  });

  test.each([new Date('x'), '2026-11-01', null])('includes one with the last change %s', changed => {
    expect(() => serveManifest(manifest, { lastUpdated: changed as never })).toThrow('Pass a valid Date');
  });

  test('includes one with a last_updated in the future', () => {
    expect(() => serveManifest({ ...manifest, last_updated: '2999-01-01T00:00:00Z' })).toThrow('in the future');
  });

  test('includes one without last_updated, unless the time of the last change is given', async () => {
    const { last_updated: _, ...undated } = manifest;
    expect(() => serveManifest(undated)).toThrow('last_updated is missing.');
    const dated = serveManifest(undated, { lastUpdated: new Date('2026-11-02T00:00:00Z') });
    const response = await dated.fetch(new Request('https://api.example.com/'));
    expect(await response.json()).toMatchObject({ last_updated: '2026-11-02T00:00:00Z' });
  });
});

test.each([
  ['2026-11-02T00:00:00Z', '2026-11-02T00:00:00Z'],
  ['2026-10-02T00:00:00Z', '2026-11-01T10:00:00Z'],
])('serves the later of last_updated and a last change of %s', async (changed, expected) => {
  const { fetch } = serveManifest(manifest, { lastUpdated: new Date(changed) });
  const response = await fetch(new Request('https://api.example.com/'));
  expect(await response.json()).toMatchObject({ last_updated: expected });
  expect(Date.parse(response.headers.get('Last-Modified') ?? '')).toBe(Date.parse(expected));
});

test('serves a large manifest without white space', async () => {
  const list = Array.from({ length: 100_000 }, () => [0]);
  const response = await serveManifest({ ...manifest, list }).fetch(new Request('https://api.example.com/'));
  expect(await response.text()).toBe(JSON.stringify({ ...manifest, list }));
});

test('serves a manifest that names its OpenAPI version', async () => {
  const { fetch } = serveManifest({ ...manifest, openapi: '3.1.0' });
  const response = await fetch(new Request('https://api.example.com/'));
  expect(await response.json()).toMatchObject({ name: manifest.name, openapi: '3.1.0' });
});

describe('an OpenAPI document', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Harbor tides', version: '2.1.0' },
    servers: [{ url: 'https://tides.gauges.org' }],
    paths: {
      '/v1/tides': {
        get: {
          summary: 'List the next tides of a harbor, in local time.',
          parameters: [{ name: 'harbor', in: 'query', required: true, schema: { type: 'string' }, example: 'oslo' }],
          responses: { 200: { description: 'The next ten tides with time and height.' } },
        },
      },
    },
  };

  test('needs the members that it lacks', () => {
    expect(() => serveManifest(document)).toThrow(/Set categories\.0 in "members"/);
  });

  test('becomes a manifest with them', async () => {
    const { description, agent_notes, categories, primary_category, contact, pricing, authentication } = manifest;
    const members = { description, agent_notes, categories, primary_category, contact, pricing, authentication };
    const response = await serveManifest(document, {
      members,
      lastUpdated: new Date('2026-11-02T00:00:00Z'),
    }).fetch(new Request('https://tides.gauges.org/'));
    expect(await response.json()).toMatchObject({
      name: 'Harbor tides',
      endpoints: [{ path: '/v1/tides', method: 'GET' }],
    });
  });
});
