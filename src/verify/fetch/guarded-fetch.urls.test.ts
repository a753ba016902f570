import { afterEach, describe, expect, test, vi } from 'vitest';
import { FORBIDDEN_IP, LoopbackNetwork, PUBLIC_IP, summary } from './fixtures/loopback-network.ts';
import { createConnections } from './guarded-connections.ts';
import { toFetchFailure } from './network-failure.ts';
import { rejectIp } from './rules/ip-rules.ts';
import { sendRequest } from './send-request.ts';

const network = new LoopbackNetwork();
afterEach(async () => {
  vi.unstubAllEnvs();
  await network.close();
});

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const OK_THEN_CLOSE = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok';

describe('an IP address in a URL', () => {
  test.each([
    ['dotted decimal', '127.0.0.1'],
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
    ['octal', '017700000001'],
    ['octal parts', '0177.0.0.01'],
    ['short, two parts', '127.1'],
    ['short, three parts', '127.0.1'],
    ['mixed bases', '0x7f.1'],
    ['trailing dot', '127.0.0.1.'],
    ['decimal with a trailing dot', '2130706433.'],
    ['percent-encoded digits', '%31%32%37.0.0.1'],
    ['percent-encoded dots', '127%2e0%2e0%2e1'],
    ['full-width digits', '１２７.０.０.１'],
    ['circled digits', '①②⑦.⓪.⓪.①'],
    ['ideographic full stops', '127。0。0。1'],
    ['soft hyphens', '127\u00ad.0.0.1'],
    ['zero', '0'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 loopback in full', '[0:0:0:0:0:0:0:1]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped in hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-compatible', '[::127.0.0.1]'],
    ['NAT64', '[64:ff9b::127.0.0.1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['Teredo', '[2001:0:7f00:1::]'],
    ['link-local', '[fe80::1]'],
    ['unspecified', '[::]'],
    ['public IPv4', '93.184.216.34'],
    ['public IPv6', '[2606:4700::1111]'],
  ])('causes a rejection without a connection, even as the listed origin: %s, %s', async (_, host) => {
    const trap = await network.trap();
    const url = `https://${host}:${trap.port}/`;

    const result = await network.fetcher({ local: false }).fetch({ url, listingOrigin: new URL(url).origin });

    expect(summary(result)).toBe('refused ip-literal');
    expect(await trap.strangers()).toBe(0);
    expect(network.questions).toEqual([]);
  });

  test.each([
    ['zone id', 'https://[fe80::1%25lo]/'],
    ['bare zone id', 'https://[::1%lo]/'],
    ['part out of range', 'https://127.0.0.256/'],
    ['too many parts', 'https://127.0.0.0.1/'],
    ['bracketed IPv4', 'https://[127.0.0.1]/'],
    ['space inside', 'https://127.0.0.1 .example/'],
    ['tab inside', 'https://127.0.\t0.1/'],
    ['newline before the host', 'https://\n127.0.0.1/'],
    ['backslashes', 'https:\\\\127.0.0.1\\'],
    ['backslash as the end of the host', 'https://127.0.0.1\\@api.example/'],
    ['null byte', 'https://127.0.0.1\u0000.api.example/'],
    ['no host', 'https:///'],
    ['relative', '//127.0.0.1/'],
    ['empty', ''],
    ['overlong', `https://api.example/${'a'.repeat(2048)}`],
  ])('causes a rejection in an invalid URL: %s', async (_, url) => {
    expect(summary(await network.fetcher().fetch({ url }))).toBe('refused not-an-address');
    expect(network.questions).toEqual([]);
  });
});

describe('a reserved host name', () => {
  test.each([
    'localhost',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'local\u00adhost',
    'localhost%2e',
    'localhost.',
    'localhost.localdomain',
    'foo.localhost',
    'foo.local',
    'metadata.google.internal',
    'router.lan',
    'nas.home.arpa',
    'intranet',
    'api',
    'api.example.',
    'api..example',
    'facebookcorewwwi.onion',
    'dev.test',
    'gone.invalid',
    '-api.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
  ])('causes a rejection without a DNS lookup: %s', async host => {
    const trap = await network.trap();
    const url = `https://${host}:${trap.port}/`;

    const result = await network.fetcher().fetch({ url, listingOrigin: URL.parse(url)?.origin });

    expect(summary(result)).toMatch(/^refused (host-name|reserved-name)$/);
    expect(await trap.strangers()).toBe(0);
    expect(network.questions).toEqual([]);
  });

  test('excludes a confusable host name, which resolves as a different name', async () => {
    const result = await network.fetcher().fetch({ url: 'https://\u0430pi.example/' });
    expect(summary(result)).toBe('failed dns-not-found');
    expect(network.questions).toEqual(['xn--pi-6kc.example']);
  });
});

describe('schemes, credentials, and ports', () => {
  test.each([
    ['http', 'http://api.example/', 'scheme'],
    ['file', 'file:///etc/passwd', 'scheme'],
    ['ftp', 'ftp://api.example/', 'scheme'],
    ['data', 'data:,hello', 'scheme'],
    ['javascript', 'javascript:alert(1)', 'scheme'],
    ['web socket', 'wss://api.example/', 'scheme'],
    ['gopher', 'gopher://127.0.0.1:6379/_INFO', 'scheme'],
    ['unix socket', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/', 'scheme'],
    ['user and password', 'https://user:pass@api.example/', 'credentials'],
    ['user only', 'https://user@api.example/', 'credentials'],
    ['password only', 'https://:pass@api.example/', 'credentials'],
    ['a host as the user', 'https://good.example@api.example/', 'credentials'],
    ['an encoded at sign', 'https://good.example%40@api.example/', 'credentials'],
    ['unusual port', 'https://api.example:8443/', 'port'],
    ['port 0', 'https://api.example:0/', 'port'],
    ['mail port', 'https://api.example:25/', 'port'],
  ])('rejects %s: %s', async (_, url, rule) => {
    expect(summary(await network.fetcher().fetch({ url }))).toBe(`refused ${rule}`);
    expect(network.questions).toEqual([]);
  });

  test.each(['https://api.example:25', 'https://api.example:22', 'https://api.example:6667', 'https://api.example:0'])(
    'rejects %s even as the listed origin',
    async origin => {
      expect(summary(await network.fetcher().fetch({ url: origin, listingOrigin: origin }))).toBe('refused port');
    },
  );

  test.each([
    ['host', 'other.example', 0],
    ['port', 'api.example', 1],
  ])('rejects the port of the listed origin for another %s', async (_, host, offset) => {
    const server = await network.serve(OK, { tls: {} });
    network.zone.set(host, [[PUBLIC_IP]]);
    const url = `https://${host}:${server.port}/`;
    const listingOrigin = `https://api.example:${server.port + offset}`;

    expect(summary(await network.fetcher().fetch({ url, listingOrigin }))).toBe('refused port');
    expect(await server.strangers()).toBe(0);
  });
});

describe('a name with a blocked address', () => {
  test.each([
    ['loopback', ['127.0.0.1']],
    ['another loopback address in 127/8', ['127.255.255.254']],
    ['this network', ['0.0.0.0']],
    ['private', ['10.0.0.1']],
    ['carrier-grade NAT', ['100.64.0.1']],
    ['metadata service', ['169.254.169.254']],
    ['broadcast', ['255.255.255.255']],
    ['IPv6 loopback', ['::1'].filter(ip => ip !== PUBLIC_IP).concat('::')],
    ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
    ['IPv4-mapped public', ['::ffff:93.184.216.34']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['NAT64, local use', ['64:ff9b:1::7f00:1']],
    ['6to4', ['2002:7f00:1::1']],
    ['Teredo', ['2001:0:4136:e378:8000:63bf:80ff:fffe']],
    ['unique local', ['fd00:ec2::254']],
    ['link-local', ['fe80::1']],
    ['link-local with a zone', ['fe80::1%lo']],
    ['site-local', ['fec0::1']],
    ['multicast', ['ff02::1']],
    ['documentation', ['2001:db8::1']],
    ['public first, loopback second', [PUBLIC_IP, '127.0.0.1']],
    ['loopback first, public second', ['127.0.0.1', PUBLIC_IP]],
    ['loopback among many', [...Array<string>(20).fill(PUBLIC_IP), '127.0.0.1']],
    ['public IPv4, private IPv6', [PUBLIC_IP, 'fd00::1']],
    ['octal notation', ['0177.0.0.1']],
    ['decimal notation', ['2130706433']],
    ['short notation', ['127.1']],
    ['leading zero', ['127.0.0.01']],
    ['another name', ['localhost']],
    ['nothing', ['']],
  ])('causes a rejection before a connection: %s, %j', async (_, addresses) => {
    const { server, trap } = await network.serveBesideTrap(OK, { tls: {} });
    network.zone.set('api.example', [addresses]);
    const origin = `https://api.example:${server.port}`;

    expect(summary(await network.fetcher().fetch({ url: origin, listingOrigin: origin }))).toBe(
      'refused blocked-address',
    );
    expect(await trap.strangers()).toBe(0);
    expect(await server.strangers()).toBe(0);
  });

  test('differs from a name without addresses (not found) and from a failed lookup (inconclusive)', async () => {
    expect(await network.fetcher().fetch({ url: 'https://gone.example/' })).toMatchObject({
      kind: 'dns-not-found',
      decisive: true,
    });
    const resolve = () => Promise.reject(new Error('SERVFAIL'));
    expect(await network.fetcher({ resolve }).fetch({ url: 'https://api.example/' })).toMatchObject({
      kind: 'dns-failed',
      decisive: false,
    });
  });
});

describe('DNS rebinding', () => {
  test('connects to the checked address with a single lookup per connection', async () => {
    const { server, trap } = await network.serveBesideTrap(OK, { tls: {} });
    network.zone.set('api.example', [[PUBLIC_IP], ['127.0.0.1']]);
    const origin = `https://api.example:${server.port}`;

    expect(await network.fetcher().fetch({ url: origin, listingOrigin: origin })).toMatchObject({
      status: 200,
      address: PUBLIC_IP,
    });
    expect(network.questions).toEqual(['api.example']);
    expect(await trap.strangers()).toBe(0);
  });

  test('checks a second connection like the first', async () => {
    const { server, trap } = await network.serveBesideTrap(socket => socket.end(OK_THEN_CLOSE), { tls: {} });
    network.zone.set('api.example', [[PUBLIC_IP], ['127.0.0.1']]);
    const origin = `https://api.example:${server.port}`;
    const fetcher = network.fetcher();

    expect(summary(await fetcher.fetch({ url: origin, listingOrigin: origin }))).toBe('200');
    expect(summary(await fetcher.fetch({ url: origin, listingOrigin: origin }))).toBe('refused blocked-address');
    expect(await trap.strangers()).toBe(0);
  });

  test('checks the connection of a redirect like the first', async () => {
    const reply = 'HTTP/1.1 302 Found\r\nLocation: /b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
    const { server, trap } = await network.serveBesideTrap(socket => socket.end(reply), {
      tls: {},
    });
    network.zone.set('api.example', [[PUBLIC_IP], ['127.0.0.1']]);
    const origin = `https://api.example:${server.port}`;

    const result = await network.fetcher().fetch({ url: origin, listingOrigin: origin });

    expect(summary(result)).toBe('refused blocked-address');
    expect(result.redirects).toEqual([{ status: 302, to: `${origin}/b` }]);
    expect(await trap.strangers()).toBe(0);
  });

  test('replaces a broken connection with a checked one', async () => {
    const { server, trap } = await network.serveBesideTrap(
      (socket, _, nth) => {
        if (nth === 1) socket.write(OK);
        else socket.destroy();
      },
      { tls: {} },
    );
    network.zone.set('api.example', [[PUBLIC_IP], ['127.0.0.1']]);
    const origin = `https://api.example:${server.port}`;
    const fetcher = network.fetcher();

    expect(summary(await fetcher.fetch({ url: origin, listingOrigin: origin }))).toBe('200');
    expect(summary(await fetcher.fetch({ url: origin, listingOrigin: origin }))).toBe('refused blocked-address');
    expect(await trap.strangers()).toBe(0);
  });

  test('ignores a DNS response after the deadline', async () => {
    const trap = await network.trap();
    const { promise, resolve: answer } = Promise.withResolvers<string[]>();
    const origin = `https://api.example:${trap.port}`;
    const fetcher = network.fetcher({ resolve: () => promise });

    expect(summary(await fetcher.fetch({ url: origin, listingOrigin: origin, deadlineMs: 30 }))).toBe('failed timeout');
    answer(['127.0.0.1']);
    expect(await trap.strangers()).toBe(0);
  });
});

describe('the connection layer', () => {
  test.each(['http', 'https'])('rejects an IP literal over %s independently', async scheme => {
    const trap = await network.trap();
    const connections = createConnections({ resolve: network.resolve, ipRule: rejectIp, local: false });
    const url = new URL(`${scheme}://${FORBIDDEN_IP}:${trap.port}/`);
    const { dispatcher } = connections.lease(url.origin, 1000);

    const answer = await sendRequest(dispatcher, {
      url,
      method: 'GET',
      headers: {},
      maxBytes: 1000,
      bodyMode: () => 'read' as const,
      mayRetry: () => true,
      signal: new AbortController().signal,
    }).catch(toFetchFailure);

    expect(answer).toMatchObject({ outcome: 'refused', rule: 'ip-literal' });
    expect(await trap.strangers()).toBe(0);
    await connections.close();
  });
});

test('closes a connection that is ready only after the deadline, and sends nothing on it', async () => {
  const server = await network.serve(OK);
  const { promise, resolve: answer } = Promise.withResolvers<string[]>();
  const origin = `http://api.example:${server.port}`;
  const fetcher = network.fetcher({ local: true, resolve: () => promise });

  expect(summary(await fetcher.fetch({ url: origin, listingOrigin: origin, deadlineMs: 30 }))).toBe('failed timeout');
  answer([PUBLIC_IP]);
  await expect.poll(() => server.strangers()).toBe(1);
  await expect.poll(() => server.sockets.size).toBe(0);
  expect(server.heads).toEqual([]);
});

test('checks the remote address of the connection again', async () => {
  const server = await network.serve(OK);
  const judged: string[] = [];
  const ipRule = (address: string) => {
    judged.push(address);
    return judged.length === 1 ? undefined : rejectIp(address);
  };
  network.zone.set('api.example', [[PUBLIC_IP]]);
  const origin = `http://api.example:${server.port}`;
  const result = await network.fetcher({ local: true, ipRule }).fetch({ url: origin, listingOrigin: origin });
  expect(summary(result)).toBe('refused blocked-address');
  expect(judged).toEqual([PUBLIC_IP, PUBLIC_IP]);
  expect(server.heads).toEqual([]);
});

test('ignores proxies in the environment', async () => {
  const trap = await network.trap();
  const server = await network.serve(OK, { tls: {} });
  network.zone.set('api.example', [[PUBLIC_IP]]);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
    vi.stubEnv(name, `http://${FORBIDDEN_IP}:${trap.port}`);
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  const origin = `https://api.example:${server.port}`;

  expect(summary(await network.fetcher().fetch({ url: origin, listingOrigin: origin }))).toBe('200');
  expect(await trap.strangers()).toBe(0);
});
