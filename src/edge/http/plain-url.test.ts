import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUrl } from './plain-url.ts';

test('returns the same parts as the URL parser', () => {
  const piece = fc.constantFrom(...'/?&=#%.:;@+*,-~_aZ0é"\'<|['.split(''), '/..', '/%2e', '//', '%C3%A9', '/a.b');
  const origin = fc.constantFrom(
    ...['http://a.example', 'https://A.example:443', 'http://[::1]:8080', 'https://0x7f.1', 'http://bücher.example'],
    // The parser finds the host elsewhere, or no host.
    ...['http://a@b.example', 'http:a//b', 'http:/a', 'http://a?b=', 'http://a#b', 'http:\\\\a', 'data:a', ' http://a'],
  );
  fc.assert(
    fc.property(origin, fc.constantFrom('', '/'), fc.array(piece, { maxLength: 12 }), (start, slash, pieces) => {
      const text = start + slash + (slash && pieces.join(''));
      const { href, pathname, search, host } = new URL(text);
      const url = parseUrl(text);
      expect([url.href, url.pathname, url.search, url.host]).toEqual([href, pathname, search, host]);
    }),
    { numRuns: 3_000, seed: 3986 },
  );
});

test.each(['', '/listings', 'http:', 'http://', 'http://a.example:99999/listings'])('rejects %j', text => {
  expect(() => parseUrl(text)).toThrow(TypeError);
});
