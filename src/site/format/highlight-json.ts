import { printable } from '#manifest/excerpt.ts';

/**
 * Formats a JSON value as HTML for a `<pre>`: keys in `<b>`, numbers and literals in `<i>`. Short tags keep the page
 * light. The text parses to the same value. Bidirectional characters become JSON escapes, and no character is parsed as
 * markup.
 *
 * @param strings whether to mark strings too, in `<u>`
 */
export function highlightJson(value: unknown, strings = false): string {
  return JSON.stringify(value, null, 2).replace(TOKENS, (token, name?: string, text?: string) => {
    if (name !== undefined) return `<b>${escaped(name)}</b>:`;
    if (text === undefined) return `<i>${token}</i>`;
    return strings ? `<u>${escaped(text)}</u>` : escaped(text);
  });
}

/** A key with its colon, a string, or a number, boolean, or null. */
const TOKENS = /("(?:\\.|[^"\\])*"):|("(?:\\.|[^"\\])*")|-?\d[\d.eE+-]*|true|false|null/g;

function escaped(text: string): string {
  return printable(text).replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}
