import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;

beforeAll(async () => {
  world = await visitor();
}, 120_000);

afterAll(() => world.close());

const NARROW = { viewport: { width: 360, height: 700 }, colorScheme: 'dark', reducedMotion: 'reduce' } as const;

describe('the search box of each page', () => {
  test('opens with a slash, searches while typing, and works by keyboard alone', async () => {
    await world.visit('/docs/publishing/', async page => {
      await page.keyboard.press('/');
      await page.keyboard.type('earthquake');
      await page.locator('[data-search-panel] mark').first().waitFor();
      await expectSound(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/apis\//);
    });
  });

  test('falls back to the API for typos, reports it, and closes on Escape', async () => {
    await world.visit(
      '/',
      async page => {
        const box = page.getByRole('searchbox', { name: 'Search all APIs' });
        await box.fill('eartquake');
        await page.getByText(/similar results?/).waitFor();
        expect(await page.locator('[data-search-panel] li').count()).toBeGreaterThan(1);
        await expectSound(page);
        await box.press('Escape');
        expect(await page.locator('[data-search-panel]').isVisible()).toBe(false);
      },
      NARROW,
    );
  });

  test('works as a plain form', async () => {
    await world.visit('/', async page => {
      await page.getByRole('searchbox', { name: 'Search all APIs' }).fill('weather');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\/\?q=weather/);
      await page.getByText(/APIs found/).waitFor();
    });
  });
});

describe('the search page', () => {
  test('searches while typing, updates its URL, and shows the request', async () => {
    await world.visit(
      '/search/',
      async page => {
        await page.getByRole('searchbox').fill('earthquake');
        await page.locator('[data-search-results] mark').first().waitFor();
        await page.waitForURL(/\?q=earthquake$/);
        await page.getByText('GET /listings?q=earthquake').click();
        const request = (await page.locator('[data-request-code="curl"]').textContent()) ?? '';
        const { data } = await (await fetch(request.replace(/^curl '(.*)'$/, '$1'))).json();
        expect(data.total).toBeGreaterThan(0);
        await expectSound(page);
      },
      NARROW,
    );
  });

  test('falls back to the API for typos and reports it', async () => {
    await world.visit('/search/?q=eartquake', async page => {
      await page.getByText(/similar results?/).waitFor();
      expect(await page.locator('[data-search-results] li').count()).toBeGreaterThan(0);
    });
  });
});

test('shows the request for the results of a list', async () => {
  await world.visit(
    '/categories/weather/',
    async page => {
      await page.locator('.request summary').click();
      const request = (await page.locator('[data-request-code="curl"]').textContent()) ?? '';
      const { data } = await (await fetch(request.replace(/^curl '(.*)'$/, '$1'))).json();
      const shown = await page.locator('.listing-id').allTextContents();
      expect(shown.toSorted()).toEqual(data.listings.map(({ id }: { id: string }) => id).toSorted());
    },
    { javaScriptEnabled: false },
  );
});

