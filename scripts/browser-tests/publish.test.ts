import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;
let publisher: ExamplePublisher;

beforeAll(async () => {
  publisher = await createExamplePublisher();
  world = await visitor();
}, 120_000);

afterAll(async () => {
  await world.close();
  await publisher.close();
});

const NARROW = { viewport: { width: 360, height: 700 }, colorScheme: 'dark', reducedMotion: 'reduce' } as const;
const HOSTILE = '<img src=x onerror=alert(1)> \u202egnp.exe';

describe('submit', () => {
  test('lists the fixes for a rejected API, accepts it after the fix, and resumes after a reload', async () => {
    publisher.set({ rewrite: manifest => ({ ...manifest, name: HOSTILE, description: 'Too short.' }) });
    await world.visit(
      '/submit/',
      async page => {
        const address = page.getByLabel('API URL');
        await address.fill(publisher.origin);
        await address.press('Enter');
        await page.locator('.verdict-bad').waitFor();
        await page.locator('.verdict').getByText('description', { exact: false }).first().waitFor();
        expect(await page.locator('[data-check="schema_valid"] [data-check-state]').textContent()).toBe('Failed');
        await page.locator('.verdict').getByText('Fix the manifest on your origin').waitFor();
        await expectSound(page);
        const rejected = page.url();
        expect(rejected).toMatch(/\?id=/);

        publisher.set({ rewrite: manifest => ({ ...manifest, name: HOSTILE }) });
        await page.getByRole('button', { name: 'Check again' }).click();
        await page.locator('.verdict-good').waitFor();
        await page.locator('.verdict-good').getByText('/badges/').first().waitFor();
        await expectSound(page);
        expect(page.url()).not.toBe(rejected);
        await page.reload();
        const id = new URL(publisher.origin).host.replace(':', '_');
        const link = page.locator('.verdict-good').getByRole('link', { name: id });
        await link.waitFor();
        await page.goBack();
        await page.locator('.verdict-bad').waitFor();
        await page.goForward();
        await link.click();
        await page.waitForURL(/\/apis\//);

        await page.goto(`${world.address}/browse/?q=onerror`);
        await page.locator('.listing-name').getByText('<img src=x onerror=alert(1)>').waitFor();
        await expectSound(page);
      },
      NARROW,
    );
  });

  test.each([
    [429, { 'Retry-After': '30' }, 'Try again in 30 seconds.'],
    [503, { 'Retry-After': '60' }, 'Try again in 60 seconds.'],
    [501, {}, 'is read-only'],
    [404, { 'Content-Type': 'text/html' }, 'is read-only'],
  ])('explains status %s in a sentence', async (status, headers, sentence) => {
    await world.visit(
      '/submit/',
      async page => {
        const body = JSON.stringify({ title: 'No', status, detail: 'It cannot be.' });
        await page.route('**/listings/submit', route =>
          route.fulfill({ status, body, headers: { 'Content-Type': 'application/problem+json', ...headers } }),
        );
        await page.getByLabel('API URL').fill('https://api.example.com');
        await page.keyboard.press('Enter');
        await page.locator('[data-submit-said]').getByText(sentence).waitFor();
      },
      { expected: /status of/ },
    );
  });

  test('explains a network failure and an invalid URL', async () => {
    await world.visit(
      '/submit/',
      async page => {
        const said = page.locator('[data-submit-said]');
        await page.getByLabel('API URL').fill('ftp://api.example.com');
        await page.keyboard.press('Enter');
        await expect.poll(() => said.textContent()).toContain('http');
        await page.route('**/listings/submit', route => route.abort());
        await page.keyboard.press('Enter');
        await said.getByText('Cannot reach the registry').waitFor();
      },
      { expected: /Failed to load/ },
    );
  });

  test('lists the alternatives without JavaScript', async () => {
    await world.visit(
      '/submit/',
      async page => {
        expect(await page.locator('[data-submit]').isVisible()).toBe(false);
        expect(await page.getByRole('main').locator('pre').textContent()).toContain('/listings/submit');
      },
      { javaScriptEnabled: false },
    );
  });
});

describe.each([
  ['/submit/', 'address'],
  ['/validate/', 'manifest'],
  ['/browse/', 'browse-q'],
])('%s', (place, field) => {
  test('works by keyboard alone', async () => {
    await world.visit(place, async page => {
      await page.locator(`#${field}`).waitFor();
      for (let tabs = 0; tabs < 30; tabs++) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.id')) === field) break;
      }
      expect(await page.evaluate('document.activeElement.id')).toBe(field);
    });
  });

  test('fits at 200% zoom', async () => {
    const options = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };
    await world.visit(place, expectSound, options);
  });
});

