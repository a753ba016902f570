import { inflateRawSync } from 'node:zlib';

/** The glyphs of one size, from `scripts/generate/preview-glyphs.ts`. */
interface Letters {
  readonly height: number;
  /** The advance width of each glyph in pixels, from space to tilde. */
  readonly widths: readonly number[];
  readonly strip: string;
}

/** The margin on both sides of a glyph in its cell. */
const ROOM = 10;
const FIRST = 32;

/** The number of shades of the stored glyphs. */
const STORED_SHADES = 16;

/** The ASCII glyphs of one size. */
export class Typeface {
  readonly height: number;
  readonly #widths: readonly number[];
  readonly #places: readonly number[];
  readonly #shades: Uint8Array;

  /** @param shades the number of shades to draw with, from 0 for the background */
  constructor({ height, widths, strip }: Letters, shades = STORED_SHADES) {
    let place = 0;
    this.height = height;
    this.#widths = widths;
    this.#places = widths.map(width => {
      const here = place;
      place += width + 2 * ROOM;
      return here;
    });
    this.#shades = inflateRawSync(Buffer.from(strip, 'base64')).map(shade =>
      Math.round((shade * (shades - 1)) / (STORED_SHADES - 1)),
    );
  }

  /** The width of a text in pixels. Characters without a glyph have no width. */
  widthOf(text: string): number {
    return [...text].reduce((sum, letter) => sum + (this.#widths[indexOf(letter)] ?? 0), 0);
  }

  /** Draws a line of text into an image. If glyphs overlap, the darker pixel wins. Omits what does not fit. */
  set(text: string, pixels: Uint8Array, width: number, left: number, top: number): void {
    const stripWidth = this.#shades.length / this.height;
    let x = left - ROOM;
    for (const letter of text) {
      const letterWidth = this.#widths[indexOf(letter)];
      if (letterWidth === undefined) continue;
      const from = this.#places[indexOf(letter)] ?? 0;
      const cell = letterWidth + 2 * ROOM;
      if (x + cell > width) return;
      for (let row = 0; row < this.height; row++) {
        const source = row * stripWidth + from;
        const target = (top + row) * width + x;
        for (let column = 0; column < cell; column++) {
          const shade = this.#shades[source + column] ?? 0;
          if (shade > (pixels[target + column] ?? 0)) pixels[target + column] = shade;
        }
      }
      x += letterWidth;
    }
  }
}

function indexOf(letter: string): number {
  return letter.charCodeAt(0) - FIRST;
}
