import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

const LISTING = '/apis/api.open-meteo.com/';
const API = 'https://api.open-meteo.com/';
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true } as const;

let world: Visitor;

beforeAll(async () => {
  world = await visitor();
}, 120_000);

afterAll(() => world.close());

describe.each([
  ['a desktop', {}],
  ['a phone', PHONE],
])('on %s', (_, device) => {
  test('a reader finds a weather API without a key and copies a request', async () => {
    await world.visit(
      '/',
      async page => {
        await page.getByRole('link', { name: 'weather without a key' }).click();
        await page.waitForURL(/\/browse\/\?q=weather/);
        await page.locator('[data-browse-list][data-shown]').waitFor();
        await page.locator(`.listing-name a[href="${LISTING}"]`).click();
        await page.waitForURL(new RegExp(`${LISTING}$`));
        await page.locator('.quickstart').getByRole('button', { name: 'Copy curl for GET /v1/forecast' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toContain(API);
        await expectSound(page);
      },
      { ...CLIPBOARD, ...device },
    );
  });

  test('a maintainer finds how to review', async () => {
    await world.visit(
      '/',
      async page => {
        await page.getByRole('contentinfo').getByRole('link', { name: 'Maintain' }).click();
        await page.getByRole('heading', { name: 'Review an entry from documentation' }).waitFor();
      },
      device,
    );
  });

  test('an agent builder copies the configuration of a client', async () => {
    await world.visit(
      '/connect/',
      async page => {
        await page.getByRole('radio', { name: 'Cursor' }).check();
        await page.getByRole('button', { name: 'Copy the configuration for Cursor' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const configuration = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')));
        expect(configuration.mcpServers.apis.url).toBe(`${world.address}/mcp`);
        await page.getByRole('button', { name: 'Run' }).click();
        await expect.poll(() => page.locator('[data-mcp-response]').textContent()).toContain('api.open-meteo.com');
        await expectSound(page);
      },
      { ...CLIPBOARD, ...device },
    );
  });
});

describe('the page of a listing', () => {
  test('rebuilds the request from its fields in each language', async () => {
    await world.visit(LISTING, async page => {
      const endpoint = page.locator('.endpoint[open]').first();
      await endpoint.scrollIntoViewIfNeeded();
      await endpoint.getByLabel('Value of latitude').fill('59.91');
      const code = endpoint.locator('.endpoint-code pre').first();
      await expect.poll(() => code.textContent()).toContain('latitude=59.91');
      await endpoint.getByRole('radio', { name: 'Python' }).check();
      await expect.poll(() => code.textContent()).toContain('import requests');
      expect(await code.textContent()).toContain('59.91');
      await expectSound(page);
    });
  });

  test('sends a request from the browser to the API of the listing only', async () => {
    const body = JSON.stringify({ answer: 42 });
    await world.visit(
      LISTING,
      async page => {
        await page.route(`${API}**`, route =>
          route.fulfill({ body, contentType: 'application/json', headers: { 'Access-Control-Allow-Origin': '*' } }),
        );
        await page.locator('.quickstart').scrollIntoViewIfNeeded();
        const response = page.locator('.quickstart [data-response]');
        await expect
          .poll(async () => {
            await page.locator('.quickstart').getByRole('button', { name: 'Try it' }).click();
            return response.textContent();
          })
          .toContain('"answer": 42');
        await expectSound(page);
        const blocked = "fetch('https://other.example/').then(() => 'sent', () => 'blocked')";
        expect(await page.evaluate(blocked)).toBe('blocked');
      },
      { expected: /Content Security Policy|violates/, allowed: new RegExp(`^${API}`) },
    );
  });

  test('explains a response that the browser cannot read', async () => {
    await world.visit(
      LISTING,
      async page => {
        await page.route(`${API}**`, route => route.abort());
        const response = page.locator('.quickstart [data-response]');
        await expect
          .poll(async () => {
            await page.locator('.quickstart').getByRole('button', { name: 'Try it' }).click();
            return response.textContent();
          })
          .toContain('CORS');
      },
      { expected: /Failed to load/, allowed: new RegExp(`^${API}`) },
    );
  });

  test('copies itself as Markdown and opens the endpoint in its URL', async () => {
    await world.visit(
      `${LISTING}#endpoint-get-v1-elevation`,
      async page => {
        expect(await page.locator('.endpoint[data-path="/v1/elevation"]').getAttribute('open')).not.toBeNull();
        await page.getByRole('link', { name: 'Copy for your agent' }).click();
        await page.getByText('Copied').waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^# Open-Meteo/m);
      },
      CLIPBOARD,
    );
  });
});

test('keeps the color scheme that the reader chose', async () => {
  await world.visit(
    '/about/',
    async page => {
      await page.getByRole('button', { name: 'Dark scheme' }).click();
      const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      expect(await background()).toBe('rgb(13, 20, 25)');
      await page.goto(`${world.address}/terms/`);
      expect(await background()).toBe('rgb(13, 20, 25)');
      await expectSound(page);
    },
    { colorScheme: 'light' },
  );
});

test('searches the documentation by sections', async () => {
  await world.visit('/docs/', async page => {
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('reverse proxy');
    await page.locator('.docs-search .found a', { hasText: 'Self-hosting' }).first().click();
    await page.waitForURL(/\/docs\/self-hosting\/#/);
    expect(await page.evaluate('document.querySelector(location.hash) !== null')).toBe(true);
  });
});

test('leads from the collections to their listings', async () => {
  await world.visit('/collections/', async page => {
    await page.getByRole('main').getByRole('link', { name: 'Weather' }).first().click();
    await page.waitForURL(/\/collections\/[\w-]+\/$/);
    expect(await page.locator('.listing-name').count()).toBeGreaterThan(2);
    await expectSound(page);
  });
});