describe('validate', () => {
  test('marks problems on their lines while typing and links to them', async () => {
    await world.visit('/validate/', async page => {
      await page.getByRole('button', { name: 'Start with a minimal manifest' }).click();
      const said = page.locator('[data-editor-said]');
      await said.getByText(/^\d+ errors\b/).waitFor();
      await expectSound(page);
      const editor = page.getByLabel('Manifest, as JSON');
      const text = (await editor.inputValue()).replace('"0.0.0"', '"1.0"');
      await editor.fill(text);
      const line = text.slice(0, text.indexOf('"version"')).split('\n').length;
      await page.locator(`[data-marks] span.mark-error[data-line="${line}"]`).waitFor({ state: 'attached' });
      await page.getByRole('button', { name: `Line ${line}` }).press('Enter');
      const start = Number(await page.evaluate('document.activeElement.selectionStart'));
      expect(text.slice(0, start).split('\n').length).toBe(line);
      await expectSound(page);
      // Focus is not trapped in the editor.
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA');
    });
  });

  test('applies the fix of a problem and previews the listing', async () => {
    await world.visit('/validate/', async page => {
      const editor = page.getByLabel('Manifest, as JSON');
      const valid = JSON.stringify(schema.examples[0], null, 2);
      await editor.fill(valid.replace('"GET"', '"get"').replace('"required": false', '"required": "false"'));
      const fixes = page.getByRole('button', { name: 'Apply this fix' });
      await expect.poll(() => fixes.count()).toBe(2);
      await expectSound(page);
      for (const left of [1, 0]) {
        await fixes.first().click();
        await expect.poll(() => fixes.count()).toBe(left);
      }
      expect(await editor.inputValue()).toBe(valid);
      await page.getByRole('region', { name: 'Preview of your listing' }).getByText('1 endpoint').waitFor();
      await expectSound(page);
    });
  });

  test('marks invalid JSON and duplicate keys', async () => {
    await world.visit(
      '/validate/',
      async page => {
        await page.getByLabel('Manifest, as JSON').fill('{\n  "name": "x",\n  "name": "y",\n}\n');
        await page.getByText('2 errors.').waitFor();
        const lines = "[...document.querySelectorAll('[data-marks] span')].map(mark => mark.dataset.line)";
        expect(await page.evaluate(lines)).toEqual(['3', '4']);
        await expectSound(page);
      },
      NARROW,
    );
  });

  test('imports an OpenAPI document', async () => {
    await world.visit('/validate/', async page => {
      const document = path.resolve('src/draft/openapi/fixtures/tides-2.0.yaml');
      await page.locator('[data-openapi]').setInputFiles(document);
      const editor = page.getByLabel('Manifest, as JSON');
      await expect.poll(() => editor.inputValue()).toContain('"endpoints"');
      await page
        .locator('[data-editor-said]')
        .getByText(/^\d+ errors?\b/)
        .waitFor();
    });
  });

  test('verifies a URL and shows each check', async () => {
    publisher.set({ rewrite: manifest => manifest });
    await world.visit('/validate/', async page => {
      await page.getByLabel('API URL').fill(publisher.origin);
      await page.keyboard.press('Enter');
      await page.locator('.verdict-good').waitFor();
      expect(await page.locator('[data-check="endpoints_reachable"] [data-check-state]').textContent()).toBe('Passed');
      await expectSound(page);
    });
  });
});
