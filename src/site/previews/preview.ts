import { settings } from '../settings.ts';
import { encodeIndexedPng, type Palette } from './indexed-png.ts';
import letters from './letters.json' with { type: 'json' };
import { PREVIEW_SIZE } from './previews.ts';
import { Typeface } from './typeface.ts';

const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE;
const MARGIN = 90;
const TOP = 140;
const HAIRLINE = 3;
const MOST_LINES = 4;

/** From background to text color, as on the pages. */
const PALETTE: Palette = Array.from({ length: 16 }, (_, shade) => {
  const mixed = (ink: number) => Math.round(255 + ((ink - 255) * shade) / 15);
  return [mixed(0x1b), mixed(0x1d), mixed(0x1f)];
});

const heading = new Typeface(letters.heading);
const text = new Typeface(letters.text);

/** Renders the preview image of a page as a PNG: title, sentence, and site name, all in ASCII. */
export function preview(title: string, sentence: string): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const face = heading.widthOf(title) <= WIDTH - 2 * MARGIN ? heading : text;
  face.set(title, pixels, WIDTH, MARGIN, TOP + heading.height - face.height);
  const line = TOP + heading.height + 20;
  for (let y = line; y < line + HAIRLINE; y++) pixels.fill(3, y * WIDTH + MARGIN, (y + 1) * WIDTH - MARGIN);
  linesOf(sentence).forEach((words, at) => {
    text.set(words, pixels, WIDTH, MARGIN, line + 36 + at * text.height);
  });
  if (title !== settings.siteName)
    text.set(settings.siteName, pixels, WIDTH, MARGIN, HEIGHT - MARGIN - text.height + 12);
  return encodeIndexedPng(pixels, WIDTH, PALETTE);
}

/** Wraps a sentence into lines. Omits lines that do not fit. */
function linesOf(sentence: string): readonly string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && text.widthOf(longer) <= WIDTH - 2 * MARGIN) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.slice(0, MOST_LINES);
}
