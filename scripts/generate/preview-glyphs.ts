/**
 * Renders the glyphs of the Open Graph images in a browser and writes them to `src/site/previews/letters.json`.
 *   node scripts/generate/preview-glyphs.ts
 *
 * Run it manually when the font changes, so that builds do not need a browser. Builds compose the images from these glyphs
 * (`src/site/previews/`).
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import chromium from '@sparticuz/chromium';
import { chromium as driver } from 'playwright-core';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FONT = 'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';
const SIZES = { heading: { size: 92, weight: 600 }, text: { size: 40, weight: 400 } };

const font = await readFile(path.join(ROOT, FONT), 'base64');
const browser = await driver.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--headless=shell'],
});
try {
  const page = await browser.newPage();
  const fonts = Object.fromEntries(
    await Promise.all(
      Object.entries(SIZES).map(async ([name, { size, weight }]) => {
        const { height, widths, shades } = (await page.evaluate(
          createDrawingScript(font, size, weight),
        )) as RenderedGlyphs;
        const strip = deflateRawSync(Buffer.from(shades, 'base64'), { level: 9 }).toString('base64');
        return [name, { height, widths, strip }] as const;
      }),
    ),
  );
  await writeFile(path.join(ROOT, 'src/site/previews/letters.json'), `${JSON.stringify(fonts)}\n`);
} finally {
  await browser.close();
}

interface RenderedGlyphs {
  readonly height: number;
  /** The advance width of each letter, from space to tilde. */
  readonly widths: readonly number[];
  /** A byte from 0 to 15 for each pixel of all letters in a row, as Base64. */
  readonly shades: string;
}

/** Creates the script for the browser, which draws each letter in a cell that is 20 pixels wider than the letter. */
function createDrawingScript(fontData: string, size: number, weight: number): string {
  return `(async () => {
  const face = new FontFace('Source', 'url(data:font/woff2;base64,${fontData})', { weight: '200 900' });
  document.fonts.add(await face.load());
  const letters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  const canvas = new OffscreenCanvas(1, 1);
  const measured = canvas.getContext('2d');
  measured.font = '${weight} ${size}px Source';
  const widths = letters.map(letter => Math.round(measured.measureText(letter).width));
  canvas.width = widths.reduce((sum, width) => sum + width + 20, 0);
  canvas.height = ${Math.round(size * 1.3)};
  const context = canvas.getContext('2d');
  context.font = '${weight} ${size}px Source';
  let x = 0;
  letters.forEach((letter, at) => {
    context.fillText(letter, x + 10, ${size});
    x += widths[at] + 20;
  });
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let shades = '';
  for (let at = 3; at < data.length; at += 4) shades += String.fromCharCode(Math.round(data[at] / 17));
  return { height: canvas.height, widths, shades: btoa(shades) };
})()`;
}
