import { highlightCode } from '../format/highlight-code.ts';

/**
 * Completes the HTML of a Markdown text: code is highlighted and gets a copy button from a script, and headings link to
 * themselves.
 */
export function enhanceHtml(html: string): string {
  return html
    .replace(
      /<pre[^>]*><code(?: class="language-(\w+)")?[^>]*>(.*?)<\/code><\/pre>/gs,
      (_, language: string | undefined, code: string) =>
        `<pre class="copy"><code>${highlightCode(code, language ?? '')}</code></pre>`,
    )
    .replace(
      /<(h[23]) id="([^"]+)">((?:(?!<a |<\/h).)*)<\/\1>/gs,
      (_, tag: string, id: string, text: string) => `<${tag} id="${id}"><a href="#${id}">${text}</a></${tag}>`,
    );
}
