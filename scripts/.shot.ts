import { launchBrowser } from '/work/wt/site/scripts/browser-tests/launch.ts';
import { startSampleRegistry } from '/work/wt/site/scripts/browser-tests/sample-registry.ts';

const [paths, widths, schemes, full] = [
  process.argv[2]!.split(','),
  (process.argv[3] ?? '1280').split(',').map(Number),
  (process.argv[4] ?? 'light').split(','),
  process.argv[5] !== 'fold',
];
const registry = process.env.AT ? { address: process.env.AT, close: async () => {} } : await startSampleRegistry();
if (process.env.STAY) {
  console.log(registry.address);
  await new Promise(() => {});
}
const browser = await launchBrowser();
for (const colorScheme of schemes as ('light' | 'dark')[])
  for (const width of widths) {
    const c = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const p = await c.newPage();
    p.on('console', m => {
      if (m.type() === 'error') console.log(m.text());
    });
    p.on('pageerror', e => console.log('ERR', e.message));
    for (const place of paths) {
      await p.goto(registry.address + place, { waitUntil: 'networkidle' });
      const over = await p.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (Number(over) > 0)
        console.log(
          place,
          width,
          'overflows by',
          over,
          await p.evaluate(
            `[...document.querySelectorAll('body *')].filter(e=>e.getBoundingClientRect().right>innerWidth+1).slice(0,5).map(e=>e.tagName+'.'+e.className).join(' ')`,
          ),
        );
      await p.screenshot({
        path: `/tmp/shots/${place.replace(/[^a-z0-9.]+/gi, '_')}-${width}-${colorScheme}.png`,
        fullPage: full,
      });
    }
    await c.close();
  }
await browser.close();
await registry.close();
