import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyWith, expectSound, type Visitor, visitor } from './visitor.fixture.ts';

const LISTING = '/apis/api.github.com/';
const DUE = '2026-11-21T03:00:00Z';

let world: Visitor;

beforeAll(async () => {
  world = await visitor();
});

afterAll(() => world.close());

describe('the listing page', () => {
  test('finds an endpoint in a long list and copies its request', async () => {
    await world.visit(
      LISTING,
      async page => {
        const endpoints = page.locator('.endpoint:visible');
        const all = await endpoints.count();
        await page.getByRole('searchbox', { name: 'Find an endpoint' }).fill('SEARCH repositories');
        const found = await endpoints.count();
        expect(found).toBeGreaterThan(0);
        expect(found).toBeLessThan(all);
        await page.getByText(`${found} of ${all}`).waitFor();
        // The request builder replaces the code when it is loaded, and its button.
        await endpoints.first().scrollIntoViewIfNeeded();
        await endpoints.first().getByRole('radio', { name: 'Python' }).waitFor();
        const copied = await copyWith(endpoints.first().getByRole('button', { name: 'Copy' }));
        expect(copied).toMatch(/^curl 'https:\/\/api\.github\.com\//);
        await expectSound(page);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });

  test('shows all content without JavaScript, except controls that need it', async () => {
    await world.visit(
      LISTING,
      async page => {
        expect(await page.locator('.endpoint:visible').count()).toBeGreaterThan(5);
        expect(await page.getByRole('searchbox', { name: 'Find an endpoint' }).count()).toBe(0);
        expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
        await page.getByText('Show the manifest').click();
        expect(await page.locator('pre.json').isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });

  test('blocks inline scripts', async () => {
    await world.visit(
      LISTING,
      async page => {
        await page.evaluate(`(() => {
          const script = document.createElement('script');
          script.textContent = 'document.title = "run"';
          document.body.append(script);
        })()`);
        expect(await page.title()).not.toBe('run');
      },
      { expected: /Content Security Policy/ },
    );
  });

  test('hides controls in print', async () => {
    await world.visit(LISTING, async page => {
      await page.emulateMedia({ media: 'print' });
      for (const gone of ['.site-header nav', '.contents', '.endpoint-index', '.copy-button', '.site-footer'])
        expect(await page.locator(gone).first().isVisible(), gone).toBe(false);
      expect(await page.locator('.endpoint').last().isVisible()).toBe(true);
    });
  });
});

test('reports overdue checks without a reload', async () => {
  await world.visit('/', async page => {
    await page.clock.install({ time: new Date('2026-11-21T02:00:00Z') });
    await page.route('**/status/', async route => {
      const response = await route.fetch();
      const due = `<p class="due" data-due="${DUE}">The next check is due.</p>`;
      await route.fulfill({ response, body: (await response.text()).replace('</main>', `${due}</main>`) });
    });
    await page.goto(`${world.address}/status/`);
    expect(await page.locator('.due').textContent()).toBe('The next check is due.');
    await page.clock.fastForward('01:00:01');
    expect(await page.locator('.due.overdue').textContent()).toBe('Overdue. The next check is due.');
    await expectSound(page);
  });
});

test('suggests similar listings on the 404 page', async () => {
  await world.visit(
    '/apis/api.githb.com/',
    async page => {
      await page.getByRole('heading', { name: 'Similar listings' }).waitFor();
      expect(await page.locator('main .found a').first().getAttribute('href')).toMatch(/^\/apis\/[^/]+\/$/);
      await expectSound(page);
    },
    { expected: /404/ },
  );
});
