import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { LoopbackNetwork, PUBLIC_IP } from './fixtures/loopback-network.ts';

const network = new LoopbackNetwork();
afterEach(() => network.close());

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: "a"\r\nContent-Length: 2\r\n\r\n{}';

test('fetches over TLS from a checked address and returns the details', async () => {
  const server = await network.serve(OK, { tls: {} });
  network.zone.set('api.example', [[PUBLIC_IP]]);
  const origin = `https://api.example:${server.port}`;

  const result = await network.fetcher().fetch({ url: `${origin}/a?b=c#d`, listingOrigin: origin });

  expect(result).toMatchObject({
    outcome: 'response',
    status: 200,
    url: `${origin}/a?b=c`,
    headers: { 'content-type': 'application/json', etag: '"a"', 'content-length': '2' },
    body: new TextEncoder().encode('{}'),
    address: PUBLIC_IP,
    redirects: [],
  });
  expect(result.ms).toBeLessThan(60_000);
});

test('identifies itself and sends only allowed headers', async () => {
  const server = await network.serve(OK, { tls: {} });
  network.zone.set('api.example', [[PUBLIC_IP]]);
  const origin = `https://api.example:${server.port}`;
  const headers = {
    accept: 'application/json',
    'if-none-match': '"a"',
    'if-modified-since': 'x\r\nAuthorization: Bearer 1',
    authorization: 'Bearer 1',
    cookie: 'a=b',
    host: 'other.example',
  };

  await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin, headers });

  expect(server.heads).toEqual([
    [
      'GET / HTTP/1.1',
      `host: api.example:${server.port}`,
      'connection: keep-alive',
      'user-agent: api-registry/0.3.1 (+https://registry.example/probes/)',
      'accept: application/json',
      'if-none-match: "a"',
      'accept-encoding: gzip, deflate, br, zstd',
      '',
      '',
    ].join('\r\n'),
  ]);
});

test('reuses a connection for the same origin with a single DNS lookup', async () => {
  const server = await network.serve(OK, { tls: {} });
  network.zone.set('api.example', [[PUBLIC_IP]]);
  const origin = `https://api.example:${server.port}`;
  const fetcher = network.fetcher();

  for (const path of ['/a', '/b', '/c']) {
    for (const body of ['read', 'drop'] as const) {
      expect(await fetcher.fetch({ url: origin + path, listingOrigin: origin, body })).toMatchObject({ status: 200 });
    }
  }

  expect(await server.strangers()).toBe(1);
  expect(network.questions).toEqual(['api.example']);
});

test('sends one request at a time to a host', async () => {
  let open = 0;
  let most = 0;
  const server = await network.serve(socket => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      socket.write(OK);
    }, 5);
  });
  network.zone.set('api.example', [[PUBLIC_IP]]);
  const origin = `http://api.example:${server.port}`;
  const fetcher = network.fetcher({ local: true });

  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) => fetcher.fetch({ url: `${origin}/${n}`, listingOrigin: origin })),
  );

  expect(results.map(result => result.outcome)).toEqual(Array(8).fill('response'));
  expect(most).toBe(1);
  expect(await server.strangers()).toBe(1);
});

/** Starts two slow servers and measures their maximum number of simultaneous requests. */
async function slowPair(host: string) {
  const load = { now: 0, most: 0 };
  const answer = (socket: Socket) => {
    load.now += 1;
    load.most = Math.max(load.most, load.now);
    setTimeout(() => {
      load.now -= 1;
      socket.write(OK);
    }, 50);
  };
  const servers = [await network.serve(answer, { host }), await network.serve(answer, { host })];
  return { load, ports: servers.map(server => server.port) };
}

test.each([
  ['queues requests to different ports of a host', 'api.example', PUBLIC_IP, 1],
  [
    'sends requests in parallel to different loopback ports, which are different publishers',
    '127.0.0.1',
    '127.0.0.1',
    2,
  ],
])('%s', async (_, name, host, most) => {
  const { load, ports } = await slowPair(host);
  network.zone.set(name, [[host]]);
  const fetcher = network.fetcher({ local: true });

  const origins = ports.map(port => `http://${name}:${port}`);
  const results = await Promise.all(origins.map(origin => fetcher.fetch({ url: origin, listingOrigin: origin })));

  expect(results.map(result => result.outcome)).toEqual(['response', 'response']);
  expect(load.most).toBe(most);
});
