import { expect, test } from 'vitest';
import { highlightCode, highlightText } from './highlight-code.ts';

test.each([
  ['json', '{"a": "b", "c": [1, true]}', '{<b>"a"</b>: <u>"b"</u>, <b>"c"</b>: [<i>1</i>, <i>true</i>]}'],
  ['sh', "curl -s 'https://a.example' # all", "curl <b>-s</b> <u>'https://a.example'</u> <s># all</s>"],
  ['js', 'const a = await f("x"); // done', '<b>const</b> a = <b>await</b> f(<u>"x"</u>); <s>// done</s>'],
  ['js', 'try { f() } catch (e) { throw e }', '<b>try</b> { f() } <b>catch</b> (e) { <b>throw</b> e }'],
  ['yaml', 'name: "x" # y', '<b>name</b>: <u>"x"</u> <s># y</s>'],
])('highlights %s', (language, code, html) => {
  expect(highlightCode(code, language)).toBe(html);
  expect(html.replace(/<\/?[a-z]>/g, '')).toBe(code);
});

test('escapes the values of a text before it highlights them', () => {
  expect(highlightText("curl 'https://a.example?a=1&b=<img>' # <b>", 'sh')).toBe(
    "curl <u>'https://a.example?a=1&amp;b=&lt;img&gt;'</u> <s># &lt;b&gt;</s>",
  );
  expect(highlightText('a && 1 < 2', 'js')).toBe('a &amp;&amp; <i>1</i> &lt; <i>2</i>');
});

test('keeps other languages and URLs unchanged', () => {
  expect(highlightCode('a: 1', 'toml')).toBe('a: 1');
  expect(highlightCode('see https://a.example/1', 'js')).toBe('see https://a.example/1');
});
