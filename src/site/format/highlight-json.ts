import { printable } from '#manifest/excerpt.ts';

/**
 * A JSON value as HTML for a `<pre>`: the names of members in `<b>`, what is neither text nor structure in `<i>`. Short
 * elements, because a page may weigh little. Its text parses to the same value: characters that could turn the lines
 * around are written as JSON escapes, and no character of it can be taken for markup.
 */
export function highlightedJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(TOKENS, (token, name?: string, text?: string) => {
    if (name !== undefined) return `<b>${escaped(name)}</b>:`;
    return text === undefined ? `<i>${token}</i>` : escaped(text);
  });
}

/** The name of a member with its colon, a text, or a number, boolean or null. */
const TOKENS = /("(?:\\.|[^"\\])*"):|("(?:\\.|[^"\\])*")|-?\d[\d.eE+-]*|true|false|null/g;

function escaped(text: string): string {
  return printable(text).replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}
