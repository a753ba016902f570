import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configurationFrom } from '#edge/configuration.ts';
import { freePort } from '#node/server.ts';
import { launchBrowser } from '#scripts/browser/launch.ts';
import { type RunningRegistry, runRegistry } from '#scripts/start/run-registry.ts';

const PAGES = [
  '/',
  '/apis/',
  '/apis/api.open-meteo.com/',
  '/categories/',
  '/categories/weather/',
  '/primary/live/',
  '/search/',
  '/browse/',
  '/submit/',
  '/validate/',
  '/docs/problems/',
  '/nothing',
];

let folder: string;
let registry: RunningRegistry;
let browser: Browser;
let axe: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'registry-browser-'));
  const port = String(await freePort('127.0.0.1'));
  registry = await runRegistry(configurationFrom({ PORT: port, DATA_DIR: folder }), false);
  browser = await launchBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});

afterAll(async () => {
  await browser.close();
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['wide and light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 360, height: 700 }, colorScheme: 'dark' }],
] as const)('%s', (_, options) => {
  test.each(PAGES)('%s is accessible, fits, and asks no other host', async place => {
    await visited(options, async (page, requests) => {
      await page.goto(registry.address + place);
      expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
        true,
      );
      await page.evaluate(axe);
      expect(
        await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(each => each.id + ": " + each.nodes[0].html))',
        ),
      ).toEqual([]);
      expect(requests.filter(url => !url.startsWith(registry.address))).toEqual([]);
    });
  });
});

describe('the search page', () => {
  test('finds as one types, and keeps the words in the address', async () => {
    await visited({}, async page => {
      await page.goto(`${registry.address}/search/`);
      await page.getByRole('searchbox').fill('earthquake');
      await page
        .getByRole('link', { name: /earthquake/i })
        .first()
        .waitFor();
      expect(page.url()).toContain('?q=earthquake');
    });
  });

  test('asks the registry where the words are mistyped, and says so', async () => {
    await visited({}, async page => {
      await page.goto(`${registry.address}/search/?q=eartquake`);
      await page.getByText('come near').waitFor();
      expect(await page.locator('[data-search-results] li').count()).toBeGreaterThan(0);
    });
  });

  test('says what to do without JavaScript', async () => {
    await visited({ javaScriptEnabled: false }, async page => {
      await page.goto(`${registry.address}/search/`);
      expect(await page.locator('noscript').textContent()).toContain('needs JavaScript');
    });
  });
});

/** Opens a page of its own; an error on its console fails the test, but for the answer 404 that is asked for. */
async function visited(
  options: BrowserContextOptions,
  visit: (page: Page, requests: string[]) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', request => requests.push(request.url()));
  page.on('pageerror', error => errors.push(error.message));
  page.on(
    'console',
    message => message.type() === 'error' && !message.text().includes('404') && errors.push(message.text()),
  );
  await visit(page, requests);
  await context.close();
  expect(errors).toEqual([]);
}
