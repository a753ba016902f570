import { highlightCode } from '../format/highlight-code.ts';

/**
 * Completes the HTML of a Markdown text: code is highlighted and gets a copy button from a script, names in code stay on one
 * line, headings link to themselves, and tables scroll if their columns do not fit.
 */
export function enhanceHtml(html: string): string {
  return enhanceCode(html)
    .replace(
      /<(h[23]) id="([^"]+)">((?:(?!<a |<\/h).)*)<\/\1>/gs,
      (_, tag: string, id: string, text: string) => `<${tag} id="${id}"><a href="#${id}">${text}</a></${tag}>`,
    )
    .replace(/<table>.*?<\/table>/gs, frameTable)
    .replace(/<pre.*?<\/pre>|<code>([^<]*)<\/code>/gs, (whole, code?: string) =>
      code === undefined ? whole : `<code>${keepNames(code)}</code>`,
    );
}

/** The languages whose first line does not describe the code, unlike a command. */
const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  text: 'text',
  ts: 'TypeScript',
  yaml: 'YAML',
};

/** Highlights code, and names it after its language and its heading for the copy button. */
function enhanceCode(html: string): string {
  let heading = '';
  return html.replace(
    /<h[1-6][^>]*>(.*?)<\/h[1-6]>|<pre[^>]*><code(?: class="language-(\w+)")?[^>]*>(.*?)<\/code><\/pre>/gs,
    (whole, title: string | undefined, language = '', code = '') => {
      if (title !== undefined) {
        heading = title.replace(/<[^>]*>|^\d+\. /g, '').replaceAll('"', '&quot;');
        return whole;
      }
      const languageName = LANGUAGES[language];
      const name = languageName && heading !== '' ? ` data-copy-name="the ${languageName} in “${heading}”"` : '';
      return `<pre class="copy"${name}><code>${highlightCode(code, language)}</code></pre>`;
    },
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
