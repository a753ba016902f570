/**
 * Draws `public/preview.png`, the picture that other sites show beside a link to this one (Open Graph).
 *   node scripts/preview-image.ts
 *
 * One for all pages, drawn by hand of a developer and committed: a picture of each listing would take minutes of each build
 * and gigabytes of each deployment at ten thousand listings, for what the title and the text beside it say already.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as driver } from 'playwright-core';
import { SITE_NAME } from '#site/site-name.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FONT = 'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';

const font = await readFile(path.join(ROOT, FONT), 'base64');
const browser = await driver.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--headless=shell'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(document(font));
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: path.join(ROOT, 'public/preview.png') });
} finally {
  await browser.close();
}

function document(fontData: string): string {
  return `<!doctype html>
<style>
@font-face { font-family: "Source Sans"; font-weight: 200 900; src: url(data:font/woff2;base64,${fontData}); }
body { margin: 0; padding: 150px 90px 0; font: 38px/1.4 "Source Sans"; color: #1b1d1f; background: #fff; }
h1 { margin: 0 0 28px; padding-bottom: 28px; border-bottom: 2px solid #d8dbdd; font-size: 84px; line-height: 1.1; font-weight: 600; letter-spacing: -0.012em; }
p { margin: 0; max-width: 950px; }
svg { width: 26px; fill: #17693a; margin-right: 14px; }
</style>
<h1>${SITE_NAME}</h1>
<p>What APIs promise, in a form that programs read.</p>
<p><svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>What was checked against the live API, and when.</p>`;
}
