import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_TYPES } from './sample-registry.ts';
import { type Visitor, visitor, waitUntilLoaded } from './visitor.fixture.ts';

/** The "Slow 4G" preset of Chrome DevTools: bytes per second, and milliseconds of latency. */
const SLOW_4G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };

/** The output folder of the measurements. Git ignores it. */
const FOLDER = '.cache';

/** The first two also load over the slow network, where each takes seconds. */
const PAGES = [
  ...['home', 'listing', 'browse', 'listing-large', 'publish', 'docs-publishing'],
  ...['search', 'compare', 'connect', 'status', 'docs', 'docs-api-schemas'],
];
const SLOWLY = 2;

let world: Visitor;

beforeAll(async () => {
  world = await visitor();
});

afterAll(() => world.close());

/** Records the times, which depend on the machine, without assertions. Asserts only that nothing shifts. */
test('paints the largest element once and shifts nothing after it', async () => {
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
          await page.goto(world.address + PAGE_TYPES[name]);
          await waitUntilLoaded(page);
          const first = await painted(page);
          // A returning visitor has the styles, scripts, and font in the cache.
          await page.goto(world.address + PAGE_TYPES['listing-documented']);
          await waitUntilLoaded(page);
          const next = await painted(page);
          figures.push({ page: name, network, firstPageMs: first.ms, nextPageMs: next.ms, layoutShift: first.shift });
          expect(first.shift, `${name}, ${network}`).toBeLessThanOrEqual(0.05);
        },
        { viewport: { width: 360, height: 740 } },
      );
    }
  }
  expect(figures.length).toBe(PAGES.length + SLOWLY);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}/first-paint.json`, `${JSON.stringify(figures, null, 2)}\n`);
  console.table(figures);
});

/** On a wide screen, the footer is often visible below short contents, so what arrives later can move it. */
test.each(['/nothing', '/browse/?q=zzqqxxjj', '/compare/', '/connect/', PAGE_TYPES.compare ?? ''])(
  'shifts nothing on a wide screen when the results of %s arrive',
  async place => {
    await world.visit(
      place,
      async page => {
        await waitUntilLoaded(page);
        if (place === '/nothing') await page.locator('[data-near] li').first().waitFor();
        if (place === '/connect/') await page.getByText('The server offers').waitFor();
        expect((await painted(page)).shift).toBeLessThanOrEqual(0.01);
      },
      { viewport: { width: 1440, height: 900 }, expected: /404/ },
    );
  },
);

/** The font is optional, so a slow connection shows that of the system, which can be wider. */
test.each(PAGES)('shifts nothing on a phone without the font: %s', async name => {
  await world.visit(
    '/favicon.svg',
    async page => {
      await page.route(/\.woff2$/, route => route.abort());
      await page.goto(world.address + PAGE_TYPES[name]);
      await waitUntilLoaded(page);
      expect((await painted(page)).shift).toBeLessThanOrEqual(0.05);
    },
    { viewport: { width: 360, height: 740 }, expected: /ERR_FAILED/ },
  );
});

/** Returns the time at which the largest element of a page was painted, and its layout shift. */
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
