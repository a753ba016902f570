import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRequestUrl } from './parse-request-url.ts';

const parse = (target: string, host = 'Registry.example:80') =>
  parseRequestUrl({ target, method: 'GET', rawHeaders: ['Host', host] }, '127.0.0.1');

test('returns the same parts for plain targets as the URL parser for all others', () => {
  const piece = fc.constantFrom(...'/?&=#%.:;@+*,-~_aZ0é"\'<|[ '.split(''), '/..', '/%2e', '//', '%C3%A9', '?', '/a.b');
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom('a.example', 'A.example:80', '[::1]:8080'),
      (pieces, host) => {
        const target = `/${pieces.join('')}`;
        const { href, pathname, search, host: parsedHost } = new URL(`http://${host}${target}`);
        const url = parse(target, host)?.url;
        expect(url && { href: url.href, pathname: url.pathname, search: url.search, host: url.host }).toEqual({
          ...{ href, pathname, search, host: parsedHost },
        });
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each(['256.256.256.256', 'a.example:99999', '1.2.3.4.5', '[::1'])('rejects the host %s for each target', host => {
  expect(parse('/listings', host)).toBeUndefined();
  expect(parse('/listings?q=é', host)).toBeUndefined();
});

test('keeps the hosts of requests apart', () => {
  expect(['a.example', 'B.example', 'a.example'].map(host => parse('/listings', host)?.url.host)).toEqual([
    'a.example',
    'b.example',
    'a.example',
  ]);
});
