import { highlightCode } from '../format/highlight-code.ts';

/**
 * Completes the HTML of a Markdown text: code is highlighted and gets a copy button from a script, headings link to
 * themselves, and tables scroll if their columns do not fit.
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
    )
    .replace(/<table>.*?<\/table>/gs, frameTable);
}

/** The frame takes the focus, so that the keyboard scrolls it. Its name is the header of the table. */
function frameTable(table: string): string {
  const headings = Array.from(table.matchAll(/<th[^>]*>(.*?)<\/th>/gs), ([, cell = '']) =>
    cell.replace(/<[^>]*>/g, ''),
  );
  const name = ['Table', headings.filter(Boolean).join(', ')].filter(Boolean).join(': ');
  return `<div class="table-frame" role="group" aria-label="${name.replaceAll('"', '&quot;')}" tabindex="0">${table}</div>`;
}