test('leads from the home page to a copied request by keyboard alone', async () => {
  const options = { permissions: ['clipboard-read', 'clipboard-write'] };
  await world.visit(
    '/',
    async page => {
      const visible = "getComputedStyle(document.activeElement).outlineStyle !== 'none'";
      const tabTo = async (what: string) => {
        for (let tabs = 0; tabs < 80; tabs++) {
          await page.keyboard.press('Tab');
          expect(await page.evaluate(visible)).toBe(true);
          if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(what)})`)) return;
        }
        throw new Error(`No Tab leads to ${what}.`);
      };
      await tabTo('.skip');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
      await page.keyboard.press('Shift+Tab');
      await page.reload();
      await tabTo('a[href="/browse/"]');
      await page.keyboard.press('Enter');
      await page.getByText(/APIs match/).waitFor();
      await tabTo('[name="category"]');
      await page.keyboard.press('ArrowDown');
      await page.waitForURL(/\?category=agriculture$/);
      await page.getByRole('button', { name: 'Remove Agriculture' }).waitFor();
      await tabTo('.listing-name a');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/apis\/[^/]+\/$/);
      await tabTo('.copy-button');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl /);
    },
    options,
  );
});

test.each(['/search/', '/submit/', '/validate/', '/browse/'])(
  '%s shows no broken form without JavaScript and links to alternatives',
  async place => {
    await world.visit(
      place,
      async page => {
        expect(await page.getByRole('main').locator('form:visible, textarea:visible').count()).toBe(0);
        expect(await page.getByRole('main').locator('noscript').textContent()).toContain('JavaScript');
      },
      { javaScriptEnabled: false },
    );
  },
);

describe('browse', () => {
  const totalOf = async (search: string) =>
    (await (await fetch(`${world.address}/listings?limit=1&${search}`)).json()).data.total as number;

  test('filters by facets with correct counts and supports the Back button', async () => {
    await world.visit('/browse/', async page => {
      const told = page.locator('[data-browse-status]');
      await told.getByText(`${await totalOf('')} APIs match.`).waitFor();
      const weather = page.locator('label', { has: page.locator('[name="category"][value="weather"]') });
      expect(await weather.locator('.count').textContent()).toBe(String(await totalOf('category=weather')));
      await weather.click();
      await page.waitForURL(/\?category=weather$/);
      await told.getByText(`${await totalOf('category=weather')} APIs match.`).waitFor();
      const open = page.locator('label', { has: page.locator('[name="auth_required"][value="false"]') });
      const both = await totalOf('category=weather&auth_required=false');
      await open.locator('.count').getByText(String(both), { exact: true }).waitFor();
      await open.click();
      await page.waitForURL(/category=weather&auth_required=false$/);
      await page.getByRole('button', { name: 'Remove Weather' }).waitFor();
      await expectSound(page);
      await page.goBack();
      await page.waitForURL(/\?category=weather$/);
      expect(await page.locator('[name="auth_required"][value=""]').isChecked()).toBe(true);
      await page.goBack();
      await told.getByText(`${await totalOf('')} APIs match.`).waitFor();
    });
  });

  test('sorts, paginates, and shows the matching request', async () => {
    await world.visit('/browse/?sort=name&order=desc', async page => {
      const names = page.locator('.listing-name');
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(/offset=25/);
      await page.getByText(/^Page 2 of/).waitFor();
      const answer = await (await fetch(`${world.address}/listings?sort=name&order=desc&limit=25&offset=25`)).json();
      await expect.poll(() => names.first().textContent()).toBe(answer.data.listings[0].name);
      await page.locator('.request summary').click();
      const request = (await page.locator('[data-request-code="curl"]').textContent()) ?? '';
      const shown = await (await fetch(request.replace(/^curl '(.*)'$/, '$1'))).json();
      expect(shown.data).toEqual(answer.data);
      expect(await page.locator('[data-request-code="python"]').textContent()).toContain('urlopen');
    });
  });

  test('reports invalid parameters in its URL', async () => {
    await world.visit(
      '/browse/?category=wether',
      async page => {
        await page.getByText('Did you mean "weather"?').waitFor();
        await page.getByRole('button', { name: 'Remove wether' }).click();
        await page.getByText(/APIs match/).waitFor();
      },
      { expected: /400/ },
    );
  });

  test('fits a small screen and works by keyboard', async () => {
    await world.visit(
      '/browse/',
      async page => {
        await page.getByText(/APIs match/).waitFor();
        await page.locator('.browse-facets > summary').press('Enter');
        await page.locator('[name="category"][value="weather"]').press(' ');
        await page.waitForURL(/category=weather/);
        await page.getByText(/APIs match/).waitFor();
        await expectSound(page);
      },
      NARROW,
    );
  });

  test('reads its counts from files if the API is unavailable', async () => {
    await world.visit(
      '/',
      async page => {
        // A static file host: a URL with a query string that is not a file returns 404.
        await page.route(/\/(listings|facets)\?/, route =>
          route.fulfill({ status: 404, contentType: 'text/html', body: '' }),
        );
        await page.goto(`${world.address}/browse/?category=weather`);
        await page.getByText('consists of static files').waitFor();
        expect(await page.locator('.listing-name').count()).toBe(await totalOf('category=weather'));
      },
      { expected: /404/ },
    );
  });

  test('links to the categories without JavaScript', async () => {
    await world.visit(
      '/browse/',
      async page => {
        await page.getByRole('main').getByRole('link', { name: 'categories' }).click();
        await page.getByRole('main').getByRole('link', { name: 'Weather' }).click();
        expect(await page.locator('.listing-name').count()).toBeGreaterThan(3);
      },
      { javaScriptEnabled: false },
    );
  });
});
