import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyWith, expectSound, type Visitor, visitor } from './visitor.fixture.ts';

const LISTING = '/apis/api.open-meteo.com/';
const API = 'https://api.open-meteo.com/';
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true } as const;

let world: Visitor;

beforeAll(async () => {
  world = await visitor();
});

afterAll(() => world.close());

describe.each([
  ['a desktop', {}],
  ['a phone', PHONE],
])('on %s', (_, device) => {
  test('a reader finds a weather API without a key, copies its request, and runs it', async () => {
    await world.visit(
      '/',
      async page => {
        await page.getByRole('link', { name: 'weather without a key' }).click();
        await page.waitForURL(/\/browse\/\?q=weather/);
        await page.locator('[data-browse-list][data-shown]').waitFor();
        await page.locator(`.listing-name a[href="${LISTING}"]`).click();
        await page.waitForURL(new RegExp(`${LISTING}$`));
        const quickstart = page.locator('.quickstart');
        const command = await copyWith(quickstart.getByRole('button', { name: 'Copy curl for GET /v1/forecast' }));
        expect(command).toContain(API);
        const { method, url, headers } = await runAgainstEcho(command);
        expect(method).toBe('GET');
        expect(Object.fromEntries(new URL(url, API).searchParams)).toMatchObject({
          latitude: '52.52',
          longitude: '13.41',
        });
        expect(headers.accept).toBe('application/json');
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
        await page.getByRole('heading', { name: 'Review a listing from documentation' }).waitFor();
      },
      device,
    );
  });

  test('an agent builder copies the configuration of a client', async () => {
    await world.visit(
      '/connect/',
      async page => {
        await page.getByRole('radio', { name: 'Cursor' }).check();
        const copied = await copyWith(page.getByRole('button', { name: 'Copy the configuration for Cursor' }));
        const configuration = JSON.parse(copied);
        expect(await search(configuration.mcpServers.apis.url, 'weather without a key')).toContain(
          'api.open-meteo.com',
        );
        await page.getByText(/^The server offers \d+ tools now\.$/).waitFor();
        await page.getByRole('heading', { name: 'plan_call' }).waitFor();
        await page.getByRole('button', { name: 'Run' }).click();
        await expect.poll(() => page.locator('[data-mcp-response]').textContent()).toContain('api.open-meteo.com');
        await expectSound(page);
      },
      { ...CLIPBOARD, ...device },
    );
  });
});

/** Runs a copied curl command in a shell, with a local server instead of the API, and returns the request that it got. */
async function runAgainstEcho(
  command: string,
): Promise<{ method: string; url: string; headers: Record<string, string> }> {
  const echo = createServer(({ method, url, headers }, response) => {
    response.end(JSON.stringify({ method, url, headers }));
  });
  await once(echo.listen(0, '127.0.0.1'), 'listening');
  try {
    const local = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(API, local)]);
    return JSON.parse(stdout);
  } finally {
    echo.close();
  }
}

/** Searches with an official MCP client at the URL of a copied configuration. */
async function search(url: string, q: string): Promise<string> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  try {
    return JSON.stringify(await client.callTool({ name: 'search_listings', arguments: { q } }));
  } finally {
    await client.close();
  }
}

