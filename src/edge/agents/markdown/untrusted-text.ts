/**
 * Words of publishers as Markdown: they read as they were written, and do nothing. No markup, no HTML, no hidden
 * characters; lines stay inside the quotation that they are put into.
 */

/** A text as one line, to stand among our own words. */
export function inline(text: string): string {
  return escaped(oneLine(visible(text)));
}

/** A text as one line in quotation marks, so that it is plain whose words these are. */
export function quoteInline(text: string): string {
  return `“${inline(text).replace(/[“”]/g, '"')}”`;
}

/** A text as a block quotation that keeps its lines. */
export function quotation(text: string): string {
  const lines = visible(text)
    .split('\n')
    .map(line => atLineStart(escaped(oneLine(line))));
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim()
    .replace(/^/gm, '> ')
    .replace(/^> $/gm, '>');
}

/** A name, path or value as code; longer than any row of backticks in it are those around it. */
export function code(text: string): string {
  const line = oneLine(visible(text));
  if (line === '') return '` `';
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([row]) => row.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** Longer addresses are not for following. */
const LONGEST_ADDRESS = 2000;

/** A link where a text is an http(s) address, without user name, in the one form that all programs read alike; else its words. */
export function address(text: string): string {
  const url = text.length <= LONGEST_ADDRESS && /^https?:\/\/[^\s\p{C}\\]+$/iu.test(text) ? URL.parse(text) : null;
  const isPlain = url && url.username === '' && url.password === '' && !/["<>]/.test(url.href);
  return isPlain ? `<${url.href}>` : inline(text);
}

/** The longest beginning of a text that `render` makes at most so many bytes of, and whether that is all of it. */
export function beginning(
  text: string,
  bytes: number,
  render: (text: string) => string,
): { readonly markdown: string; readonly whole: boolean } {
  // Each code point of what is shown takes a byte at least.
  const points = [...text.slice(0, 2 * bytes + 2)];
  const fits = (length: number) => byteLength(render(points.slice(0, length).join(''))) <= bytes;
  if (points.length <= bytes && text.length <= 2 * bytes && fits(points.length))
    return { markdown: render(text), whole: true };
  let [least, most] = [0, Math.min(points.length, bytes)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return { markdown: render(points.slice(0, least).join('')), whole: false };
}

/** The bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return ENCODER.encode(text).length;
}

const ENCODER = new TextEncoder();

/**
 * A text without what is not seen: control and bidirectional characters, tags and other carriers of hidden text, and
 * halves of characters. The joiners that scripts need stay, and line ends of all kinds become one.
 */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t\u200c\u200d])(?:[\p{Cc}\p{Cf}]|[\u{e0100}-\u{e01ef}])/gu, '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A line in which no character has a meaning of Markdown's, wherever it stands. */
function escaped(line: string): string {
  return line
    .replace(/[\\`*[\]<|~]/g, '\\$&')
    .replace(/_(?!(?<=[\p{L}\p{N}]_)[\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&');
}

/** An escaped line to begin with: what opens a heading, a list or a quotation does so at the start of a line alone. */
function atLineStart(line: string): string {
  return line.replace(/^([#>=+-])/, '\\$1').replace(/^(\d+)([.)])(?= |$)/, '$1\\$2');
}
