import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import zlib from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FetchRequest, FetchResult } from './fetch-result.ts';
import {
  expiredCertificate,
  otherHostCertificate,
  testAuthority,
  unknownExtensionCertificate,
} from './fixtures/certificates.ts';
import {
  LoopbackNetwork,
  PUBLIC_IP,
  type Reply,
  type ServeOptions,
  summary,
  UNUSED_IP,
} from './fixtures/loopback-network.ts';

const network = new LoopbackNetwork();
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await network.close();
});

const MIB = 1024 * 1024;

/** Sends a request to a test server over plain HTTP. */
async function ask(reply: Reply, request: Partial<FetchRequest> = {}): Promise<FetchResult> {
  const server = await network.serve(reply);
  network.zone.set('api.example', [[PUBLIC_IP]]);
  const origin = `http://api.example:${server.port}`;
  return network.fetcher({ local: true }).fetch({ url: `${origin}/`, listingOrigin: origin, ...request });
}

/** Sends a request over TLS that trusts `ca`. */
async function askOverTls(tls: ServeOptions['tls'], ca?: string): Promise<FetchResult> {
  const server = await network.serve('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', { tls });
  network.zone.set('api.example', [[PUBLIC_IP]]);
  const origin = `https://api.example:${server.port}`;
  return network.fetcher({ ca }).fetch({ url: origin, listingOrigin: origin });
}

