import { isIPv6 } from 'node:net';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edited } from './fixtures/edit-manifest.ts';
import { full03 } from './fixtures/full-manifests.ts';
import { validationResult } from './fixtures/validation-result.ts';

const accepts = (pointer: string) => (text: string) => validationResult(edited(full03, pointer, text)).valid;
/** Texts of up to 12 fragments that are significant in the form, so that near misses are common. */
const texts = (...pieces: string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(chosen => chosen.join(''));
const agree = (text: fc.Arbitrary<string>, ours: (text: string) => boolean, theirs: (text: string) => boolean) =>
  fc.assert(
    fc.property(text, text => ours(text) === theirs(text)),
    { numRuns: 1500, seed: 3986 },
  );

describe('the URI pattern (RFC 3986)', () => {
  const isUri = accepts('/homepage');

  test.each([
    'https://example.org',
    'HTTP://EXAMPLE.org:/',
    'http://user:pa%20ss@host:8080/a/b;c=1,2/?q=a/b?c#f/?',
    'mailto:someone@example.org',
    'urn:isbn:0451450523',
    'a:',
    'a+b-c.1:/',
    'file:///etc/hosts',
    'http://',
    'http://[2001:db8::7]/c=GB?objectClass?one',
    'http://[::ffff:192.0.2.1]:80',
    'http://[v1F.a:b!]',
    'tag:a%E2%82%AC',
  ])('accepts %s', text => expect(isUri(text)).toBe(true));

  test.each([
    '',
    'example.org',
    '//example.org/a',
    '/a',
    '1a:b',
    ':a',
    'http://exa mple.org',
    'http://exämple.org',
    'http://example.org/\u00e9',
    'http://example.org/%',
    'http://example.org/%2',
    'http://example.org/%2g',
    'http://example.org/<a>',
    'http://example.org/{id}',
    'http://example.org/a|b',
    'http://example.org/a\\b',
    'http://a@b@c',
    'http://example.org:80a',
    'http://[::1',
    'http://::1/',
    'http://[::g]',
    'http://[1::2::3]',
    'http://[1:2:3:4:5:6:7]',
    'http://[1:2:3:4:5:6:7:8:9]',
    'http://[::256.0.0.1]',
    'http://[fe80::1%25eth0]',
    'http://[v.a]',
    'http://a[b]',
    'http://example.org/a#b#c',
    'http://example.org\n',
    ' http://example.org',
  ])('rejects %j', text => expect(isUri(text)).toBe(false));

  test('agrees with a part-by-part parser', () => {
    agree(
      texts('a', 'Z9', ':', '/', '//', '?', '#', '@', '[', ']', '%', '%2F', '.', '-', '+', '::', '1', '!', 'é', ' '),
      isUri,
      partByPart,
    );
    const address = texts('http://', '[', ']', '::', ':', '1', 'ffff', '0.0.0.0', 'v1.', 'a', '@', '80', '/');
    agree(address, isUri, partByPart);
  });

  test('agrees with the IPv6 parser of the platform', () => {
    const groups = fc.array(fc.constantFrom('0', 'a1', 'FFFF', '10000', '', '', '192.0.2.255', '1.2.3.256'), {
      maxLength: 10,
    });
    agree(
      groups.map(chosen => chosen.join(':')),
      text => isUri(`a://[${text}]`),
      isIPv6,
    );
  });
});

function partByPart(text: string): boolean {
  const only = (part: string, extra: string) =>
    [...part.replace(/%[0-9A-Fa-f]{2}/g, '')].every(
      character => /[A-Za-z0-9._~!$&'()*+,;=-]/.test(character) || extra.includes(character),
    );
  const colon = text.indexOf(':');
  if (colon < 1 || !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(text.slice(0, colon))) return false;
  const [beforeFragment = '', ...fragments] = text.slice(colon + 1).split('#');
  if (fragments.length > 1 || !only(fragments.join(''), ':@/?')) return false;
  const question = beforeFragment.indexOf('?');
  const hierarchy = question === -1 ? beforeFragment : beforeFragment.slice(0, question);
  if (question !== -1 && !only(beforeFragment.slice(question + 1), ':@/?')) return false;
  if (!hierarchy.startsWith('//')) return only(hierarchy, ':@/');
  const slash = hierarchy.indexOf('/', 2);
  const authority = slash === -1 ? hierarchy.slice(2) : hierarchy.slice(2, slash);
  if (slash !== -1 && !only(hierarchy.slice(slash), ':@/')) return false;
  const at = authority.indexOf('@');
  if (at !== -1 && !only(authority.slice(0, at), ':')) return false;
  const place = authority.slice(at + 1);
  const bracket = place.startsWith('[') ? place.indexOf(']') + 1 : 0;
  if (bracket === 0 && place.startsWith('[')) return false;
  const colonOfPort = place.indexOf(':', bracket);
  const host = colonOfPort === -1 ? place : place.slice(0, colonOfPort);
  if (colonOfPort !== -1 && /[^0-9]/.test(place.slice(colonOfPort + 1))) return false;
  if (!host.startsWith('[')) return only(host, '');
  const literal = host.slice(1, -1);
  const future = /^v[0-9a-f]+\.(.+)$/i.exec(literal)?.[1];
  return (
    host.endsWith(']') &&
    (isIPv6(literal) ? !literal.includes('%') : future !== undefined && !future.includes('%') && only(future, ':'))
  );
}

test('accepts the same email addresses as ajv-formats', () => {
  const pattern = fullFormats.email;
  if (!(pattern instanceof RegExp)) throw new Error('ajv-formats changed the shape of its email format.');
  const isEmail = accepts('/contact/email');
  for (const text of ['a@b.co', "o'hara+x@a-b.example", 'A.B@C.D', '-@1.2']) expect(isEmail(text), text).toBe(true);
  for (const text of [
    'a@b',
    'a@@b.co',
    '.a@b.co',
    'a.@b.co',
    'a@-b.co',
    'a@b-.co',
    'a@b..co',
    'a@b.co.',
    '"a"@b.co',
    'ä@b.co',
    'a@b.co\n',
  ])
    expect(isEmail(text), JSON.stringify(text)).toBe(false);
  agree(texts('a', 'B', '9', '.', '-', '@', '+', "'", '_', ' ', 'é', '.-', '-.', '@b.c'), isEmail, text =>
    pattern.test(text),
  );
});

test('accepts the same versions as the official regular expression of semver.org', () => {
  const official =
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;
  const isVersion = accepts('/version');
  for (const text of ['0.0.0', '1.2.3-0', '1.0.0--', '1.0.0-0a.0-', '1.0.0-a-.b', '1.0.0+001', '1.0.0-x+0.00-'])
    expect(isVersion(text), text).toBe(true);
  for (const text of [
    '1',
    '1.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0+',
    '1.0.0-01',
    '1.0.0-a..b',
    '1.0.0-a.',
    '1.0.0-.a',
    '1.0.0+a+b',
    '1.0.0 ',
    '٣.0.0',
  ])
    expect(isVersion(text), text).toBe(false);
  const tail = texts('0', '1', '00', 'a', '-', '.', '+', 'Z', '_');
  agree(
    fc.tuple(fc.constantFrom('1.0.0', '1.0.0-', '1.0.0+', '1.0.0-a+', ''), tail).map(parts => parts.join('')),
    isVersion,
    text => official.test(text),
  );
});

test('accepts decimals: digits with an optional fraction', () => {
  const digits = (text: string) => text !== '' && [...text].every(character => '0123456789'.includes(character));
  agree(texts('0', '1', '99', '.', '-', '+', 'e', ',', ' ', '٣', '\n'), accepts('/payment/rates/0/price'), text => {
    const parts = text.split('.');
    return parts.length <= 2 && parts.every(digits);
  });
});

test('accepts currencies: three capital letters, or "x-" and characters without white space', () => {
  const white = /\p{White_Space}|\ufeff/u;
  const isCurrency = accepts('/payment/currency');
  const everywhere = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code)).concat(
    '\ufeff',
    '\ufffe',
    '\u{1f41f}',
  );
  for (const character of everywhere)
    expect(isCurrency(`x-${character}`), JSON.stringify(character)).toBe(!white.test(character));
  agree(
    texts('U', 'S', 'D', 'EUR', 'x', '-', 'x-', 'X', 'a', ' ', '\t', '\u0085', '\u2003', '\n', 'é'),
    isCurrency,
    text =>
      text.startsWith('x-')
        ? text.length > 2 && !white.test(text)
        : text.length === 3 && [...text].every(letter => letter >= 'A' && letter <= 'Z'),
  );
});
