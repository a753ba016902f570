/** A position in a text. Lines and columns start at 1, and columns count Unicode code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns a function that converts UTF-16 offsets to positions. Lines end with LF, CR LF, or CR. */
export function createPositions(text: string): (offset: number) => Position {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: end }) => index + end.length)];
  return offset => {
    let [line, after] = [0, starts.length];
    while (after - line > 1) {
      const middle = Math.floor((line + after) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { line: line + 1, column: [...text.slice(starts[line], offset)].length + 1 };
  };
}
