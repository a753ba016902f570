import { printable } from '#manifest/text/excerpt.ts';

/**
 * Formats a JSON value as HTML for a `<pre>`: keys in `<b>`, numbers and literals in `<i>`. Short tags keep the page
 * light. The text parses to the same value. Bidirectional characters become JSON escapes, and no character is parsed as
 * markup.
 *
 * @param strings whether to mark strings too, in `<u>`
 * @param formatName formats the names of top-level members in another way
 */
export function highlightJson(value: unknown, strings = false, formatName = highlightName): string {
  return format(value, '\n', strings, formatName);
}

/** Formats the name of a member as HTML. */
export function highlightName(name: string): string {
  return `<b>${quote(name)}</b>`;
}

/** @param lineBreak the line break before the closing bracket, with its indentation */
function format(value: unknown, lineBreak: string, strings: boolean, formatName = highlightName): string {
  if (typeof value === 'string') return strings ? `<u>${quote(value)}</u>` : quote(value);
  if (typeof value !== 'object' || value === null) return `<i>${JSON.stringify(value)}</i>`;
  const inner = `${lineBreak}  `;
  let html = '';
  if (Array.isArray(value)) {
    for (const item of value) html += `${html === '' ? '' : ','}${inner}${format(item, inner, strings)}`;
    return html === '' ? '[]' : `[${html}${lineBreak}]`;
  }
  for (const [name, member] of Object.entries(value))
    html += `${html === '' ? '' : ','}${inner}${formatName(name)}: ${format(member, inner, strings)}`;
  return html === '' ? '{}' : `{${html}${lineBreak}}`;
}

/** Formats a string as JSON and as HTML. Most strings need no escape. */
function quote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return printable(JSON.stringify(text)).replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}

/** Printable ASCII without the quotation mark, the backslash, and the characters of markup. */
const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/;
