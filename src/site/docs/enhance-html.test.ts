import { expect, test } from 'vitest';
import { enhanceHtml } from './enhance-html.ts';

test('highlights code and links headings to themselves', () => {
  expect(enhanceHtml('<h2 id="a">A</h2><pre><code class="language-sh">curl -s x</code></pre>')).toBe(
    '<h2 id="a"><a href="#a">A</a></h2><pre class="copy"><code>curl <b>-s</b> x</code></pre>',
  );
});

test('names code that does not start with a command after its heading', () => {
  const html = '<h2 id="a">1. Say <code>"hi"</code></h2><pre><code class="language-json">{}</code></pre>';
  expect(enhanceHtml(html)).toContain('<pre class="copy" data-copy-name="the JSON in “Say &quot;hi&quot;”"><code>');
  expect(enhanceHtml('<pre><code class="language-json">{}</code></pre>')).toBe(
    '<pre class="copy"><code>{}</code></pre>',
  );
});

test('keeps names in inline code on one line', () => {
  const long = 'a-'.repeat(16);
  expect(enhanceHtml(`<p><code>npm run build -- --full</code> <code>~/api-x/a b</code> <code>${long}</code></p>`)).toBe(
    '<p><code>npm run build <span class="name">--</span> <span class="name">--full</span></code> ' +
      `<code>~/<span class="name">api-x/</span>a b</code> <code>${long}</code></p>`,
  );
});

test('does not change code blocks', () => {
  const block = '<pre class="copy"><code>npm ci --omit=dev</code></pre>';
  expect(enhanceHtml('<pre><code>npm ci --omit=dev</code></pre>')).toBe(block);
});

test('keeps headings that contain a link', () => {
  const html = '<h2 id="a"><a href="/b/">B</a></h2>';
  expect(enhanceHtml(html)).toBe(html);
});

test('frames tables with their headings as the name', () => {
  const table = '<table><thead><tr><th></th><th align="right"><code>a</code> &amp; "b"</th></tr></thead></table>';
  expect(enhanceHtml(`${table}<table><tbody></tbody></table>`)).toBe(
    `<div class="table-frame" role="group" aria-label="Table: a &amp; &quot;b&quot;" tabindex="0">${table}</div>` +
      '<div class="table-frame" role="group" aria-label="Table" tabindex="0"><table><tbody></tbody></table></div>',
  );
});
