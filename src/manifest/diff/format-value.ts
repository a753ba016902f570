import { excerpt, printable } from '../excerpt.ts';

const LONGEST = 60;
const HEAD = 24;

/**
 * A value of a publisher, fit to stand in a sentence of ours: at most 60 characters, on one line, and without what a
 * commit message, a Markdown comment or a terminal would act on: control and bidirectional characters, markup, mentions,
 * references to issues, links, directives such as `[skip ci]`. Such characters are written as JSON escapes. Words stand
 * as they are; anything that could be read as part of our sentence stands in quotes.
 */
export function formatValue(value: unknown): string {
  if (typeof value !== 'string') return shortened(harmless(excerpt(value)));
  return /^[^\s"“”;→…]+$/u.test(value) ? shortened(harmless(cut(value))) : formatQuoted(value);
}

/** The same, always in quotes: for text that reads like a sentence, such as a name. */
export function formatQuoted(value: string): string {
  return `"${shortened(harmless(cut(value).replaceAll('"', "'")))}"`;
}

/** Escaping only ever lengthens, so a little more of both ends than will be left is enough; the rest may be a megabyte. */
function cut(text: string): string {
  return text.length <= 4 * LONGEST ? text : text.slice(0, 2 * LONGEST) + text.slice(-2 * LONGEST);
}

function harmless(text: string): string {
  return printable(text).replace(ACTED_ON, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * In this order: markup; `@name`; `#12`; `GH-12`; `https://`; `www.`; and square brackets, but for those of
 * `filter[name]`, which many parameters carry and which mean nothing unless `(`, `[` or `:` follows.
 */
const ACTED_ON =
  /[<>`|]|@(?=[\p{L}\p{N}])|#(?=\d)|(?<=\bGH)-(?=\d)|:(?=\/\/)|(?<=\bwww)\.|(?<![\w\]])\[|\[(?![\w.-]*\])|\](?=[([:])/giu;

/** In the middle, because long paths differ at the end. */
function shortened(text: string): string {
  const points = [...text];
  return points.length <= LONGEST
    ? text
    : `${points.slice(0, HEAD).join('')}…${points.slice(HEAD + 1 - LONGEST).join('')}`;
}
