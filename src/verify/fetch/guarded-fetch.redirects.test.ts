import { afterEach, describe, expect, test } from 'vitest';
import { LoopbackNetwork, PUBLIC_IP, summary } from './fixtures/loopback-network.ts';

const network = new LoopbackNetwork();
afterEach(() => network.close());

function redirectTo(location: string, status = 302, body = ''): string {
  return `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/**
 * Starts a publisher that returns `replies` by path and 200 for /end, and a trap on the same port of a forbidden
 * address.
 */
async function publisher(replies: (port: number) => Record<string, string>) {
  const { server, trap } = await network.serveBesideTrap(
    (socket, head) => {
      const path = head.split(' ')[1] ?? '';
      socket.write(replies(server.port)[path] ?? 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend');
    },
    { tls: {} },
  );
  network.zone.set('api.example', [[PUBLIC_IP]]);
  network.zone.set('other.example', [[PUBLIC_IP]]);
  network.zone.set('inside.example', [['127.0.0.1']]);
  const origin = `https://api.example:${server.port}`;
  return { server, trap, origin };
}

describe('a redirect to another origin', () => {
  test.each([
    ['another host', (port: number) => `https://other.example:${port}/`, 'failed redirect-off-origin'],
    ['a parent domain', (port: number) => `https://example:${port}/`, 'failed redirect-off-origin'],
    ['a subdomain', (port: number) => `https://www.api.example:${port}/`, 'failed redirect-off-origin'],
    ['another port', () => 'https://api.example/', 'failed redirect-off-origin'],
    ['http', (port: number) => `http://api.example:${port}/`, 'failed redirect-off-origin'],
    ['a scheme-relative host', (port: number) => `//other.example:${port}/`, 'failed redirect-off-origin'],
    ['a host after backslashes', (port: number) => `\\\\127.0.0.1:${port}\\`, 'failed redirect-off-origin'],
    [
      'a name that resolves to an internal address',
      (port: number) => `https://inside.example:${port}/`,
      'failed redirect-off-origin',
    ],
    ['loopback', (port: number) => `https://127.0.0.1:${port}/`, 'failed redirect-off-origin'],
    ['loopback in decimal', (port: number) => `https://2130706433:${port}/`, 'failed redirect-off-origin'],
    ['loopback in IPv6', (port: number) => `https://[::ffff:127.0.0.1]:${port}/`, 'failed redirect-off-origin'],
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data/', 'failed redirect-off-origin'],
    ['localhost', (port: number) => `https://localhost:${port}/`, 'failed redirect-off-origin'],
    ['the same host with a dot', (port: number) => `https://api.example.:${port}/`, 'failed redirect-off-origin'],
    ['a file', () => 'file:///etc/passwd', 'failed redirect-off-origin'],
    ['data', () => 'data:application/json,{}', 'failed redirect-off-origin'],
    ['a script', () => 'javascript:alert(1)', 'failed redirect-off-origin'],
    ['credentials', (port: number) => `https://user:pass@api.example:${port}/`, 'refused credentials'],
    ['an invalid URL', () => 'https://[', 'failed bad-redirect'],
    ['an invalid port', () => 'https://api.example:99999/', 'failed bad-redirect'],
  ])('causes an error: %s', async (_, location, expected) => {
    const { server, trap, origin } = await publisher(port => ({ '/': redirectTo(location(port)) }));

    const result = await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin });

    expect(summary(result)).toBe(expected);
    expect(await trap.strangers()).toBe(0);
    expect(server.heads).toHaveLength(1);
    expect(network.questions).toEqual(['api.example']);
  });
});

test.each([
  ['https://www.example.org/a', 'The URL redirects to another origin (https://www.example.org).'],
  ['data:application/json,{}', 'The URL redirects to another origin (data:).'],
])('names the other origin of %s', async (location, message) => {
  const { origin } = await publisher(() => ({ '/': redirectTo(location) }));
  expect(await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin })).toMatchObject({ message });
});

describe('redirect handling', () => {
  test.each([301, 302, 303, 307, 308])('follows %i on the origin and discards its body', async status => {
    const { origin } = await publisher(() => ({ '/': redirectTo('end?x=1#part', status, 'moved') }));

    const result = await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin });

    expect(result).toMatchObject({
      status: 200,
      url: `${origin}/end?x=1`,
      body: new TextEncoder().encode('end'),
      redirects: [{ status, to: `${origin}/end?x=1#part` }],
    });
  });

  test('follows three redirects with the same method', async () => {
    const { server, origin } = await publisher(() => ({
      '/1': redirectTo('/2', 303),
      '/2': redirectTo('/3'),
      '/3': redirectTo('/end'),
    }));

    const result = await network.fetcher().fetch({ url: `${origin}/1`, method: 'HEAD', listingOrigin: origin });

    expect(summary(result)).toBe('200');
    expect(server.heads.map(head => head.split(' HTTP')[0])).toEqual(['HEAD /1', 'HEAD /2', 'HEAD /3', 'HEAD /end']);
  });

  test('does not follow a fourth redirect', async () => {
    const { server, origin } = await publisher(() => ({
      '/1': redirectTo('/2'),
      '/2': redirectTo('/3'),
      '/3': redirectTo('/4'),
      '/4': redirectTo('/end'),
    }));

    const result = await network.fetcher().fetch({ url: `${origin}/1`, listingOrigin: origin });

    expect(summary(result)).toBe('failed too-many-redirects');
    expect(server.heads).toHaveLength(4);
  });

  test.each([
    ['to itself', { '/': redirectTo('/') }],
    ['to the empty reference', { '/': redirectTo('') }],
    ['in a circle', { '/': redirectTo('/b'), '/b': redirectTo('/') }],
  ])('ends a loop %s', async (_, replies) => {
    const { server, origin } = await publisher(() => replies);
    const result = await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin });
    expect(summary(result)).toBe('failed too-many-redirects');
    expect(server.heads).toHaveLength(4);
  });

  test('does not wait long for an endless body', async () => {
    const reply = 'HTTP/1.1 302 Found\r\nLocation: /end\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';
    const { origin } = await publisher(() => ({ '/': reply }));
    const result = await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin, deadlineMs: 120_000 });
    expect(summary(result)).toBe('200');
    expect(result.ms).toBeLessThan(60_000);
  });

  test('returns a redirect without Location as the response', async () => {
    const { origin } = await publisher(() => ({ '/': 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n' }));
    expect(summary(await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin }))).toBe('302');
  });

  test('returns 304 as the response', async () => {
    const { origin } = await publisher(() => ({ '/': 'HTTP/1.1 304 Not Modified\r\nLocation: /end\r\n\r\n' }));
    expect(summary(await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin }))).toBe('304');
  });

  test('returns the redirect itself if requested, whatever its target', async () => {
    const { server, origin } = await publisher(() => ({ '/': redirectTo('https://127.0.0.1/login') }));
    const result = await network.fetcher().fetch({ url: `${origin}/`, listingOrigin: origin, redirects: 'return' });
    expect(result).toMatchObject({ status: 302, headers: { location: 'https://127.0.0.1/login' }, redirects: [] });
    expect(server.heads).toHaveLength(1);
  });
});
