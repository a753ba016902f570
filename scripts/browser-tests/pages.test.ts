import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_TYPES } from './sample-registry.ts';
import { expectFits, expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;

beforeAll(async () => {
  world = await visitor();
});

afterAll(() => world.close());

/** One of the pages is the 404 page. */
const expected = /404/;

const WIDE = { viewport: { width: 1440, height: 900 }, colorScheme: 'light', expected } as const;
const NARROW = {
  viewport: { width: 360, height: 700 },
  colorScheme: 'dark',
  reducedMotion: 'reduce',
  expected,
} as const;

describe.concurrent.each(Object.entries(PAGE_TYPES))('%s', (_, place) => {
  // One visit for all, because the start of a page takes longer than its check.
  test('passes the accessibility check and fits: in light and dark mode, on wide and small screens, with large text', async () => {
    await world.visit(
      place,
      async page => {
        await expectSound(page);
        expect(await page.evaluate(FIND_UNCLEAR_COPY_BUTTONS)).toEqual([]);
        await page.setViewportSize({ width: 1920, height: 1000 });
        await expectFits(page);
        await page.setViewportSize({ width: 768, height: 1000 });
        await expectFits(page);
        // The viewport of a 1280-pixel screen at 200% zoom.
        await page.setViewportSize({ width: 640, height: 450 });
        await expectFits(page);
        await page.emulateMedia({ colorScheme: NARROW.colorScheme, reducedMotion: NARROW.reducedMotion });
        await page.setViewportSize(NARROW.viewport);
        await expectSound(page);
        expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto');
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.evaluate('document.documentElement.style.setProperty("--size-root", "212.5%")');
        await expectFits(page);
      },
      WIDE,
    );
  });
});

test.each(['status', 'docs-publishing', 'docs-runbooks', 'docs-scale', 'docs-performance', 'docs-self-hosting'])(
  '%s keeps the words of its tables whole on a small screen',
  async name => {
    await world.visit(
      PAGE_TYPES[name] ?? '',
      async page => {
        await page.evaluate('document.querySelectorAll("details").forEach(each => { each.open = true })');
        await expectFits(page);
        expect(await page.evaluate(FIND_BROKEN_WORDS)).toEqual([]);
      },
      { viewport: { width: 320, height: 700 } },
    );
  },
);

/** A script that returns the names of copy buttons that do not start with a word or a path, or that buttons for different code share. */
const FIND_UNCLEAR_COPY_BUTTONS = `(() => {
  const code = new Map();
  return Array.from(document.querySelectorAll('.copy-button'), ({ ariaLabel: name, previousElementSibling: { textContent } }) => {
    const isShared = code.has(name) && code.get(name) !== textContent;
    code.set(name, textContent);
    return isShared || !/^Copy [\\w/].{5}/.test(name) ? [name] : [];
  }).flat();
})()`;

/** A script that returns the words in tables that are on more than one line. */
const FIND_BROKEN_WORDS = `Array.from(document.querySelectorAll('th, td'), cell => {
  const [broken, texts] = [[], document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)];
  while (texts.nextNode())
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}_.,]+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  return broken;
}).flat()`;

test('shows a part of the third compared API on a phone, and two lines of a long path', async () => {
  await world.visit(
    '/compare/?ids=ledger.example,hostile.example,tides.example',
    async page => {
      const third = await page.locator('.comparison thead th').nth(2).boundingBox();
      expect(third?.x).toBeLessThan(NARROW.viewport.width - 30);
      for (const path of await page.locator('.comparison .clamp').all())
        expect((await path.boundingBox())?.height).toBeLessThan(60);
      const button = page.getByRole('cell').getByRole('button').first();
      const isCut = () =>
        button.evaluate(({ previousElementSibling: text }) => text !== null && text.scrollHeight > text.clientHeight);
      expect(await isCut()).toBe(true);
      await button.click();
      expect(await isCut()).toBe(false);
      await page.getByRole('button', { name: 'Show less' }).click();
      expect(await isCut()).toBe(true);
    },
    NARROW,
  );
});

test('covers each page of the documentation and each route of the site', async () => {
  const files = await readdir('src/site/pages', { recursive: true });
  const places = Object.values(PAGE_TYPES).map(place => place.replace(/[?#].*/, ''));
  for (const file of files.filter(each => each.endsWith('.astro') && each !== '404.astro')) {
    // A page that has moved shows another one.
    if ((await readFile(path.join('src/site/pages', file), 'utf8')).includes('layouts/Moved.astro')) continue;
    const route = `/${file.replaceAll(path.sep, '/')}`
      .replace(/(\/index)?\.astro$/, '/')
      .replace(/\/\[\.\.\.\w+\]/g, '(/[^/]+)*')
      .replace(/\[\w+\]/g, '[^/]+');
    expect(
      places.some(place => new RegExp(`^${route}$`).test(place)),
      file,
    ).toBe(true);
  }
});

describe('hostile publisher text', () => {
  const NAME = '<script>alert(1)</script>gnp.exe';

  test.each(['/apis/', '/categories/finance/', '/primary/transactional/', '/apis/hostile.example/'])(
    'appears as plain text on %s',
    async place => {
      await world.visit(
        place === '/apis/' ? await findListPage() : place,
        async page => {
          expect(await page.getByText(NAME, { exact: false }).count()).toBeGreaterThan(0);
          const turned = '/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.documentElement.outerHTML)';
          expect(await page.evaluate(turned)).toBe(false);
        },
        NARROW,
      );
    },
  );

  /** The page of the list from A to Z that contains the listing. */
  async function findListPage(): Promise<string> {
    for (let page = 1; ; page++) {
      const place = page === 1 ? '/apis/' : `/apis/${page}/`;
      const response = await fetch(world.address + place, { headers: { Accept: 'text/html' } });
      if (!response.ok) throw new Error(`No page of the list contains ${NAME}.`);
      if ((await response.text()).includes('gnp.exe')) return place;
    }
  }

  test('appears as plain text in the search results of each page with a search box', async () => {
    await world.visit(
      '/',
      async page => {
        await page.getByRole('searchbox', { name: 'Search all APIs' }).fill('donaudampfschifffahrt alert');
        await page.locator('[data-search-panel] li').first().waitFor();
        await expectSound(page);
        await page.goto(`${world.address}/search/?q=alert`);
        await page.locator('[data-search-results]').getByText(NAME).waitFor();
        await expectSound(page);
        await page.goto(`${world.address}/browse/?q=alert`);
        await page.locator('.listing-name').getByText(NAME).waitFor();
        await expectSound(page);
        await page.goto(`${world.address}/apis/hostil.example/`);
        await page.locator('main .found').getByText(NAME).waitFor();
        await expectSound(page);
      },
      NARROW,
    );
  });
});

describe('a listing with a thousand endpoints', () => {
  test('finds an endpoint on any page and links to it', async () => {
    await world.visit('/apis/thousand.example/', async page => {
      await page.getByRole('searchbox', { name: 'Find an endpoint' }).fill('compare INVOICE south');
      await page.getByText('2 of 1000').waitFor();
      await expect.poll(() => page.locator('.endpoint:visible').count()).toBe(0);
      await expectSound(page);
      await page.getByRole('link', { name: 'POST /v1/south/invoices/{id}/compare-state' }).click();
      await page.waitForURL(/\/endpoints\/\d+\/#endpoint-post-v1-south-invoices-id-compare-state$/);
      expect(await page.locator(':target').textContent()).toContain('compare the state of a invoice in the south');
    });
  });

  test('returns to its first page when the search is cleared', async () => {
    await world.visit('/apis/thousand.example/', async page => {
      const shown = await page.locator('.endpoint:visible').count();
      const box = page.getByRole('searchbox', { name: 'Find an endpoint' });
      await box.fill('engine');
      await page.getByText('of 1000').waitFor();
      await box.fill('');
      await expect.poll(() => page.locator('.endpoint:visible').count()).toBe(shown);
      await expect.poll(() => page.locator('.endpoint-filter .found li').count()).toBe(0);
    });
  });

  test('has a page for each part of the list without JavaScript', async () => {
    await world.visit(
      '/apis/thousand.example/',
      async page => {
        await page.getByRole('link', { name: 'Next page' }).click();
        await page.waitForURL(/\/endpoints\/2\/#endpoints$/);
        await page.getByRole('link', { name: 'Next page' }).click();
        await page.waitForURL(/\/endpoints\/3\/#endpoints$/);
        expect(await page.locator('.endpoint').count()).toBeGreaterThan(10);
        await page.goto(`${world.address}/apis/thousand.example/`);
        await page.locator('.endpoint-index').getByRole('link', { name: '/v1/west/hubs' }).click();
        await page.waitForURL(/\/endpoints\/\d+\/#endpoints-v1-west-hubs$/);
      },
      { javaScriptEnabled: false },
    );
  });
});
