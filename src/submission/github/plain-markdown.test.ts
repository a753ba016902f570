import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainMarkdown } from './plain-markdown.ts';

test.each([
  ['@everyone', '&#64;everyone'],
  ['see #12', 'see \\#12'],
  ['GH-12', 'GH&#45;12'],
  ['[click](https://evil.example)', '\\[click\\]\\(https&#58;//evil.example\\)'],
  ['www.evil.example', 'www&#46;evil.example'],
  ['<img src=x>', '&lt;img src=x\\>'],
  ['two\n\nlines\u202e', 'two lines'],
  ['`code` | cell', '\\`code\\` \\| cell'],
])('escapes %j', (text, plain) => expect(plainMarkdown(text)).toBe(plain));

test('truncates long text', () => expect(plainMarkdown('a'.repeat(2000))).toHaveLength(501));

test('leaves no active markup in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'@#<>[]()!`*_|\\ \na:/w.GH-1&') }), text => {
      const plain = plainMarkdown(text);
      expect(plain).not.toMatch(/[@<\n]|:\/\/|(?<!\\)(\\\\)*[`*_[\]()|!>]/);
      // A remaining "#" is an escape or part of a character reference.
      expect(plain.replace(/&#\d+;/g, '')).not.toMatch(/(?<!\\)(\\\\)*#/);
    }),
  );
});
