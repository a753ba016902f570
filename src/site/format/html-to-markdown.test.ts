import { expect, test } from 'vitest';
import { toMarkdown } from './html-to-markdown.ts';

const BASE = 'https://apis.example/about/';
const convert = (body: string) => toMarkdown(`<header>Menu</header><main>${body}</main><footer>End</footer>`, BASE);

test.each([
  [
    'headings and paragraphs',
    '<h1>About</h1><div><p>One <b>open</b> registry.</p></div>',
    '# About\n\nOne **open** registry.',
  ],
  ['links', '<p>See <a href="/terms/">the terms</a>.</p>', 'See [the terms](https://apis.example/terms/).'],
  ['links to parts of the page as text', '<p><a href="#top">Top</a></p>', 'Top'],
  ['lists', '<ul><li>One</li><li><h3>Two</h3><p>Text</p></li></ul>', '- One\n- **Two**. Text'],
  ['numbered lists', '<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two'],
  [
    'tables',
    '<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>3</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1\\|2 | 3 |',
  ],
  ['code', '<pre>curl a\n  -b</pre><p>Run <code>a_b</code>.</p>', '```\ncurl a\n  -b\n```\n\nRun `a_b`.'],
  ['code with fences', '<pre>```js</pre>', '````\n```js\n````'],
  ['definitions', '<dl><div><dt>Host</dt><dd>a.example</dd></div></dl>', '**Host**\n\na.example'],
])('converts %s', (_, html, expected) => {
  expect(convert(html)).toBe(`${expected}\n`);
});

test('omits controls, scripts, and decoration', () => {
  const html = '<nav>Pages</nav><button>Copy</button><p class="scripted">Try</p><svg><title>x</title></svg><p>Text</p>';
  expect(convert(html)).toBe('Text\n');
});

test('keeps markup in text as text', () => {
  const text = convert('<p>[a](javascript:x) &lt;b&gt; *c* `d`</p><p># Not a heading</p>');
  expect(text).toBe('\\[a\\](javascript:x) \\<b\\> \\*c\\* \\`d\\`\n\n\\# Not a heading\n');
});

test('rejects a page without content', () => {
  expect(() => toMarkdown('<p>Text</p>', BASE)).toThrow('no main element');
});
