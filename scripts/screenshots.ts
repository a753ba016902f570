/**
 * `npm run screenshots`: pictures of each page type, at three widths and in both schemes, for whoever wants to look. They
 * go to `screenshots/`, which git ignores.
 *   node scripts/screenshots.ts [NAME…]   only these types of pages, as `scripts/browser-tests/shown-registry.ts` names them
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from './browser-tests/launch.ts';
import { PAGE_TYPES, runShownRegistry } from './browser-tests/shown-registry.ts';

const WIDTHS = [360, 768, 1440];
const FOLDER = 'screenshots';

const names = process.argv.slice(2);
const wanted = Object.entries(PAGE_TYPES).filter(([name]) => names.length === 0 || names.includes(name));
if (wanted.length === 0) throw new RangeError(`There are only ${Object.keys(PAGE_TYPES).join(', ')}.`);

if (names.length === 0) await rm(FOLDER, { recursive: true, force: true });
const registry = await runShownRegistry();
const browser = await launchBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const)
    await Promise.all(WIDTHS.map(width => takePictures(width, colorScheme)));
} finally {
  await browser.close();
  await registry.close();
}

async function takePictures(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  for (const [name, place] of wanted) {
    await page.goto(registry.address + place, { waitUntil: 'networkidle' });
    await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  }
  await context.close();
  console.log(`${FOLDER}/*-${width}-${colorScheme}.png: ${wanted.length} pages`);
}
