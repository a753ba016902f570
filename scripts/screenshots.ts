/** `npm run screenshots`: takes screenshots of each page type. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { launchBrowser } from './browser-tests/launch.ts';
import { PAGE_TYPES, startSampleRegistry } from './browser-tests/sample-registry.ts';

const WIDTHS = [375, 768, 1280];
const FOLDER = 'screenshots';

const USAGE = `Usage: npm run screenshots -- [NAME …]

Takes screenshots of each page type, at three widths and in both color schemes, and writes them to screenshots/, which
Git ignores.

NAMEs: ${Object.keys(PAGE_TYPES).join(', ')} (default: all).`;

await runScript(async () => {
  const { positionals: names } = parseScriptArgs(USAGE, { allowPositionals: true });
  const unknown = names.find(name => !Object.hasOwn(PAGE_TYPES, name));
  if (unknown !== undefined)
    throw new UsageError(`Unknown page type "${unknown}". Use ${Object.keys(PAGE_TYPES).join(', ')}.`);
  const pages = Object.entries(PAGE_TYPES).filter(([name]) => names.length === 0 || names.includes(name));

  if (names.length === 0) await rm(FOLDER, { recursive: true, force: true });
  const registry = await startSampleRegistry();
  const browser = await launchBrowser();
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      await Promise.all(WIDTHS.map(width => takeScreenshots(width, colorScheme)));
  } finally {
    await browser.close();
    await registry.close();
  }

  async function takeScreenshots(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    for (const [name, pathname] of pages) {
      await page.goto(registry.address + pathname, { timeout: 120_000 });
      // The requests of a worker, such as that of the search, are not always reported as finished.
      await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
      await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
    await context.close();
    console.log(`${FOLDER}/*-${width}-${colorScheme}.png: ${pages.length} pages`);
  }
});
