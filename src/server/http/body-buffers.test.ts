import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { createBodyBuffers } from './body-buffers.ts';
import { ResponseCache } from './response-cache.ts';
import { serveApp } from './server.ts';

test('reuses the whole buffer of a released body', () => {
  const buffers = createBodyBuffers();
  const first = buffers.take(100);
  buffers.release(first.subarray(0, 10));
  const second = buffers.take(100);
  expect(second.buffer).toBe(first.buffer);
  expect(second.length).toBe(first.length);
});

test('never shares a buffer that was not released', () => {
  const buffers = createBodyBuffers();
  const taken = Array.from({ length: 50 }, () => buffers.take(1).buffer);
  expect(new Set(taken).size).toBe(taken.length);
});

test('returns enough memory for a body that is larger than the released one', () => {
  const buffers = createBodyBuffers();
  buffers.release(buffers.take(1));
  expect(buffers.take(1_000_000).length).toBeGreaterThanOrEqual(1_000_000);
});

test('sends each of many clients its own body, also one that reads late or disconnects', async () => {
  const listings = Array.from({ length: 500 }, (_, n) =>
    sampleListing(`https://api-${n}.example`, { description: `${n} ${'tide tables '.repeat(1500)}` }),
  );
  const catalog = createMemoryCatalog(listings);
  const options = { addresses, catalog: () => catalog, assets: { fetch: async () => undefined } };
  const [app, reference] = [createApp({ ...options, buffers: createBodyBuffers() }), createApp(options)];
  const server = await serveApp(app, '127.0.0.1', 0, { responseCache: new ResponseCache() });
  const bodyOf = async (path: string) => (await reference.fetch(new Request(addresses.registry + path))).text();
  try {
    // Larger than the socket buffers, so that most of it is still in the server's memory.
    const late = await open(`${server.address}/listings?limit=500`);
    const leaving = await open(`${server.address}/listings?limit=499`);
    for (let round = 0; round < 3; round++) {
      const paths = Array.from({ length: 40 }, (_, n) => `/listings?limit=${1 + (n % 8)}&offset=${n + round * 40}`);
      const expected = await Promise.all(paths.map(bodyOf));
      // The cache stores a response from its second request on, and encoded ones at once.
      for (const coding of ['identity', 'identity', 'identity', 'br', 'br']) {
        const headers = { 'Accept-Encoding': coding };
        const bodies = paths.map(async path => (await fetch(server.address + path, { headers })).text());
        expect(await Promise.all(bodies)).toEqual(expected);
      }
      leaving.destroy();
    }
    expect(await text(late)).toBe(await bodyOf('/listings?limit=500'));
  } finally {
    await server.close();
  }
});

/** Returns a response whose body is still unread. */
function open(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, resolve).once('error', reject));
}