describe.each([
  ['a desktop', {}],
  ['a phone', PHONE],
])('the browse page on %s', (_, device) => {
  test.each([
    ['a typo', 'wether forcast', 'api.open-meteo.com'],
    ['a synonym', 'exchange rates', 'api.frankfurter.dev'],
    ['a foreign word', 'Erdbeben', 'earthquake.usgs.gov'],
  ])('finds an API with %s', async (_name, words, id) => {
    await world.visit(
      '/browse/',
      async page => {
        await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(words);
        await page.waitForURL(/\?q=/);
        await page.locator(`.listing-name a[href="/apis/${id}/"]`).waitFor();
        await expectSound(page);
      },
      device,
    );
  });

  test('restores a filtered view from its URL', async () => {
    await world.visit(
      '/browse/?auth_required=false&category=weather&price=free,free_tier&sort=name',
      async page => {
        await page.locator('[data-browse-list][data-shown]').waitFor();
        const chosen = page.getByRole('list', { name: 'Active filters' });
        await chosen.getByText('No key').waitFor();
        await chosen.getByText('Weather').waitFor();
        await chosen.getByText('Free tier').waitFor();
        expect(await page.locator('[name="price"][value="free"]').isChecked()).toBe(true);
        expect(await page.getByLabel('Sort').inputValue()).toBe('name');
        const names = await page.locator('.listing-name').allTextContents();
        expect(names.length).toBeGreaterThan(2);
        await page.reload();
        await page.locator('[data-browse-list][data-shown]').waitFor();
        await expect.poll(() => page.locator('.listing-name').allTextContents()).toEqual(names);
      },
      device,
    );
  });

  test('searches and filters without JavaScript', async () => {
    await world.visit(
      '/browse/',
      async page => {
        const open = async () => {
          if (await page.getByRole('button', { name: 'Filters' }).isVisible())
            await page.getByRole('button', { name: 'Filters' }).click();
        };
        expect(await page.locator('.listing-name:visible').count()).toBe(25);
        await open();
        await page.getByRole('checkbox', { name: /^Geography/ }).check();
        await page
          .getByRole('checkbox', { name: /^No key/ })
          .first()
          .check();
        await page.getByRole('button', { name: 'Apply filters' }).click();
        await page.waitForURL(/category=geography/);
        const { data } = await (
          await fetch(`${world.address}/listings?category=geography&authentication=none&limit=25`)
        ).json();
        expect(await page.locator('.listing-id').allTextContents()).toEqual(
          data.listings.map((row: { readonly id: string }) => row.id),
        );
        await page.getByText(`${data.total} APIs`, { exact: true }).waitFor();
        await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('map');
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.waitForURL(/q=map/);
        expect(page.url()).toContain('category=geography');
        await page.getByRole('link', { name: 'Remove Geography' }).click();
        await page.waitForURL(url => !url.search.includes('category'));
        expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue()).toBe('map');
      },
      { ...device, javaScriptEnabled: false },
    );
  });

  test('compares two APIs, and restores the comparison from its URL', async () => {
    await world.visit(
      '/browse/?category=weather',
      async page => {
        await page.locator('[data-browse-list][data-shown]').waitFor();
        for (const at of [0, 1]) await page.locator('[data-compare]').nth(at).check();
        await page.getByText('Compare 2 of 4').waitFor();
        await expectSound(page);
        await page.getByRole('link', { name: 'Compare', exact: true }).click();
        await page.waitForURL(/\/compare\/\?ids=/);
        const heading = page.getByRole('heading', { name: 'Compare 2 APIs' });
        await heading.waitFor();
        expect(await page.getByRole('columnheader').count()).toBe(2);
        await page.getByRole('rowheader', { name: 'Price' }).waitFor();
        const names = (await page.locator('.comparison thead .media a').allTextContents()).join(', ');
        expect((await page.title()).startsWith(`${names} – Compare`)).toBe(true);
        await expectSound(page);
        // Both columns are visible at once.
        const hidden = "(frame => frame.scrollWidth - frame.clientWidth)(document.querySelector('.compare-frame'))";
        expect(await page.evaluate(hidden)).toBeLessThanOrEqual(0);
        const rows = await page.getByRole('rowheader').count();
        await page.getByLabel('Differences only').check();
        await expect.poll(() => page.getByRole('rowheader').count()).toBeLessThan(rows);
        await page.reload();
        await heading.waitFor();
        await page.getByRole('link', { name: 'Open quickstart of' }).first().click();
        await page.waitForURL(/\/apis\/[^/]+\/#quickstart$/);
        expect(await page.locator(':target').textContent()).toBe('Quickstart');
      },
      device,
    );
  });

  test('asks for a second API to compare with', async () => {
    await world.visit(
      '/compare/?ids=api.open-meteo.com',
      async page => {
        await page.getByText('Add a second API to compare it with.').waitFor();
        await page.getByRole('heading', { name: 'Compare 1 API' }).waitFor();
        expect(await page.getByLabel('Differences only').isDisabled()).toBe(true);
        await expectSound(page);
      },
      device,
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
      await endpoint.getByRole('button', { name: /^Show \d+ more parameters$/ }).click();
      await endpoint.getByLabel('Value of temperature_unit').fill('fahrenheit');
      await expect.poll(() => code.textContent()).toContain('fahrenheit');
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
            await page.locator('.quickstart').getByRole('button', { name: 'Try it' }).press('Enter');
            return response.textContent();
          })
          .toContain('"answer": 42');
        await page
          .locator('.quickstart')
          .getByRole('status')
          .getByText(/^200 OK, \d+ ms$/)
          .waitFor();
        expect(await page.evaluate('document.activeElement.matches("[data-try]")')).toBe(true);
        await expectSound(page);
        const blocked = "fetch('https://other.example/').then(() => 'sent', () => 'blocked')";
        expect(await page.evaluate(blocked)).toBe('blocked');
      },
      { expected: /Content Security Policy|violates/, allowed: new RegExp(`^${API}`) },
    );
  });

  test('asks for the key of an API, even if its button is pressed before the request builder is loaded', async () => {
    await world.visit(
      '/apis/api.openweathermap.org/',
      async page => {
        let load = () => {};
        const isAllowed = new Promise<void>(resolve => {
          load = resolve;
        });
        await page.route('**/listings/api.openweathermap.org*', async route => {
          await isAllowed;
          await route.continue();
        });
        await page.locator('.quickstart [data-try]').click();
        load();
        await page
          .locator('.quickstart [data-response]')
          .getByText(/Enter a value for .+ first\./)
          .waitFor();
      },
      { viewport: { width: 390, height: 800 } },
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
        await page.locator('.endpoint[data-path="/v1/elevation"][open]').waitFor();
        const link = page.getByRole('link', { name: 'Copy for your agent' });
        expect(await copyWith(link)).toMatch(/^# Open-Meteo/m);
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
      await expect.poll(background).toBe('rgb(13, 20, 25)');
      await page.goto(`${world.address}/terms/`);
      expect(await background()).toBe('rgb(13, 20, 25)');
      await expectSound(page);
      await page.emulateMedia({ media: 'print' });
      expect(await background()).toBe('rgb(255, 255, 255)');
    },
    { colorScheme: 'light' },
  );
});

