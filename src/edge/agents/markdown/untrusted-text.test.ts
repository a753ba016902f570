import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteLength, code, inline, link, quoteBlock, quoteInline, truncateMarkdown } from './untrusted-text.ts';

describe('an inline quotation', () => {
  test.each([
    ['plain words', 'plain words'],
    ['  two\n lines\t', 'two lines'],
    ['snake_case_name and _this_', 'snake_case_name and \\_this\\_'],
    ['**bold** `code` ~~no~~', '\\*\\*bold\\*\\* \\`code\\` \\~\\~no\\~\\~'],
    ['[text](javascript:alert(1))', '\\[text\\](javascript:alert(1))'],
    ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)>'],
    ['AT&T &lt;b&gt; &#60;', 'AT&T \\&lt;b\\&gt; \\&#60;'],
    ['0.5 is a number, - and # are marks', '0.5 is a number, - and # are marks'],
    ['a | b', 'a \\| b'],
    ['C:\\path', 'C:\\\\path'],
    ['\u202eevil\u2066\u200b\u00ad\u{e0041}\u0000\u001b[31m', 'evil\\[31m'],
    ['می‌خواهم 👩‍🚀', 'می‌خواهم 👩‍🚀'],
    ['half \ud800', 'half \ufffd'],
  ])('escapes %j', (text, markdown) => {
    expect(inline(text)).toBe(markdown);
  });

  test('cannot close the quotation marks around it', () => {
    expect(quoteInline('says “no” to you')).toBe('“says "no" to you”');
  });
});

test('measures a text as UTF-8 does', () => {
  const units = fc.constantFrom('a', 'é', '“', '🚀', '\ud800', '\udc00');
  fc.assert(
    fc.property(fc.string({ unit: units }), text => {
      expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});

describe('a block quotation', () => {
  test('keeps all its lines inside the quotation', () => {
    expect(quoteBlock('One.\r\n\r\n\r\n# Two\u2028- three\n    four\n1. five\n0.5\n```\n<b>')).toBe(
      '> One.\n>\n> \\# Two\n> \\- three\n> four\n> 1\\. five\n> 0.5\n> \\`\\`\\`\n> \\<b>',
    );
  });

  test('marks each line and escapes all markup', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'ab1_*`[]()<>&;#-+=.!|~\\\n\r\t \u2028\u202e"') });
    fc.assert(
      fc.property(texts, text => {
        for (const line of quoteBlock(text).split('\n')) {
          expect(line).toMatch(/^>( |$)/);
          const words = line.slice(2).replace(/\\[\\`*[\]<|~_&#>=+.)-]/g, 'x');
          expect(words).not.toMatch(/[\\`*[\]<|~\p{Cc}\p{Cf}]|^[#>=+-]|^\d+[.)]( |$)|&\w+;/u);
        }
      }),
    );
  });
});

describe('code', () => {
  test.each([
    ['GET /v1/{id}', '`GET /v1/{id}`'],
    ['a`b', '`` a`b ``'],
    ['``` x', '```` ``` x ````'],
    ['a\n# b', '`a # b`'],
    ['', '` `'],
  ])('formats %j', (text, markdown) => {
    expect(code(text)).toBe(markdown);
  });
});

describe('a URL', () => {
  test.each([
    ['https://api.example.com/docs', '<https://api.example.com/docs>'],
    ['HTTPS://Example.COM/a<b>', '<https://example.com/a%3Cb%3E>'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:text/html,<b>', 'data:text/html,\\<b>'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
    ['https://a.example/ (see here)', 'https://a.example/ (see here)'],
    [`https://a.example/${'x'.repeat(2000)}`, `https://a.example/${'x'.repeat(2000)}`],
  ])('formats %j', (text, markdown) => {
    expect(link(text)).toBe(markdown);
  });
});

test('truncates at the maximum number of bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 4, max: 80 }), (text, bytes) => {
      const { markdown, complete } = truncateMarkdown(text, bytes, inline);
      expect(byteLength(markdown)).toBeLessThanOrEqual(bytes);
      if (complete) expect(markdown).toBe(inline(text));
      else expect(byteLength(inline(text))).toBeGreaterThan(bytes);
    }),
  );
});