/** Writes text repeatedly until the peer closes the connection. */
function pour(socket: Socket, text: string | Uint8Array, everyMs?: number): void {
  const timer = everyMs === undefined ? undefined : setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
  if (timer) return;
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

function encoded(body: Uint8Array, encoding: string): Uint8Array {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.byteLength}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

describe('a slow response', () => {
  const DEADLINE = 150;
  test.each<[string, (socket: Socket) => void]>([
    ['no response', () => undefined],
    [
      'a header byte by byte',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        pour(socket, 'x', 5);
      },
    ],
    [
      'headers line by line',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\n');
        pour(socket, 'X-Slow: 1\r\n', 20);
      },
    ],
    ['interim responses', socket => pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5)],
    [
      'a body with a known length',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        pour(socket, 'x', 5);
      },
    ],
    [
      'chunks',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        pour(socket, '1\r\nx\r\n', 5);
      },
    ],
    [
      'a chunk extension',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;');
        pour(socket, 'x', 5);
      },
    ],
    [
      'trailers',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n');
        pour(socket, 'X-Slow: 1\r\n', 20);
      },
    ],
    [
      'redirects',
      socket => {
        setTimeout(() => socket.write('HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'), 100);
      },
    ],
  ])('does not extend the deadline: %s', async (_, reply) => {
    const result = await ask(reply, { deadlineMs: DEADLINE });
    expect(result).toMatchObject({ outcome: 'failed', kind: 'timeout', decisive: false });
    expect(result.ms).toBeGreaterThanOrEqual(DEADLINE - 5);
  });

  test('times out during a TLS handshake', async () => {
    const server = await network.serve(() => undefined);
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `https://api.example:${server.port}`;
    const result = await network.fetcher().fetch({ url: origin, listingOrigin: origin, deadlineMs: DEADLINE });
    expect(summary(result)).toBe('failed timeout');
  });

  test('does not block the next request to the same origin', async () => {
    const server = await network.serve((socket, _, nth) => {
      if (nth > 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `http://api.example:${server.port}`;
    const fetcher = network.fetcher({ local: true });
    const request = { url: `${origin}/`, listingOrigin: origin };
    const results = await Promise.all([fetcher.fetch({ ...request, deadlineMs: 50 }), fetcher.fetch(request)]);
    expect(results.map(summary)).toEqual(['failed timeout', '200']);
  });
});

describe('size limits', () => {
  const body = Buffer.alloc(MIB, 'a');
  const bomb = Buffer.alloc(16 * MIB);

  test('allow a body of exactly the limit, with or without a length', async () => {
    const head = 'HTTP/1.1 200 OK\r\n';
    const known = Buffer.concat([Buffer.from(`${head}Content-Length: ${MIB}\r\n\r\n`), body]);
    const unknown = Buffer.concat([Buffer.from(`${head}Connection: close\r\n\r\n`), body]);
    for (const reply of [known, socket => socket.end(unknown)] satisfies Reply[]) {
      const result = await ask(reply);
      expect(result).toMatchObject({ status: 200 });
      expect(result.outcome === 'response' && result.body.byteLength).toBe(MIB);
    }
  });

  test.each<[string, Reply]>([
    ['a length over the limit', `HTTP/1.1 200 OK\r\nContent-Length: ${MIB + 1}\r\n\r\n`],
    [
      'an endless body',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        pour(socket, body);
      },
    ],
    [
      'endless chunks',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        pour(socket, `1000\r\n${'x'.repeat(4096)}\r\n`);
      },
    ],
    [
      'an endless chunk extension',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;');
        pour(socket, 'x'.repeat(4096));
      },
    ],
    ['endless interim responses', socket => pour(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100))],
    [
      'an endless reason phrase',
      socket => {
        socket.write('HTTP/1.1 200 ');
        pour(socket, 'x'.repeat(4096));
      },
    ],
    ['a gzip bomb', encoded(zlib.gzipSync(bomb), 'gzip')],
    ['a zlib bomb', encoded(zlib.deflateSync(bomb), 'deflate')],
    ['a raw deflate bomb', encoded(zlib.deflateRawSync(bomb), 'deflate')],
    ['a brotli bomb', encoded(zlib.brotliCompressSync(bomb), 'br')],
    [
      'a zstd bomb in 20 frames',
      encoded(Buffer.concat(Array(20).fill(zlib.zstdCompressSync(Buffer.alloc(MIB / 10)))), 'zstd'),
    ],
    ['a zstd bomb', encoded(zlib.zstdCompressSync(bomb), 'zstd')],
    ['a bomb in a bomb', encoded(zlib.gzipSync(zlib.gzipSync(bomb)), 'gzip, gzip')],
    [
      'a bomb in three encodings',
      encoded(zlib.brotliCompressSync(zlib.zstdCompressSync(zlib.gzipSync(bomb))), 'gzip, zstd, br'),
    ],
    ['many gzip members', encoded(Buffer.concat(Array(20).fill(zlib.gzipSync(Buffer.alloc(MIB / 10)))), 'gzip')],
  ])('apply to %s', async (_, reply) => {
    const result = await ask(reply);
    expect(result).toMatchObject({ outcome: 'failed', kind: 'too-large', decisive: true });
  });

  test('apply over TLS to bytes that the parser does not count', async () => {
    const server = await network.serve(socket => pour(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)), {
      tls: {},
    });
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `https://api.example:${server.port}`;
    expect(summary(await network.fetcher().fetch({ url: origin, listingOrigin: origin }))).toBe('failed too-large');
  });

  test.each<[string, Reply]>([
    ['a long header', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['a long header name', `HTTP/1.1 200 OK\r\n${'x'.repeat(17_000)}: 1\r\n\r\n`],
    ['many long headers', `HTTP/1.1 200 OK\r\n${'X-Long: 123456789012345678901234567890\r\n'.repeat(500)}\r\n`],
    ['many short headers', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(101)}Content-Length: 0\r\n\r\n`],
    [
      'endless headers',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\n');
        pour(socket, 'X-More: 1\r\n'.repeat(100));
      },
    ],
    [
      'a long trailer',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    ],
  ])('apply to headers: %s', async (_, reply) => {
    expect(await ask(reply)).toMatchObject({ outcome: 'failed', kind: 'headers-too-large', decisive: true });
  });

  test('apply to a burst of short headers in little time', async () => {
    const burst: Reply = socket => {
      socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_000)}\r\n`);
      setTimeout(() => socket.write('a: b\r\n'.repeat(40_000)), 20);
    };
    await ask(burst);
    const before = process.threadCpuUsage();
    expect(summary(await ask(burst))).toBe('failed headers-too-large');
    const { user, system } = process.threadCpuUsage(before);
    // An error for each header took 450 ms.
    expect((user + system) / 1000).toBeLessThan(250);
  });

  test('allow a body in very many chunks, in the memory of one', async () => {
    const chunks = '1\r\na\r\n'.repeat(300_000);
    const result = await ask(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    if (result.outcome !== 'response') throw new Error(summary(result));
    expect(Buffer.from(result.body).equals(Buffer.alloc(300_000, 'a'))).toBe(true);
    expect(result.body.buffer.byteLength).toBe(300_000);
  });

  test('accept a lower value from the caller', async () => {
    const reply = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    expect(summary(await ask(reply, { maxBytes: 2 }))).toBe('failed too-large');
    expect(summary(await ask(reply, { maxBytes: 3 }))).toBe('200');
  });
});