test.each(['Find and call an API', 'List your API', 'Review listings', 'Run a registry'])(
  'has the first steps for the reader of "%s"',
  async title => {
    await world.visit('/docs/', async page => {
      const card = page.locator('.quickstarts > section', { has: page.getByRole('heading', { name: title }) });
      await card.getByRole('button', { name: `Copy the command for “${title}”` }).waitFor();
      await card.getByRole('link').click();
      await page.waitForURL(/\/(docs\/(agents|publishing|self-hosting)|maintain)\/$/);
    });
  },
);

test('opens the schema that the URL names, and all schemas', async () => {
  await world.visit('/docs/api/submissions/', async page => {
    await page.locator('#submit-listing').getByRole('link', { name: 'Submission', exact: true }).click();
    await page.waitForURL(/\/docs\/api\/schemas\/#schema-submission$/);
    await page.locator('#schema-submission').getByText('submission_id', { exact: true }).waitFor();
    const open = page.locator('details.schema[open]');
    expect(await open.count()).toBe(1);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await open.count()).toBe(await page.locator('details.schema').count());
    await expectSound(page);
  });
});

test('searches the documentation by sections', async () => {
  await world.visit('/docs/', async page => {
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('reverse proxy');
    await page.locator('.docs-search .found a', { hasText: 'Self-hosting' }).first().click();
    await page.waitForURL(/\/docs\/self-hosting\/#/);
    expect(await page.evaluate('document.querySelector(location.hash) !== null')).toBe(true);
  });
});

test.each(['REGISTRY_URL', 'auth_required', 'search_listings'])('finds %s in the documentation', async name => {
  await world.visit('/docs/', async page => {
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill(name);
    await page.locator('.docs-search .found p', { hasText: name }).first().waitFor();
  });
});

test('moves through the results of the documentation by keyboard, and cuts their texts between words', async () => {
  await world.visit('/docs/', async page => {
    const box = page.getByRole('searchbox', { name: 'Search the docs' });
    const results = page.locator('.docs-search .found a');
    await box.fill('rate limit');
    await results.first().waitFor();
    const texts = await page.locator('.docs-search .found p').allTextContents();
    expect(texts.filter(text => /…[^ ]|[^ ]…|---/.test(text))).toEqual([]);
    const focused = 'document.activeElement.getAttribute("href") ?? document.activeElement.id';
    await box.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(focused)).toBe(await results.nth(1).getAttribute('href'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(focused)).toBe('docs-q');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(focused)).toBe('docs-q');
    expect(await box.inputValue()).toBe('');
    await expect.poll(() => results.count()).toBe(0);
  });
});

test('shows that the documentation has no results', async () => {
  await world.visit('/docs/', async page => {
    const box = page.getByRole('searchbox', { name: 'Search the docs' });
    const status = page.locator('.docs-search [role="status"]');
    await box.fill('zzqqxxjj');
    await page.getByText('No results for “zzqqxxjj”.').waitFor();
    expect((await status.boundingBox())?.height).toBeGreaterThan(15);
    await expectSound(page);
    await box.fill('proxy');
    await page.locator('.docs-search .found a').first().waitFor();
    expect((await status.boundingBox())?.height).toBe(1);
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
