import fc from 'fast-check';
import { expect, test } from 'vitest';
import { find, getText, parseElements } from '../fixtures/document.ts';
import { highlightJson } from './highlight-json.ts';

test('marks keys and literals', () => {
  expect(highlightJson({ a: ['b', 1.5e-7, null], 'c"': true })).toBe(
    '{\n  <b>"a"</b>: [\n    "b",\n    <i>1.5e-7</i>,\n    <i>null</i>\n  ],\n  <b>"c\\""</b>: <i>true</i>\n}',
  );
});

test('marks strings on request, and keeps empty lists and objects on one line', () => {
  expect(highlightJson({ a: [], b: {}, c: ['<'] }, true)).toBe(
    '{\n  <b>"a"</b>: [],\n  <b>"b"</b>: {},\n  <b>"c"</b>: [\n    <u>"&#60;"</u>\n  ]\n}',
  );
});

test('keeps any value and adds no elements of it', () => {
  // No key has a backslash, because V8 then misreads escaped keys (https://github.com/nodejs/node/issues/63785).
  const key = fc.string({ unit: fc.constantFrom('a', '0', ' ', '<', '>', '&', 'é', '\u202e', '🚀') });
  const text = fc.string({ unit: fc.oneof(key, fc.constantFrom('"', '\\', '\n', '\0', '\ud800')) });
  const values = [
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ];
  fc.assert(
    fc.property(fc.anything({ key, values, maxDepth: 4 }), value => {
      const elements = parseElements(`<pre>${highlightJson(value)}</pre>`);
      expect(JSON.parse(getText(find(elements, 'pre')))).toEqual(JSON.parse(JSON.stringify(value)));
      const names = new Set(elements.map(({ tagName }) => tagName));
      expect([...names].filter(name => !['html', 'head', 'body', 'pre', 'b', 'i'].includes(name))).toEqual([]);
    }),
    { seed: 8259 },
  );
});

test('escapes markup and direction overrides', () => {
  expect(highlightJson(['</pre><script>&amp;\u202e'])).toBe('[\n  "&#60;/pre&#62;&#60;script&#62;&#38;amp;\\u202e"\n]');
});