describe('encodings', () => {
  const text = Buffer.from('{"name":"Grüße"}');

  test.each([
    ['gzip', zlib.gzipSync(text)],
    ['GZIP', zlib.gzipSync(text)],
    ['x-gzip', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['zstd', zlib.zstdCompressSync(text)],
    ['zstd', Buffer.concat([text.subarray(0, 5), text.subarray(5)].map(part => zlib.zstdCompressSync(part)))],
    ['identity', text],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(text))],
    ['deflate,gzip,zstd', zlib.zstdCompressSync(zlib.gzipSync(zlib.deflateSync(text)))],
    ['gzip\r\nContent-Encoding: br', zlib.brotliCompressSync(zlib.gzipSync(text))],
  ])('decodes %s', async (encoding, bytes) => {
    expect(await ask(encoded(bytes, encoding))).toMatchObject({ status: 200, body: new Uint8Array(text) });
  });

  test.each([
    ['an unknown encoding', 'compress', text],
    ['four encodings', 'gzip, gzip, gzip, gzip', zlib.gzipSync(text)],
    ['a truncated stream', 'gzip', zlib.gzipSync(text).subarray(0, 20)],
    ['a wrong checksum', 'gzip', corrupted(zlib.gzipSync(text))],
    ['plain text declared as gzip', 'gzip', text],
    ['plain text declared as deflate', 'deflate', text],
    ['plain text declared as brotli', 'br', Buffer.from('{"a":1}')],
    ['plain text declared as zstd', 'zstd', text],
    ['text after a zstd frame', 'zstd', Buffer.concat([zlib.zstdCompressSync(text), text])],
    ['too many zstd frames', 'zstd', Buffer.concat(Array(2000).fill(zlib.zstdCompressSync('')))],
    ['a window that exceeds the memory', 'zstd', zstdWithWideWindow()],
    ['the wrong order', 'br, gzip', zlib.brotliCompressSync(zlib.gzipSync(text))],
  ])('attributes %s to the publisher', async (_, encoding, bytes) => {
    expect(await ask(encoded(bytes, encoding))).toMatchObject({ kind: 'bad-encoding', decisive: true });
  });

  test('accepts an empty body with any encoding', async () => {
    expect(await ask(encoded(new Uint8Array(), 'gzip'))).toMatchObject({ status: 200, body: new Uint8Array() });
  });

  function corrupted(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    copy.writeUInt32LE(0, copy.length - 8);
    return copy;
  }

  /** A frame of one byte that requires a window of 128 MiB. */
  function zstdWithWideWindow(): Buffer {
    return Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3, 0x09, 0x00, 0x00, 0x61]);
  }
});

