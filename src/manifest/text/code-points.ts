/** The code points of a text. */
export interface CodePoints {
  readonly length: number;
  /** Returns the first code points as a text. */
  first(count: number): string;
}

/** Returns the code points of a text. Most texts have one in each UTF-16 unit, and need no list of them. */
export function getCodePoints(text: string): CodePoints {
  if (!SURROGATE.test(text)) return { length: text.length, first: count => text.slice(0, count) };
  const points = [...text];
  return { length: points.length, first: count => points.slice(0, count).join('') };
}

const SURROGATE = /[\ud800-\udfff]/;
