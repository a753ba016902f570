import { getCodePoints } from '#manifest/text/code-points.ts';
import { toVisibleText } from '#manifest/text/visible-text.ts';

/**
 * Escapes publisher text for Markdown, so that it renders as plain text: without markup, HTML, or hidden characters, and
 * inside its quotation.
 */

/** Escapes text as one line. */
export function inline(text: string): string {
  return escaped(oneLine(toVisibleText(text)));
}

/** Escapes text as one line in quotation marks, so that readers can tell it from text of the registry. */
export function quoteInline(text: string): string {
  return `“${inline(text).replace(/[“”]/g, '"')}”`;
}

/** Escapes text as a block quote that keeps its lines. */
export function quoteBlock(text: string): string {
  const lines = toVisibleText(text)
    .split('\n')
    .map(line => atLineStart(escaped(oneLine(line))));
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim()
    .replace(/^/gm, '> ')
    .replace(/^> $/gm, '>');
}

/** Formats a name, path, or value as inline code, with a fence that is longer than any backticks inside. */
export function code(text: string): string {
  const line = oneLine(toVisibleText(text));
  if (line === '') return '` `';
  const fence = fenceOf(line, 1);
  return fence.length > 1 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** Formats lines as a code block, with a fence that is longer than any backticks inside. */
export function codeBlock(text: string, language: string): string {
  const fence = fenceOf(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Returns a row of at least `least` backticks that is longer than those in a text. */
function fenceOf(text: string, least: number): string {
  if (!text.includes('`')) return '`'.repeat(least);
  const lengths = Array.from(text.matchAll(/`+/g), ([row]) => row.length + 1);
  return '`'.repeat(Math.max(least, ...lengths));
}

/** Longer URLs do not become links. */
const MAX_LINK_LENGTH = 2000;

/** Formats an http or https URL without credentials as a link, in its normalized form; escapes any other text. */
export function link(text: string): string {
  const url = text.length <= MAX_LINK_LENGTH && /^https?:\/\/[^\s\p{C}\\]+$/iu.test(text) ? URL.parse(text) : null;
  const isPlain = url && url.username === '' && url.password === '' && !/["<>]/.test(url.href);
  return isPlain ? `<${url.href}>` : inline(text);
}

/**
 * Renders the longest prefix of a text that fits into a number of bytes.
 * @returns the rendered prefix, and whether it is the full text
 */
export function truncateMarkdown(
  text: string,
  bytes: number,
  render: (text: string) => string,
): { readonly markdown: string; readonly complete: boolean } {
  // Each rendered code point takes at least one byte. Most texts are so short that counting their units is enough.
  if (text.length <= bytes || (text.length <= 2 * bytes && getCodePoints(text).length <= bytes)) {
    const markdown = render(text);
    if (byteLength(markdown) <= bytes) return { markdown, complete: true };
  }
  const points = getCodePoints(text.slice(0, 2 * bytes + 2));
  const fits = (length: number) => byteLength(render(points.first(length))) <= bytes;
  let [low, high] = [0, Math.min(points.length, bytes)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return { markdown: render(points.first(low)), complete: false };
}

/** Returns the size of a text in UTF-8. */
export function byteLength(text: string): number {
  const { read, written } = ENCODER.encodeInto(text, SCRATCH);
  return read === text.length ? written : ENCODER.encode(text).length;
}

const ENCODER = new TextEncoder();

/** Reused, because most texts are measured and not kept. */
const SCRATCH = new Uint8Array(16 * 1024);

function oneLine(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

/** Escapes the characters that have a meaning in Markdown anywhere in a line. */
function escaped(line: string): string {
  if (!/[\\`*[\]<|~_&]/.test(line)) return line;
  return line
    .replace(/[\\`*[\]<|~]/g, '\\$&')
    .replace(/_(?!(?<=[\p{L}\p{N}]_)[\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&');
}

/** Escapes the characters that start a heading, list, or quote, which have a meaning only at the start of a line. */
function atLineStart(line: string): string {
  return line.replace(/^([#>=+-])/, '\\$1').replace(/^(\d+)([.)])(?= |$)/, '$1\\$2');
}
