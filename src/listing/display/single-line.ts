import { getCodePoints } from '#manifest/text/code-points.ts';

/**
 * Sanitizes text for a title or an attribute, where no element can isolate it: one line, without control and
 * bidirectional characters.
 */
export function toSingleLine(text: string): string {
  return text
    .replace(WHITE_SPACE, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, '')
    .trim();
}

/** All white space but single spaces, which need no replacement: most texts have no other. */
const WHITE_SPACE = /\s{2,}|[^\S ]/g;

/** Truncates a text to one line of at most `length` code points, after a whole word if possible. */
export function beginning(text: string, length: number): string {
  // Two code units cover any code point, and two more the whitespace that is removed.
  const line = toSingleLine(text.slice(0, 4 * length));
  const points = getCodePoints(line.slice(0, 2 * length));
  if (points.length <= length && text.length <= 4 * length) return line;
  const cut = points.first(length - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > cut.length / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.(–-]+$/, '')}…`;
}
