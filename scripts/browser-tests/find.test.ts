import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyWith, expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;

beforeAll(async () => {
  world = await visitor();
});

afterAll(() => world.close());

const NARROW = { viewport: { width: 360, height: 700 }, colorScheme: 'dark', reducedMotion: 'reduce' } as const;

describe('the search box of each page', () => {
  test.each([
    ['a desktop', '/docs/publishing/', {}],
    ['a phone', '/', NARROW],
  ])('on %s, opens with a slash, searches while typing, and works by keyboard alone', async (_, place, device) => {
    await world.visit(
      place,
      async page => {
        await page.keyboard.press('/');
        await page.keyboard.type('earthquake');
        await page.locator('[data-search-panel] mark').first().waitFor();
        await expectSound(page);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/apis\//);
      },
      device,
    );
  });

  test('falls back to the API for typos, reports it, and closes on Escape', async () => {
    await world.visit(
      '/',
      async page => {
        const box = page.getByRole('searchbox', { name: 'Search all APIs' });
        await box.fill('eartquake');
        await page.getByText(/similar results?/).waitFor();
        await expect.poll(() => page.locator('[data-search-panel] li').count()).toBeGreaterThan(1);
        await expectSound(page);
        await box.press('Escape');
        await expect.poll(() => page.locator('[data-search-panel]').isVisible()).toBe(false);
        // Results that arrive after the reader has moved on do not cover the page.
        const arrival = page.waitForResponse(/\/listings\?q=/);
        await box.fill('eartquake');
        await page.getByRole('link', { name: 'Skip to content' }).focus();
        await (await arrival).finished();
        await page.evaluate('new Promise(resolve => setTimeout(resolve, 100))');
        expect(await page.locator('[data-search-panel]').isVisible()).toBe(false);
      },
      NARROW,
    );
  });

  test('names the cause when it cannot search, instead of reporting no results', async () => {
    await world.visit(
      '/',
      async page => {
        const box = page.getByRole('searchbox', { name: 'Search all APIs' });
        const panel = page.locator('[data-search-panel]');
        await box.fill('zzqqxxjj');
        await panel.getByText('No results. Try other words.').waitFor();
        await page.context().setOffline(true);
        await box.fill('zzqqxxjjz');
        await panel.getByText('You are offline. Connect and try again.', { exact: true }).waitFor();
      },
      { expected: /ERR_INTERNET_DISCONNECTED/ },
    );
  });

  test.each([true, false])('works as a plain form, with JavaScript: %s', async javaScriptEnabled => {
    await world.visit(
      '/',
      async page => {
        await page.getByRole('searchbox', { name: 'Search all APIs' }).fill('weather');
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/browse\/\?q=weather/);
        await page.locator('.listing-name a[href="/apis/api.open-meteo.com/"]').waitFor();
        expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue()).toBe('weather');
        expect(await page.title()).toMatch(javaScriptEnabled ? /^weather – Browse/ : /^Browse/);
        await page.getByRole(javaScriptEnabled ? 'button' : 'link', { name: 'Remove weather' }).waitFor();
      },
      { javaScriptEnabled },
    );
  });

  test('finds APIs on a host that only has files', async () => {
    await world.visit(
      '/about/',
      async page => {
        await serveOnlyFiles(page);
        await page.getByRole('searchbox', { name: 'Search all APIs' }).fill('earthquake');
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/search\/\?q=earthquake/);
        await page.locator('[data-search-results] a').first().waitFor();
      },
      { expected: /404/ },
    );
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
      await expect.poll(() => page.locator('[data-search-results] li').count()).toBeGreaterThan(0);
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
      // Tabs and search fields show the focus on the element around the input, and tabs inside of it. The end of the page
      // has no focus.
      const unseen = `(() => {
        const active = document.activeElement;
        const isSeen = [active, active.parentElement].some(each =>
          ['', '::after'].some(part => getComputedStyle(each, part).outlineStyle !== 'none'));
        return active === document.body || isSeen ? '' : active.outerHTML.slice(0, 200);
      })()`;
      const tabTo = async (what: string) => {
        for (let tabs = 0; tabs < 200; tabs++) {
          await page.keyboard.press('Tab');
          await expect.poll(() => page.evaluate(unseen)).toBe('');
          if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(what)})`)) return;
        }
        throw new Error(`No Tab leads to ${what}.`);
      };
      await tabTo('.skip');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');
      await page.keyboard.press('Shift+Tab');
      await page.reload();
      await tabTo('#site-menu a[href="/browse/"]');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/browse\/$/);
      await tabTo('[name="authentication"]');
      await page.keyboard.press(' ');
      await page.waitForURL(/\?authentication=none$/);
      await page.getByRole('button', { name: 'Remove No key' }).waitFor();
      await tabTo('.listing-name a');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/apis\/[^/]+\/$/);
      await tabTo('.copy-button');
      expect(await copyWith(page.locator('.copy-button:focus'), () => page.keyboard.press('Enter'))).toContain('curl ');
    },
    options,
  );
});

test.each(['/search/', '/publish/'])(
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
      await told.getByText(`${await totalOf('')} APIs`).waitFor();
      const weather = page.locator('label', { has: page.locator('[name="category"][value="weather"]') });
      expect(await weather.locator('.count').textContent()).toBe(String(await totalOf('category=weather')));
      await page.locator('[data-facet="category"] summary').click();
      await weather.click();
      await page.waitForURL(/\?category=weather$/);
      await told.getByText(`${await totalOf('category=weather')} APIs`).waitFor();
      const open = page.locator('label', { has: page.locator('[name="authentication"][value="none"]') });
      const both = await totalOf('category=weather&authentication=none');
      await open.locator('.count').getByText(String(both), { exact: true }).waitFor();
      await open.click();
      await page.waitForURL(/authentication=none&category=weather$/);
      await page.getByRole('button', { name: 'Remove Weather' }).waitFor();
      await expectSound(page);
      await page.goBack();
      await page.waitForURL(/\?category=weather$/);
      await expect.poll(() => page.locator('[name="authentication"][value="none"]').isChecked()).toBe(false);
      await page.goBack();
      await told.getByText(`${await totalOf('')} APIs`).waitFor();
      const box = page.getByRole('searchbox', { name: 'Search', exact: true });
      await box.fill('tides');
      await box.press('Enter');
      await page.waitForURL(/\?q=tides$/);
      await page.goBack();
      await page.waitForURL(/\/browse\/$/);
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

  test('drops invalid values from its URL with a note', async () => {
    await world.visit(
      '/browse/?category=wether&price=free&limit=9999',
      async page => {
        await page.waitForURL(/\/browse\/\?price=free$/);
        await page.getByText('Ignored the invalid value of “category”. Did you mean "weather"?').waitFor();
        await page.getByText('Ignored the invalid value of “limit”.').waitFor();
        const total = await totalOf('price=free');
        await page.getByText(`${total} APIs`, { exact: true }).waitFor();
        expect(await page.locator('label:visible', { hasText: 'wether' }).count()).toBe(0);
        expect(await page.locator('.browse-chosen li').allTextContents()).toEqual(['Free ×']);
        await expectSound(page);
        await page.getByRole('button', { name: 'Remove Free' }).click();
        await expect.poll(() => page.locator('[data-browse-note]').isVisible()).toBe(false);
      },
      { expected: /400/ },
    );
  });

  test('keeps the valid values of a list that repeats and has invalid ones', async () => {
    await world.visit(
      '/browse/?category=weather&category=nothing&category=finance',
      async page => {
        await page.waitForURL(/\?category=weather%2Cfinance$/);
        await page.getByText('Ignored the invalid value of “category”.').waitFor();
        await page.getByRole('button', { name: 'Remove Weather' }).click();
        await page.waitForURL(/\?category=finance$/);
        await page.goto(`${world.address}/browse/?category=weather&category=finance`);
        await page.getByRole('button', { name: 'Remove Weather' }).click();
        await page.waitForURL(/\?category=finance$/);
      },
      { expected: /400/ },
    );
  });

  test('offers to try again after a failure, instead of the former results', async () => {
    await world.visit(
      '/browse/?q=zzqqxxjj',
      async page => {
        await page.getByRole('heading', { name: 'No API matches' }).waitFor();
        await page.route('**/listings?*', route => route.fulfill({ status: 503, headers: { 'Retry-After': '5' } }));
        await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('tides');
        await page.getByText('Try again in 5 seconds.').waitFor();
        expect(await page.getByRole('heading', { name: 'No API matches' }).count()).toBe(0);
        expect(await page.locator('[data-request-line]').textContent()).toBe('GET /listings?q=tides&limit=25');
        await expectSound(page);
        await page.unroute('**/listings?*');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page
          .getByText(`${await totalOf('q=tides')} API`)
          .first()
          .waitFor();
        expect(await page.evaluate('document.activeElement.dataset.browseStatus')).toBe('');
        await expect.poll(() => page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
      },
      { expected: /503/ },
    );
  });

  test('adds one entry to the history for a typed date, and copies what it shows', async () => {
    await world.visit(
      '/browse/',
      async page => {
        await page.locator('.more-filters > summary').click();
        await page.getByLabel('Changed since').focus();
        const before = Number(await page.evaluate('history.length'));
        await page.keyboard.type('01012026');
        await page.waitForURL(/updated_since=2026-01-01/);
        expect(await page.evaluate('history.length')).toBe(before + 1);
        await page.goto(`${world.address}/browse/?sort=created_at&order=desc&limit=50`);
        await page.locator('[data-browse-list][data-shown]').waitFor();
        const choices =
          "Array.from(document.querySelectorAll('.browse-sort select'), each => each.selectedOptions[0].text)";
        await expect.poll(() => page.evaluate(choices)).toEqual(['Newest first', '50 per page']);
        await page.goto(`${world.address}/browse/?q=tides`);
        const copied = await copyWith(page.getByRole('button', { name: 'curl', exact: true }));
        await page.getByText('GET /listings?q=tides&limit=25').waitFor();
        expect(copied).toBe(`curl '${world.address}/listings?q=tides&limit=25'`);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });

  test('leads to the last page from one after it', async () => {
    await world.visit('/browse/?offset=9000', async page => {
      await page.getByText('Page 361 does not exist.').waitFor();
      await page.getByRole('link', { name: /^Last page: \d+$/ }).click();
      await page.getByText(/^Page (\d+) of \1$/).waitFor();
      expect(await page.locator('.listing-name').count()).toBeGreaterThan(0);
    });
  });

  test('opens its filters as a sheet on a small screen, by keyboard', async () => {
    await world.visit(
      '/browse/',
      async page => {
        await page.getByRole('button', { name: 'Filters' }).press('Enter');
        await page.locator('[name="authentication"][value="none"]').press(' ');
        await page.waitForURL(/authentication=none/);
        await expectSound(page);
        const total = await totalOf('authentication=none');
        await page.getByRole('button', { name: `Show ${total} results` }).click();
        await expect.poll(() => page.locator('[name="authentication"]').first().isVisible()).toBe(false);
        await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
        await expectSound(page);
        // At 400% zoom, the menu scrolls.
        await page.setViewportSize({ width: 320, height: 256 });
        await page.getByRole('button', { name: 'Menu' }).click();
        const last = page.locator('#site-menu .button');
        await last.scrollIntoViewIfNeeded();
        const box = await last.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(256);
      },
      NARROW,
    );
  });

  test.each([true, false])(
    'has room for its toolbar on a small screen (with JavaScript: %s)',
    async javaScriptEnabled => {
      await world.visit(
        '/browse/',
        async page => {
          const sort = await page.locator('#browse-sort').boundingBox();
          const total = await page.locator('.browse-total').boundingBox();
          expect(sort?.width).toBeGreaterThan(120);
          expect(total?.y).toBeGreaterThan((sort?.y ?? 0) + (sort?.height ?? 0));
          expect(total?.height).toBeLessThan(30);
        },
        { ...NARROW, javaScriptEnabled },
      );
    },
  );

  test('shows the built rows without a request, and drops unknown parameters with a note', async () => {
    await world.visit('/browse/?utm_source=mail&category=weather', async page => {
      await page.getByText('Ignored unknown parameter: “utm_source”.').waitFor();
      await page.waitForURL(/\/browse\/\?category=weather$/);
      await page.locator('[data-browse-list][data-shown]').waitFor();
      const requests: string[] = [];
      page.on('request', request => requests.push(new URL(request.url()).pathname));
      await page.goto(`${world.address}/browse/`);
      await page.locator('[data-browse-list][data-shown]').waitFor();
      expect(requests.filter(path => /^\/(listings|facets)/.test(path))).toEqual([]);
      expect(await page.locator('.listing-name').count()).toBe(25);
    });
  });

  test('suggests which filter to remove if nothing matches', async () => {
    await world.visit('/browse/?category=weather&maintained_by=individual&q=zzzz', async page => {
      await page.getByRole('heading', { name: 'No API matches' }).waitFor();
      await expectSound(page);
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await page.getByText(/^[1-9]\d* APIs$/).waitFor();
      await expect.poll(() => page.locator('[data-browse-empty]').isVisible()).toBe(false);
    });
  });

  test('keeps the focus near a button that disappears', async () => {
    await world.visit('/browse/?category=weather&responding=true', async page => {
      const focused = () => page.evaluate('document.activeElement.outerHTML');
      await page.getByRole('list', { name: 'Active filters' }).getByRole('button').first().press('Enter');
      expect(await focused()).toContain('data-browse-status');
      await page.goto(`${world.address}/browse/`);
      for (const at of [0, 1]) await page.locator('[data-compare]').nth(at).check();
      // No row that has the focus is behind the tray.
      const hidden = `(() => {
        const [focused, tray] = [document.activeElement, document.querySelector('[data-compare-tray]')];
        return Math.max(0, focused.getBoundingClientRect().bottom - tray.getBoundingClientRect().top);
      })()`;
      for (let tabs = 0; tabs < 12; tabs++) {
        await page.keyboard.press('Tab');
        await expect.poll(() => page.evaluate(hidden)).toBe(0);
      }
      const slots = page.locator('[data-compare-list] button');
      await slots.first().press('Enter');
      expect(await focused()).toBe(await slots.first().evaluate(button => button.outerHTML));
      await slots.first().press('Enter');
      expect(await focused()).toContain('type="checkbox"');
    });
  });

  test('copies the view as URL, curl, and tool call', async () => {
    const options = { permissions: ['clipboard-read', 'clipboard-write'] };
    await world.visit(
      '/browse/?category=weather&limit=100',
      async page => {
        const button = (name: string) => page.getByRole('button', { name, exact: true });
        const copied = (name: string) => copyWith(button(name));
        expect(await copied('URL')).toBe(page.url());
        const { data } = await (await fetch((await copied('curl')).replace(/^curl '(.*)'$/, '$1'))).json();
        expect(data.total).toBe(await totalOf('category=weather'));
        expect(JSON.parse(await copied('MCP call'))).toMatchObject({ name: 'search_listings' });
        // Each button shows its name again.
        for (const name of ['URL', 'curl', 'MCP call']) await button(name).waitFor();
      },
      options,
    );
  });

  test('has no copy buttons in a browser without a clipboard', async () => {
    await world.visit('/browse/', async page => {
      const buttons = page.locator('[data-copy-as], [data-compare-copy], .copy-button');
      const clipboard = "Object.defineProperty(navigator, 'clipboard', { value: undefined })";
      await page.addInitScript(clipboard);
      await page.goto(`${world.address}/browse/?category=weather`);
      await page.locator('[data-browse-list][data-shown]').waitFor();
      expect(await buttons.filter({ visible: true }).count()).toBe(0);
      await page.goto(`${world.address}/compare/?ids=ledger.example,tides.example`);
      await page.getByRole('heading', { name: 'Compare 2 APIs' }).waitFor();
      expect(await buttons.filter({ visible: true }).count()).toBe(0);
    });
  });

  test('reads its counts from files if the API is unavailable', async () => {
    await world.visit(
      '/',
      async page => {
        await serveOnlyFiles(page);
        await page.goto(`${world.address}/browse/?category=weather`);
        await page.getByText('consists of static files').waitFor();
        expect(await page.locator('.listing-name').count()).toBe(await totalOf('category=weather'));
        await page.goto(`${world.address}/browse/?category=finance,weather`);
        await page.getByText('The rest of the query is not applied.').waitFor();
        const copied = await copyWith(page.getByRole('button', { name: 'curl', exact: true }));
        expect(copied).toBe(`curl '${world.address}/listings/by/category/finance/1.json'`);
        const { data } = await (await fetch(`${world.address}/listings/by/category/finance/1.json`)).json();
        expect(await page.locator('.listing-name').count()).toBe(data.listings.length);
      },
      { expected: /404/, permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });

  test('shows the request for what it shows, with and without a query', async () => {
    await world.visit('/browse/', async page => {
      const line = page.locator('[data-request-line]');
      expect(await line.textContent()).toBe('GET /listings?limit=25');
      await page.goto(`${world.address}/browse/?free_only=false&category=weather&category=finance`);
      await page.getByRole('button', { name: 'Remove Finance' }).waitFor();
      await expect.poll(() => line.textContent()).toBe('GET /listings?category=weather%2Cfinance&limit=25');
      expect(await page.locator('.browse-chosen li').allTextContents()).toEqual([
        'Weather ×',
        'Finance ×',
        'Clear all',
      ]);
    });
  });

  test('reports JSON that is no list of listings', async () => {
    await world.visit('/browse/', async page => {
      await page.route('**/listings?*', route => route.fulfill({ contentType: 'application/json', body: 'null' }));
      await page.goto(`${world.address}/browse/?category=weather`);
      await page.getByText('Cannot reach the registry. Try again in a moment.').waitFor();
      await page.locator('[aria-busy="false"]').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    });
  });

  test('announces the number of compared listings only when it changes', async () => {
    await world.visit('/browse/', async page => {
      await page.locator('.listings [data-compare]').first().check();
      await page.getByText('Compare 1 of 4').waitFor();
      await page.evaluate(`(() => {
        window.changes = 0;
        const counter = document.querySelector('[data-compare-count]');
        new MutationObserver(() => window.changes++).observe(counter, { childList: true, characterData: true, subtree: true });
      })()`);
      await page.locator('[name="authentication"][value="none"]').click();
      await page.getByRole('button', { name: 'Remove No key' }).waitFor();
      expect(await page.evaluate('window.changes')).toBe(0);
      await page.locator('.listings [data-compare]:not(:checked)').first().check();
      await expect.poll(() => page.evaluate('window.changes')).toBe(1);
    });
  });

  test('hides its form without JavaScript on a host that only has files', async () => {
    await world.visit(
      '/about/',
      async page => {
        await page.route('**/browse/', async route => {
          const response = await route.fetch();
          await route.fulfill({ response, body: (await response.text()).replace(' data-served', '') });
        });
        await page.goto(`${world.address}/browse/`);
        expect(await page.locator('.listing-name:visible').count()).toBe(25);
        expect(await page.getByRole('main').locator('input:visible, select:visible').count()).toBe(0);
      },
      { javaScriptEnabled: false },
    );
  });
});

/** Responds to queries as a static file host does: a URL with a query string that is not a file returns 404. */
async function serveOnlyFiles(page: Page): Promise<void> {
  await page.route(/\/(listings|facets)\?/, route =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '' }),
  );
}

describe('the console of the MCP server', () => {
  const run = async (page: Page, text: string) => {
    const input = page.getByLabel('Search as an agent');
    await input.fill(text);
    await input.press('Enter');
  };

  test('shows the response to the latest call only', async () => {
    await world.visit('/connect/', async page => {
      await page.getByText(/^The server offers/).waitFor();
      const held: (() => void)[] = [];
      await page.route('**/mcp', async route => {
        const { q } = route.request().postDataJSON().params.arguments;
        const result = { content: [{ type: 'text', text: `Found ${q}.` }] };
        if (q === 'first') await new Promise<void>(resolve => held.push(resolve));
        await route.fulfill({ json: { jsonrpc: '2.0', id: 1, result } });
      });
      await run(page, 'first');
      await expect.poll(() => held.length).toBe(1);
      await run(page, 'second');
      const response = page.locator('[data-mcp-response]');
      await response.getByText('Found second.').waitFor();
      const late = page.waitForResponse('**/mcp');
      held[0]?.();
      await (await late).finished();
      await run(page, '   ');
      expect(await response.textContent()).toBe('Found second.');
      expect(await page.locator('[data-mcp-request]').textContent()).toContain('"q": ""');
    });
  });

  test('shows why a call failed', async () => {
    await world.visit(
      '/connect/',
      async page => {
        await page.getByText(/^The server offers/).waitFor();
        const response = page.locator('[data-mcp-response]');
        await page.route('**/mcp', route => route.fulfill({ status: 429, headers: { 'Retry-After': '9' } }));
        await run(page, 'tides');
        await response.getByText('Rate limit exceeded. Try again in 9 seconds.').waitFor();
        await page.unroute('**/mcp');
        await page.route('**/mcp', route =>
          route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' }),
        );
        await run(page, 'tides');
        await response.getByText('This registry consists of static files and has no MCP server.').waitFor();
        await page.context().setOffline(true);
        await page.unroute('**/mcp');
        await run(page, 'tides');
        await response.getByText('You are offline. Connect and try again.').waitFor();
      },
      { expected: /429|404|ERR_INTERNET_DISCONNECTED/ },
    );
  });
});
