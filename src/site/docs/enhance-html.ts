import { highlightCode } from '../format/highlight-code.ts';

/**
 * Completes the HTML of a Markdown text: code is highlighted and gets a copy button from a script, names in code stay on one
 * line, headings link to themselves, and tables scroll if their columns do not fit.
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
    .replace(/<table>.*?<\/table>/gs, frameTable)
    .replace(/<pre.*?<\/pre>|<code>([^<]*)<\/code>/gs, (whole, code?: string) =>
      code === undefined ? whole : `<code>${keepNames(code)}</code>`,
    );
}

/** The longest name that stays on one line, in characters. It fits a cell of a table on a phone. */
const MAX_NAME_LENGTH = 30;

/** Browsers break lines after hyphens, also in `--full`. Only spaces and slashes may break inline code. */
function keepNames(code: string): string {
  return code.replace(/[^\s/]+\/?/g, name =>
    name.includes('-') && name.length <= MAX_NAME_LENGTH ? `<span class="name">${name}</span>` : name,
  );
}

/** The frame takes the focus, so that the keyboard scrolls it. Its name is the header of the table. */
function frameTable(table: string): string {
  const headings = Array.from(table.matchAll(/<th[^>]*>(.*?)<\/th>/gs), ([, cell = '']) =>
    cell.replace(/<[^>]*>/g, ''),
  );
  const name = ['Table', headings.filter(Boolean).join(', ')].filter(Boolean).join(': ');
  return `<div class="table-frame" role="group" aria-label="${name.replaceAll('"', '&quot;')}" tabindex="0">${table}</div>`;
}
