/**
 * Text reduced to what may stand in a title or an attribute, where no element can isolate it: one line, without
 * control and bidirectional characters.
 */
export function singleLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, '')
    .trim();
}

/** The beginning of a text as one line, cut after a whole word where there is one, at most `length` code points. */
export function beginning(text: string, length: number): string {
  // Two units are enough for any code point, and as much again for the white space that the line leaves out.
  const line = singleLine(text.slice(0, 4 * length));
  const points = [...line.slice(0, 2 * length)];
  if (points.length <= length && text.length <= 4 * length) return line;
  const cut = points.slice(0, length - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > cut.length / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.(–-]+$/, '')}…`;
}

/**
 * A value of a publisher without the characters that turn text around, and without control characters, which HTML does
 * not allow, in all its texts and names, however deep; the directions that letters have by themselves stay, and so do
 * tabs and line ends. It is the value itself where there are none, as nearly everywhere.
 */
export function withoutOverrides<T>(value: T): T {
  const text = JSON.stringify(value);
  if (!UNWANTED.test(text)) return value;
  return JSON.parse(
    text.replace(new RegExp(`\\\\\\\\|${UNWANTED.source}`, 'g'), found => (found === '\\\\' ? found : '')),
  );
}

/** As JSON writes them: the first 32 by their escapes. An escaped backslash has to be passed over as one. */
const UNWANTED = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\\(?:u00[01][0-9a-f]|[bf])/;
