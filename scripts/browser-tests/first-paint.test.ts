import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_TYPES, runShownRegistry } from './shown-registry.ts';
import { type Visitor, visitor } from './visitor.fixture.ts';

/** What the browser's developer tools call "Slow 4G": bytes a second, and milliseconds until an answer begins. */
const SLOW_4G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };

/** Where the figures go; git ignores it. */
const FOLDER = '.cache';

/** Two of them over the slow network, too, where each takes seconds. */
const PAGES = ['home', 'listing', 'browse', 'listing-large', 'submit', 'validate', 'docs-publishing'];
const SLOWLY = 2;

let world: Visitor;

beforeAll(async () => {
  world = await visitor(runShownRegistry);
}, 120_000);

afterAll(() => world.close());

/** A figure of one machine at one moment is recorded, not asserted: what holds everywhere is that nothing moves. */
test('the largest part of a page is painted once, and nothing moves after it', async () => {
  const figures: Record<string, unknown>[] = [];
  for (const [at, name] of PAGES.entries()) {
    for (const network of at < SLOWLY ? ['as it is', 'slow 4G'] : ['as it is']) {
      await world.visit(
        '/favicon.svg',
        async page => {
          if (network === 'slow 4G') {
            const session = await page.context().newCDPSession(page);
            await session.send('Network.enable');
            await session.send('Network.emulateNetworkConditions', SLOW_4G);
          }
          await page.goto(world.address + PAGE_TYPES[name], { waitUntil: 'networkidle' });
          const first = await painted(page);
          // Whoever goes on has styles, scripts and the font already.
          await page.goto(world.address + PAGE_TYPES['listing-documented'], { waitUntil: 'networkidle' });
          const next = await painted(page);
          figures.push({ page: name, network, firstPageMs: first.ms, nextPageMs: next.ms, layoutShift: first.shift });
          expect(first.shift, `${name}, ${network}`).toBeLessThan(0.1);
        },
        { viewport: { width: 360, height: 740 } },
      );
    }
  }
  expect(figures.length).toBe(PAGES.length + SLOWLY);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}/first-paint.json`, `${JSON.stringify(figures, null, 2)}\n`);
  console.table(figures);
}, 120_000);

/** When the largest part of a page was painted, and by how much it moved. */
async function painted(page: Page): Promise<{ readonly ms: number; readonly shift: number }> {
  return { ms: Math.round(Number(await page.evaluate(LARGEST))), shift: Number(await page.evaluate(SHIFT)) };
}

const entries = (type: string, then: string) =>
  `new Promise(done => {
    const observer = new PerformanceObserver(list => done((${then})(list.getEntries())));
    observer.observe({ type: '${type}', buffered: true });
    setTimeout(() => done((${then})([])), 300);
  })`;

const LARGEST = entries('largest-contentful-paint', 'found => found.at(-1)?.startTime');
const SHIFT = entries('layout-shift', 'found => found.reduce((sum, { value }) => sum + value, 0)');
