import { excerpt, printable, toUnicodeEscape } from '../text/excerpt.ts';

const MAX_LENGTH = 60;
const HEAD_LENGTH = 24;

/**
 * Formats a publisher's value for a message: on one line, with at most 60 characters, and safe in commit messages, Markdown
 * comments, and terminals. Escapes control and bidirectional characters, markup, mentions, issue references, links, and
 * directives such as `[skip ci]`, as in JSON. Quotes all text except single words.
 */
export function formatValue(value: unknown): string {
  if (typeof value !== 'string') return shorten(escapeMarkup(excerpt(value)));
  return /^[^\s"“”;→…]+$/u.test(value) ? shorten(escapeMarkup(dropMiddle(value))) : formatQuoted(value);
}

/** Formats text like `formatValue`, but always quotes it. For text with several words, such as a name. */
export function formatQuoted(value: string): string {
  return `"${shorten(escapeMarkup(dropMiddle(value).replaceAll('"', "'")))}"`;
}

/** Drops the middle of a long text before the expensive steps. Escaping only lengthens text, so the rest is enough. */
function dropMiddle(text: string): string {
  return text.length <= 4 * MAX_LENGTH ? text : text.slice(0, 2 * MAX_LENGTH) + text.slice(-2 * MAX_LENGTH);
}

function escapeMarkup(text: string): string {
  return printable(text).replace(MARKUP, toUnicodeEscape);
}

/**
 * In this order: markup; `@name`; `#12`; `GH-12`; `https://`; `www.`; and square brackets, except in names such as
 * `filter[name]`, which are harmless unless `(`, `[`, or `:` follows.
 */
const MARKUP =
  /[<>`|]|@(?=[\p{L}\p{N}])|#(?=\d)|(?<=\bGH)-(?=\d)|:(?=\/\/)|(?<=\bwww)\.|(?<![\w\]])\[|\[(?![\w.-]*\])|\](?=[([:])/giu;

/** Shortens in the middle, because long paths differ at the end. */
function shorten(text: string): string {
  const points = [...text];
  return points.length <= MAX_LENGTH
    ? text
    : `${points.slice(0, HEAD_LENGTH).join('')}…${points.slice(HEAD_LENGTH + 1 - MAX_LENGTH).join('')}`;
}
