import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseContact, toLink } from './links.ts';

describe('linkOf', () => {
  test.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['https://example.com/"><script>', 'https://example.com/%22%3E%3Cscript%3E'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ])('converts %s to %s', (text, href) => {
    expect(toLink(text)).toBe(href);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt://example.com/%0aalert(1)',
    'data:text/html,x',
    '//example.com',
    '/path',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com\\@evil.example',
    'https://example.com/ and more',
    'https://exa"mple.com/',
    ' https://example.com/',
    'https://exa\u202emple.com/',
    'https://example.com/\u0000',
    'https://',
    `https://example.com/${'a'.repeat(2000)}`,
    '',
  ])('returns null for %j', text => {
    expect(toLink(text)).toBeNull();
  });

  test('returns only http or https URLs without credentials that are safe in quotes', () => {
    const rest = fc.string({ unit: fc.constantFrom(...'javscriptdt:/\\@?#."\'<> \n\u202e%'), maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom('', 'https://', 'http:', 'https://h.example/'), rest, (start, text) => {
        const href = toLink(start + text);
        if (href === null) return;
        expect(new URL(href)).toMatchObject({
          protocol: expect.stringMatching(/^https?:$/),
          username: '',
          password: '',
        });
        expect(href).not.toMatch(/[\s"<>]/);
      }),
    );
  });
});

describe('contactOf', () => {
  test('finds email addresses, with and without mailto:', () => {
    const href = 'mailto:a.b+c@mail.example.com';
    expect(parseContact('a.b+c@mail.example.com')).toEqual({ kind: 'email', href, text: 'a.b+c@mail.example.com' });
    expect(parseContact('MAILTO:a.b+c@mail.example.com')).toEqual({
      kind: 'email',
      href,
      text: 'a.b+c@mail.example.com',
    });
  });

  test('finds web URLs', () => {
    expect(parseContact('https://example.com/help')).toEqual({
      kind: 'address',
      href: 'https://example.com/help',
      text: 'https://example.com/help',
    });
  });

  test.each([
    'a@b.example?bcc=c@d.example',
    'a@b.example,c@d.example',
    'a b@c.example',
    'mailto:',
    'javascript:alert(1)',
    'Ring the bell',
  ])('returns %j as text', text => {
    expect(parseContact(text)).toEqual({ kind: 'text', text });
  });
});
