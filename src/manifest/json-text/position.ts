/** A position in a text. Lines and columns start at 1, and columns count Unicode code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns a function that converts UTF-16 offsets to positions. Lines end with LF, CR LF, or CR. It continues from the last
 * offset, because a text with many errors can be a single line of 1 MiB.
 */
export function createPositions(text: string): (offset: number) => Position {
  let [at, line, column] = [0, 1, 1];
  return offset => {
    if (offset < at) [at, line, column] = [0, 1, 1];
    for (; at < offset; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) {
        line += 1;
        column = 1;
      } else if (!isTrailingSurrogate(text, at)) column += 1;
    }
    return { line, column };
  };
}

/** Converts a column to a UTF-16 offset in its line, which ends at the end of the line. */
export function toLineOffset(line: string, column: number): number {
  let offset = 0;
  for (let left = column - 1; left > 0 && offset < line.length; left -= 1)
    offset += isTrailingSurrogate(line, offset + 1) ? 2 : 1;
  return offset;
}

const LF = 10;
const CR = 13;

/** Whether a code unit is the second half of a pair, which counts as one code point. */
function isTrailingSurrogate(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at), 0xdc00, 0xdfff) && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff);
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
