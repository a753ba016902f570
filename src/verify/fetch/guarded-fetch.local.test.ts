import { afterEach, describe, expect, test } from 'vitest';
import { FORBIDDEN_IP, LoopbackNetwork, PUBLIC_IP, summary } from './fixtures/loopback-network.ts';

const network = new LoopbackNetwork();
afterEach(() => network.close());

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('local mode', () => {
  test.each(['127.0.0.1', 'localhost', '127.1'])('allows http and loopback for the listed origin at %s', async host => {
    const server = await network.serve(OK, { host: FORBIDDEN_IP });
    const url = `http://${host}:${server.port}/`;

    const result = await network.fetcher({ local: true }).fetch({ url, listingOrigin: new URL(url).origin });

    expect(result).toMatchObject({ status: 200, address: FORBIDDEN_IP });
    expect(network.questions).toEqual([]);
  });

  test('resolves localhost to loopback regardless of DNS', async () => {
    const server = await network.serve(OK, { host: FORBIDDEN_IP });
    network.zone.set('localhost', [[PUBLIC_IP]]);
    const origin = `http://localhost:${server.port}`;

    const result = await network.fetcher({ local: true }).fetch({ url: origin, listingOrigin: origin });

    expect(result).toMatchObject({ status: 200, address: FORBIDDEN_IP });
  });

  test('applies only if enabled', async () => {
    const trap = await network.trap();
    const origin = `http://127.0.0.1:${trap.port}`;
    expect(summary(await network.fetcher().fetch({ url: origin, listingOrigin: origin }))).toBe('refused scheme');
    expect(await trap.strangers()).toBe(0);
  });
});

describe('local mode per request', () => {
  test('applies to a request with local privileges', async () => {
    const server = await network.serve(OK, { host: FORBIDDEN_IP });
    const url = `http://127.0.0.1:${server.port}/`;
    const fetcher = network.fetcher({ local: 'per-request' });
    expect(summary(await fetcher.fetch({ url, listingOrigin: new URL(url).origin, local: true }))).toBe('200');
  });

  test.each([false, undefined])('does not apply to a request with %j', async local => {
    const trap = await network.trap();
    const url = `http://127.0.0.1:${trap.port}/`;
    const fetcher = network.fetcher({ local: 'per-request' });
    expect(summary(await fetcher.fetch({ url, listingOrigin: new URL(url).origin, local }))).toBe('refused scheme');
    expect(await trap.strangers()).toBe(0);
  });
});

describe('local mode for other URLs', () => {
  test.each([
    ['another port', 'http://127.0.0.1:1', 'http://127.0.0.1:{port}/', 'scheme'],
    ['the default port', 'http://127.0.0.1:{port}', 'http://127.0.0.1/', 'scheme'],
    ['the default port of https', 'http://127.0.0.1:{port}', 'https://127.0.0.1/', 'ip-literal'],
    ['localhost on the default port', 'http://127.0.0.1:{port}', 'https://localhost/', 'reserved-name'],
    ['another notation of the host', 'http://localhost:{port}', 'http://127.0.0.1:{port}/', 'scheme'],
    ['the host behind the listed name', 'http://127.0.0.1:{port}', 'http://localhost:{port}/', 'scheme'],
    ['another scheme', 'http://127.0.0.1:{port}', 'https://127.0.0.1:{port}/', 'ip-literal'],
    ['another loopback address', 'http://127.0.0.2:{port}', 'http://127.0.0.1:{port}/', 'scheme'],
    ['http for another host', 'http://127.0.0.1:{port}', 'http://api.example/', 'scheme'],
    ['a request without a listing', '', 'http://127.0.0.1:{port}/', 'scheme'],
    ['a name under localhost', 'http://foo.localhost:{port}', 'http://foo.localhost:{port}/', 'reserved-name'],
    ['a private address', 'http://10.0.0.1:{port}', 'http://10.0.0.1:{port}/', 'ip-literal'],
    ['the unspecified address', 'http://0.0.0.0:{port}', 'http://0.0.0.0:{port}/', 'ip-literal'],
    ['IPv4-mapped loopback', 'http://[::ffff:7f00:1]:{port}', 'http://[::ffff:7f00:1]:{port}/', 'ip-literal'],
    ['localhost with a dot', 'http://localhost.:{port}', 'http://localhost.:{port}/', 'host-name'],
  ])('rejects %s', async (_, origin, url, rule) => {
    const trap = await network.trap();
    const withPort = (text: string) => text.replace('{port}', String(trap.port));

    const result = await network
      .fetcher({ local: true })
      .fetch({ url: withPort(url), listingOrigin: origin ? withPort(origin) : undefined });

    expect(summary(result)).toBe(`refused ${rule}`);
    expect(await trap.strangers()).toBe(0);
  });

  test.each(['api.example', 'localhost.example', 'localhost.localhost.example'])(
    'rejects a name that resolves to loopback: %s',
    async host => {
      const trap = await network.trap();
      network.zone.set(host, [[FORBIDDEN_IP]]);
      const origin = `http://${host}:${trap.port}`;
      const result = await network.fetcher({ local: true }).fetch({ url: origin, listingOrigin: origin });
      expect(summary(result)).toBe('refused blocked-address');
      expect(await trap.strangers()).toBe(0);
    },
  );

  test('rejects a redirect from the listed origin to another port', async () => {
    const trap = await network.trap();
    const reply = `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${trap.port}/\r\nContent-Length: 0\r\n\r\n`;
    const server = await network.serve(reply, { host: FORBIDDEN_IP });
    const origin = `http://127.0.0.1:${server.port}`;

    const result = await network.fetcher({ local: true }).fetch({ url: origin, listingOrigin: origin });

    expect(summary(result)).toBe('failed redirect-off-origin');
    expect(await trap.strangers()).toBe(0);
  });

  test('rejects a request of one listing on a connection of another', async () => {
    const server = await network.serve(OK, { host: FORBIDDEN_IP });
    const fetcher = network.fetcher({ local: true });
    const url = `http://127.0.0.1:${server.port}/`;

    expect(summary(await fetcher.fetch({ url, listingOrigin: new URL(url).origin }))).toBe('200');
    expect((await fetcher.fetch({ url, listingOrigin: 'http://127.0.0.1:1' })).outcome).toBe('refused');
    expect(server.heads).toHaveLength(1);
  });
});
