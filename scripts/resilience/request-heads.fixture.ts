import fc from 'fast-check';

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT', 'get', 'QUERY', 'G ET', ''];

const TARGETS = [
  '/',
  '/listings?limit=1',
  '/listings/api-1.example',
  '/health',
  '/openapi.json',
  '/mcp',
  '/export/%25',
  '/export/..%2f',
  '/listings?q=caf\xc3\xa9',
  '/listings?q=\xe9',
  '/\x00',
  '//evil.example/listings',
  '/..//../%2e%2e/etc/passwd',
  '/a\\b',
  '/listings#fragment',
  '/%',
  '/%c3%28',
  '*',
  '',
  ' ',
  'listings',
  '?limit=1',
  'http://evil.example/listings?limit=1',
  'HTTP://EVIL.EXAMPLE/',
  'https://registry.example/listings',
  'http://user:secret@evil.example/',
  'http://[::1]:4321/listings',
  'http://evil.example:99999/',
  'http://',
  'http:///listings',
  'http://[',
  'http://a b/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'evil.example:443',
  `/listings?q=${'a'.repeat(9_000)}`,
  `/listings?${'x&'.repeat(2_000)}`,
];

const HOSTS = [
  'Host: 127.0.0.1:4321',
  'Host: 127.0.0.1:4321',
  'Host: registry.example',
  'Host:',
  'Host: ',
  'Host: 127.0.0.1:4321\r\nHost: evil.example',
  'Host: a, b',
  'Host: a b',
  'Host: a/b?c#d',
  'Host: user@evil.example',
  'Host: [::1]:4321',
  'Host: [::1',
  'Host: :4321',
  'Host: evil.example:99999',
  'Host: evil.example:80a',
  'Host: \xc3\xa9.example',
  'Host: %00',
  'Host: ..',
  'Host: -',
  'host:127.0.0.1',
  'Host : 127.0.0.1',
  'X-No-Host: 1',
];

const OTHERS = [
  'Accept: text/html',
  'Accept: text/event-stream',
  'Accept: application/json;q=0.5, */*;q=banana',
  'Accept-Encoding: br, gzip',
  'Accept-Encoding: gzip;q=0',
  'If-None-Match: *',
  'If-None-Match: "a',
  'Origin: null',
  'Origin: http://evil.example',
  'Connection: keep-alive',
  'Connection: close, Upgrade\r\nUpgrade: websocket',
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: 5\r\nContent-Length: 6',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Expect: 100-continue',
  'Expect: something',
  'Forwarded: for="[::1]:1',
  'X-Forwarded-For: \xff',
  'X-Request-Id: ../../etc',
  'X-Request-Id: aaaaaaaa\r\nX-Request-Id: bbbbbbbb',
  'Range: bytes=0-1',
  '__proto__: 1',
  'No colon',
  ': no name',
  ' folded: line',
  `X-Long: ${'x'.repeat(3_000)}`,
];

const head = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...TARGETS) },
      fc.string({ unit: 'binary', maxLength: 40 }),
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 x', 'http/1.1', ''),
    host: fc.constantFrom(...HOSTS),
    others: fc.array(fc.constantFrom(...OTHERS), { maxLength: 3 }),
    end: fc.constantFrom(...Array.from({ length: 8 }, () => '\r\n'), '\n', '\r'),
  })
  .map(({ method, target, version, host, others, end }) =>
    [`${method} ${target} ${version}`, host, ...others, '', ''].join(end),
  );

/** Returns a head unchanged, with a changed byte, truncated, or followed by another head on the same connection. */
const request = fc.oneof(
  { weight: 7, arbitrary: head },
  { weight: 1, arbitrary: fc.tuple(head, fc.nat(200), fc.nat(255)).map(([text, at, byte]) => changed(text, at, byte)) },
  { weight: 1, arbitrary: fc.tuple(head, fc.nat(200)).map(([text, at]) => text.slice(0, at)) },
  { weight: 1, arbitrary: fc.tuple(head, head).map(([first, second]) => first + second) },
);

function changed(text: string, at: number, byte: number): string {
  const place = at % text.length;
  return text.slice(0, place) + String.fromCharCode(byte) + text.slice(place + 1);
}

/** Generates raw request heads, most of them malformed. The same seed produces the same heads. */
export function requestHeads(count: number, seed: number): Uint8Array[] {
  return fc.sample(request, { numRuns: count, seed }).map(text => Buffer.from(text, 'latin1'));
}
