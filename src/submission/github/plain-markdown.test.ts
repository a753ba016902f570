import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainMarkdown } from './plain-markdown.ts';

/** The text that a reader of the comment sees, in which GitHub looks for mentions and references. */
const rendered = (markdown: string) =>
  markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&(amp|lt);/g, (_, name) => (name === 'amp' ? '&' : '<'));

test.each([
  ['@everyone', '@\u200beveryone'],
  ['see #12', 'see \\#\u200b12'],
  ['GH-12', 'GH-\u200b12'],
  ['[click](https://evil.example)', '\\[click\\]\\(https:\u200b//evil.example\\)'],
  ['www.evil.example', 'www\u200b.evil.example'],
  ['<img src=x>', '&lt;img src=x\\>'],
  ['two\n\nlines\u202e', 'two lines'],
  ['`code` | cell', '\\`code\\` \\| cell'],
  ['$x$ costs', '\\$x\\$ costs'],
  ['- item', '\\- item'],
  ['1. item', '1\u200b. item'],
  ['half \ud800', 'half \ufffd'],
])('escapes %j', (text, plain) => expect(plainMarkdown(text)).toBe(plain));

test('truncates long text', () => expect(plainMarkdown('a'.repeat(2000))).toHaveLength(501));

test('leaves no active markup in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'@#<>[]()!`*_|\\ \na:/w.GH-1&') }), text => {
      const plain = plainMarkdown(text);
      expect(plain).not.toMatch(/[<\n]|:\/\/|(?<!\\)(\\\\)*[`*_[\]()|!>#]/);
      expect(rendered(plain)).not.toMatch(/[@#](?=[\w-])|\bGH-(?=\d)|:\/\/|\bwww\./i);
    }),
  );
});