describe('the HTTP parser', () => {
  test.each<[string, Reply, string]>([
    ['HTTP/0.9', '<html>hello</html>', 'failed protocol'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.7\r\n', 'failed protocol'],
    ['a newer protocol', 'HTTP/9.9 200 OK\r\n\r\n', 'failed protocol'],
    ['a status below 100', 'HTTP/1.1 099 No\r\nContent-Length: 1\r\n\r\na', 'failed protocol'],
    ['a status below 100 and a close', socket => socket.end('HTTP/1.1 000 No\r\n\r\n'), 'failed protocol'],
    ['no status', 'HTTP/1.1 OK\r\n\r\n', 'failed protocol'],
    [
      'an invalid chunk length',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n',
      'failed protocol',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'failed protocol'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'failed protocol',
    ],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'failed protocol'],
    ['a null byte in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n', 'failed protocol'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\nX : a\r\n\r\n', 'failed protocol'],
    [
      'an upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
      'failed protocol',
    ],
    ['a close without a response', socket => socket.end(), 'failed connection-reset'],
    ['a reset', socket => socket.resetAndDestroy(), 'failed connection-reset'],
    [
      'a truncated body',
      socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
      'failed connection-reset',
    ],
    [
      'truncated chunks',
      socket => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
      'failed connection-reset',
    ],
    ['truncated headers', socket => socket.end('HTTP/1.1 200 OK\r\nContent-'), 'failed connection-reset'],
  ])('fails for %s', async (_, reply, expected) => {
    expect(summary(await ask(reply))).toBe(expected);
  });

  test('does not treat bytes beyond the length as the next response', async () => {
    const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
    const server = await network.serve((socket, _, nth) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nreal${nth === 1 ? forged : ''}`);
    });
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `http://api.example:${server.port}`;
    const fetcher = network.fetcher({ local: true });
    for (const path of ['/a', '/b']) {
      const result = await fetcher.fetch({ url: origin + path, listingOrigin: origin });
      expect(result).toMatchObject({ status: 200, body: new TextEncoder().encode('real') });
    }
  });

  test.each([204, 304])('ignores a body after %i', async status => {
    const result = await ask(`HTTP/1.1 ${status} No\r\nContent-Length: 4\r\n\r\nbody`);
    expect(result).toMatchObject({ status, body: new Uint8Array() });
  });

  test('ignores a body and its length after HEAD', async () => {
    const result = await ask(`HTTP/1.1 200 OK\r\nContent-Length: ${5 * MIB}\r\nContent-Encoding: gzip\r\n\r\nbody`, {
      method: 'HEAD',
    });
    expect(result).toMatchObject({ status: 200, body: new Uint8Array() });
  });

  test.each([
    ['103', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3)],
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)],
    ['100 with a header', 'HTTP/1.1 100 Continue\r\nVia: 1\r\n\r\n'],
  ])('skips interim responses: %s', async (_, interim) => {
    const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const body = new TextEncoder().encode('ok');
    expect(await ask(interim + final)).toMatchObject({ status: 200, body });
    const late: Reply = socket => {
      socket.write(interim);
      setImmediate(() => socket.write(final));
    };
    expect(await ask(late)).toMatchObject({ status: 200, body });
  });

  test('skips a 100 on a reused connection over TLS', async () => {
    const server = await network.serve('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', {
      tls: {},
    });
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `https://api.example:${server.port}`;
    const fetcher = network.fetcher();
    for (const path of ['/a', '/b']) {
      expect(await fetcher.fetch({ url: origin + path, listingOrigin: origin })).toMatchObject({ status: 200 });
    }
  });

  test('removes white space around a value', async () => {
    const result = await ask('HTTP/1.1 503 No\r\nRetry-After: \t120 \t\r\nX-Blank:  \r\nContent-Length: 0\r\n\r\n');
    expect(result).toMatchObject({ retryAfter: 120, headers: { 'retry-after': '120', 'x-blank': '' } });
  });

  test('drops cookies and treats unusual header names as plain names', async () => {
    const server = await network.serve(
      'HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n__proto__: x\r\nConstructor: y\r\nVia: 1\r\nvia: 2\r\nContent-Length: 0\r\n\r\n',
    );
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `http://api.example:${server.port}`;
    const fetcher = network.fetcher({ local: true });
    const first = await fetcher.fetch({ url: origin, listingOrigin: origin });
    await fetcher.fetch({ url: origin, listingOrigin: origin });

    const headers = first.outcome === 'response' ? Object.entries(first.headers) : [];
    expect(headers).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['via', '1, 2'],
      ['content-length', '0'],
    ]);
    expect(server.heads.join()).not.toMatch(/cookie/i);
  });
});

