import { settings } from '../settings.ts';
import { drawMark, type MarkColors } from './draw-mark.ts';
import { encodeIndexedPng, type Palette } from './indexed-png.ts';
import letters from './letters.json' with { type: 'json' };
import { PREVIEW_SIZE } from './previews.ts';
import { Typeface } from './typeface.ts';

const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE;
const MARGIN = 90;
const TOP = 140;
const HAIRLINE = 3;
const HAIRLINE_SHADE = 2;
const MOST_LINES = 4;
/** How much higher a title of two lines starts. */
const TITLE_RAISE = 60;

/** The number of shades from background to text color. The other colors of the palette are those of the mark. */
const SHADES = 11;

/** From background to text color, as on the pages, then the colors of the mark. */
const PALETTE: Palette = [
  ...Array.from({ length: SHADES }, (_, shade) => {
    const mixed = (ink: number) => Math.round(255 + ((ink - 255) * shade) / (SHADES - 1));
    return [mixed(0x0d), mixed(0x1b), mixed(0x24)] as const;
  }),
  [0x0b, 0x5f, 0x86],
  [0x85, 0xaf, 0xc3],
  [0x7f, 0xe3, 0xb0],
  [0x45, 0xa1, 0x9b],
];

const MARK_COLORS: MarkColors = {
  tile: SHADES,
  tileEdge: SHADES + 1,
  chevron: 0,
  dot: SHADES + 2,
  dotEdge: SHADES + 3,
};
const MARK_SIZE = 64;

const heading = new Typeface(letters.heading, SHADES);
const text = new Typeface(letters.text, SHADES);

/** Renders the preview image of a page as a PNG: title, sentence, and site name, all in ASCII, and the mark. */
export function preview(title: string, sentence: string): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const titleLines = wrapLines(title, heading);
  const start = TOP - (titleLines.length - 1) * TITLE_RAISE;
  for (const [at, words] of titleLines.entries())
    heading.set(words, pixels, WIDTH, MARGIN, start + at * heading.height);
  const line = start + titleLines.length * heading.height + 20;
  for (let y = line; y < line + HAIRLINE; y++)
    pixels.fill(HAIRLINE_SHADE, y * WIDTH + MARGIN, (y + 1) * WIDTH - MARGIN);
  for (const [at, words] of wrapLines(sentence, text)
    .slice(0, MOST_LINES + 1 - titleLines.length)
    .entries())
    text.set(words, pixels, WIDTH, MARGIN, line + 36 + at * text.height);
  const foot = HEIGHT - MARGIN - text.height + 32;
  if (title !== settings.siteName) text.set(settings.siteName, pixels, WIDTH, MARGIN + MARK_SIZE + 22, foot);
  const top = foot + Math.round((text.height - MARK_SIZE) / 2);
  drawMark(pixels, WIDTH, { left: MARGIN, top, size: MARK_SIZE, colors: MARK_COLORS });
  return encodeIndexedPng(pixels, WIDTH, PALETTE);
}

/** Wraps a text into lines. */
function wrapLines(sentence: string, face: Typeface): readonly string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && face.widthOf(longer) <= WIDTH - 2 * MARGIN) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
