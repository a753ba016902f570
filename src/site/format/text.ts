/**
 * Sanitizes text for a title or an attribute, where no element can isolate it: one line, without control and
 * bidirectional characters.
 */
export function toSingleLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, '')
    .trim();
}

/** Truncates a text to one line of at most `length` code points, after a whole word if possible. */
export function beginning(text: string, length: number): string {
  // Two code units cover any code point, and two more the whitespace that is removed.
  const line = toSingleLine(text.slice(0, 4 * length));
  const points = [...line.slice(0, 2 * length)];
  if (points.length <= length && text.length <= 4 * length) return line;
  const cut = points.slice(0, length - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > cut.length / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.(–-]+$/, '')}…`;
}

/**
 * Removes characters that override the text direction, and control characters that HTML does not allow, from all strings
 * and keys of a publisher's value. Keeps the natural direction of letters, tabs, and line breaks. Returns the same value
 * if it has no such characters, which is the usual case.
 */
export function removeOverrides<T>(value: T): T {
  const text = JSON.stringify(value);
  if (!UNWANTED.test(text)) return value;
  return JSON.parse(
    text.replace(new RegExp(`\\\\\\\\|${UNWANTED.source}`, 'g'), found => (found === '\\\\' ? found : '')),
  );
}

/** The characters as in JSON, where the first 32 are escaped. An escaped backslash must be skipped as a unit. */
const UNWANTED = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\\(?:u00[01][0-9a-f]|[bf])/;

/** The maximum length of the description in the head of a listing. The overview has longer ones in full. */
export const MAX_LEAD_LENGTH = 260;