describe('a dropped body', () => {
  test.each<[string, Reply]>([
    ['short', 'HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno'],
    ['too large', `HTTP/1.1 401 No\r\nContent-Length: ${9 * MIB}\r\n\r\n`],
    ['badly encoded', 'HTTP/1.1 401 No\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nno'],
    [
      'endless',
      socket => {
        socket.write('HTTP/1.1 401 No\r\n\r\n');
        pour(socket, 'x'.repeat(4096));
      },
    ],
    ['never sent', 'HTTP/1.1 401 No\r\nContent-Type: text/event-stream\r\n\r\n'],
  ])('does not prevent the response: %s', async (_, reply) => {
    const result = await ask(reply, { body: 'drop', deadlineMs: 120_000 });
    expect(result).toMatchObject({ status: 401, body: new Uint8Array() });
    expect(result.ms).toBeLessThan(60_000);
  });
});

describe('TLS', () => {
  test('requires a certificate of a trusted authority for the name', async () => {
    expect(summary(await askOverTls({}, testAuthority))).toBe('200');
  });

  test.each([
    ['an unknown authority', {}, undefined],
    ['another name', { cert: otherHostCertificate }, testAuthority],
    ['an expired certificate', { cert: expiredCertificate }, testAuthority],
    ['an unknown critical extension', { cert: unknownExtensionCertificate }, unknownExtensionCertificate],
  ])('attributes %s to the publisher', async (_, tls, ca) => {
    expect(await askOverTls(tls, ca)).toMatchObject({ outcome: 'failed', kind: 'tls', decisive: true });
  });

  test('does not renegotiate, which a server could repeat until the deadline', async () => {
    let isRenegotiated = false;
    const renegotiate: Reply = socket => {
      (socket as TLSSocket).renegotiate({}, error => {
        isRenegotiated = !error;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    };
    const server = await network.serve(renegotiate, { tls: { maxVersion: 'TLSv1.2' } });
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `https://api.example:${server.port}`;
    await network.fetcher().fetch({ url: origin, listingOrigin: origin, deadlineMs: 500 });
    expect(server.heads).toHaveLength(1);
    expect(isRenegotiated).toBe(false);
  });

  test('attributes plain HTTP on a TLS port to the publisher', async () => {
    const server = await network.serve('', { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' });
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `https://api.example:${server.port}`;
    expect(summary(await network.fetcher().fetch({ url: origin, listingOrigin: origin }))).toBe('failed tls');
  });

  test('verifies certificates regardless of the environment', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(summary(await askOverTls({}, undefined))).toBe('failed tls');
  });
});

describe('the fetcher', () => {
  test.each([[[PUBLIC_IP]], [[PUBLIC_IP, UNUSED_IP]]])('attributes a closed port at %j to the publisher', async ips => {
    const server = await network.serve('');
    await network.close();
    network.zone.set('api.example', [ips]);
    const origin = `https://api.example:${server.port}`;
    const fetcher = network.fetcher({ ipRule: () => undefined });
    expect(await fetcher.fetch({ url: origin, listingOrigin: origin })).toMatchObject({
      kind: 'connection-refused',
      decisive: true,
    });
  });

  test('uses the second address of a name if the first does not respond', async () => {
    const server = await network.serve('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    network.zone.set('api.example', [[UNUSED_IP, PUBLIC_IP]]);
    const origin = `http://api.example:${server.port}`;
    const fetcher = network.fetcher({ local: true, ipRule: () => undefined });
    expect(await fetcher.fetch({ url: origin, listingOrigin: origin })).toMatchObject({
      status: 200,
      address: PUBLIC_IP,
    });
  });

  test('stops when aborted, even in the queue', async () => {
    const server = await network.serve(() => undefined);
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `http://api.example:${server.port}`;
    const fetcher = network.fetcher({ local: true });
    const controller = new AbortController();
    const request = { url: origin, listingOrigin: origin };
    const running = fetcher.fetch({ ...request, signal: controller.signal });
    const waiting = fetcher.fetch({ ...request, signal: controller.signal });
    const early = await fetcher.fetch({ ...request, signal: AbortSignal.abort() });
    setTimeout(() => controller.abort(), 20);
    expect([early, await running, await waiting].map(summary)).toEqual(Array(3).fill('failed aborted'));
  });

  // Three days: revalidation honors delays of up to a week, so the fetcher may not shorten them.
  test.each([120, 259_200])('reports a Retry-After of %d seconds', async seconds => {
    const reply = `HTTP/1.1 429 Slow down\r\nRetry-After: ${seconds}\r\nContent-Length: 0\r\n\r\n`;
    expect(await ask(reply)).toMatchObject({ status: 429, retryAfter: seconds });
  });

  test('sends nothing after close', async () => {
    const server = await network.serve('');
    network.zone.set('api.example', [[PUBLIC_IP]]);
    const origin = `http://api.example:${server.port}`;
    const fetcher = network.fetcher({ local: true });
    await fetcher.close();
    expect(summary(await fetcher.fetch({ url: origin, listingOrigin: origin }))).toBe('failed our-side');
    expect(await server.strangers()).toBe(0);
  });
});

describe('a sampled body', () => {
  test('contains all bytes of a short response', async () => {
    const result = await ask('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', { body: 'sample' });
    expect(result).toMatchObject({ status: 200, body: new TextEncoder().encode('ok') });
    expect(result).not.toHaveProperty('isPartial');
  });

  test.each<[string, Reply]>([
    [
      'endless',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        pour(socket, 'x'.repeat(4096));
      },
    ],
    ['never complete', 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 99\r\n\r\ndata: 1\n'],
  ])('contains the first bytes of a body that is %s', async (_, reply) => {
    const result = await ask(reply, { body: 'sample' });
    expect(result).toMatchObject({ outcome: 'response', status: 200, isPartial: true });
    expect(result.outcome === 'response' && result.body.length).toBeLessThanOrEqual(64 * 1024);
  });

  const text = Buffer.from(
    Array.from({ length: 60_000 }, (_, line) => `${line} ${(line * 7919) % 100_003}\n`).join(''),
  );

  test.each([
    ['an unknown encoding', 'odd', Buffer.from('text')],
    ['an invalid one', 'gzip', Buffer.from('text')],
    ['one of more than 1 MiB', 'gzip', zlib.gzipSync(Buffer.alloc(2 * 1024 * 1024))],
  ])('contains the encoded bytes of %s, with the status', async (_, encoding, bytes) => {
    const reply = Buffer.concat([
      Buffer.from(`HTTP/1.1 404 Not Found\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`),
      bytes,
    ]);
    const result = await ask(reply, { body: 'sample' });
    expect(result).toMatchObject({ outcome: 'response', status: 404, isPartial: true, body: new Uint8Array(bytes) });
  });

  test.each([
    ['gzip', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', zlib.zstdCompressSync(text)],
  ])('contains the beginning of a large body in %s', async (encoding, compressed) => {
    expect(compressed.length).toBeGreaterThan(80 * 1024);
    const result = await ask(encoded(compressed, encoding), { body: 'sample' });
    if (result.outcome !== 'response') expect.fail(summary(result));
    expect(result.isPartial).toBe(true);
    expect(result.body.length).toBeGreaterThan(60 * 1024);
    expect(text.subarray(0, result.body.length).equals(result.body)).toBe(true);
  });
});
