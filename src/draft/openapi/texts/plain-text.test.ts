import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCodePoints, toPlainText } from './plain-text.ts';

test.each([
  ['plain text', 'plain text'],
  ['a < b and c > d', 'a < b and c > d'],
  ['Use <id> or <your_key>, as in /items/<id>', 'Use <id> or <your_key>, as in /items/<id>'],
  ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
  ['<p>One<p>Two', 'One\n\nTwo'],
  ['<html><head><title>One</title></head><body><p>Two</body></html>', 'One\nTwo'],
  ['<style>a</style >b<script>"</p>"</script>', 'b'],
  ['<ul><li>One<li>Two</ul>', '- One\n- Two'],
  ['A &amp; B &lt;c&gt; &eacute; &nbsp;d', 'A & B <c> é d'],
  ['AT&T', 'AT&T'],
  ['<table><tr><th>a</th><td>b</td></tr></table>', 'a b'],
  ['<style>p{}</style><script>x()</script>Text', 'Text'],
  ['<a href="https://x.net">here</a>', 'here'],
  ['<img src=x onerror=alert(1)>Text<!-- note -->', 'Text'],
  ['Line one  \r\n\r\n\r\n\tLine   two', 'Line one\n\nLine two'],
  ['hidden\u202e\u200b\u0007\ufeff text', 'hidden text'],
  ['List<String> of <T extends Thing>', 'List<String> of <T extends Thing>'],
])('converts %j to %j', (written, text) => {
  expect(toPlainText(written, 1000)).toBe(text);
});

test.each([
  ['One sentence. Another sentence that is cut.', 20, 'One sentence.'],
  ['One sentence. Then more words than fit', 20, 'One sentence.'],
  ['wordswithout anyend at all here', 24, 'wordswithout anyend at…'],
  ['x'.repeat(40), 10, `${'x'.repeat(9)}…`],
])('truncates %s at a boundary', (written, longest, text) => {
  expect(toPlainText(written, longest)).toBe(text);
});

test('never exceeds the maximum length or splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 5, max: 100 }), (text, longest) => {
      const result = toPlainText(`<b>${text}`, longest);
      expect(countCodePoints(result)).toBeLessThanOrEqual(longest);
      expect(result.isWellFormed()).toBe(true);
    }),
  );
});

test('handles deeply nested tags', () => {
  expect(toPlainText(`${'<div>'.repeat(20_000)}deep`, 20_000)).toContain('deep');
});
