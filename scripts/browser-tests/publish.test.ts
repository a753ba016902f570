import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import schema from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { createExamplePublisher, type ExamplePublisher } from '../example-publisher/publisher.ts';
import { startSampleRegistry } from './sample-registry.ts';
import { expectSound, type Visitor, visitor } from './visitor.fixture.ts';

let world: Visitor;
let publisher: ExamplePublisher;

beforeAll(async () => {
  publisher = await createExamplePublisher();
  // A page shows the time of the next check.
  world = await visitor(() => startSampleRegistry({ records: [], settings: { REVALIDATE: '6h' } }));
});

afterAll(async () => {
  await world.close();
  await publisher.close();
});

const NARROW = { viewport: { width: 360, height: 700 }, colorScheme: 'dark', reducedMotion: 'reduce' } as const;
const HOSTILE = '<img src=x onerror=alert(1)> \u202egnp.exe';

/** Records the states of all checks whenever one of them changes. */
const RECORD_STATES = `
  window.states = [];
  new MutationObserver(() => {
    const checks = [...document.querySelectorAll('[data-check]')];
    const stateOf = check => check.querySelector('[data-check-state]').textContent.trim();
    states.push(Object.fromEntries(checks.map(check => [check.dataset.check, stateOf(check)])));
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

describe('a URL', () => {
  test.each([
    ['a phone', NARROW],
    ['a desktop', {}],
  ])(
    'on %s, lists the fixes for a rejected API, accepts it after the fix, and resumes after a reload',
    async (_, device) => {
      publisher.set({ rewrite: manifest => ({ ...manifest, name: HOSTILE, description: 'Too short.' }) });
      await world.visit(
        '/publish/',
        async page => {
          await page.getByLabel('API URL').fill(publisher.origin);
          await page.getByRole('button', { name: 'List it' }).click();
          await page.locator('.verdict-bad').waitFor();
          await page.locator('.verdict').getByText('description', { exact: false }).first().waitFor();
          const state = page.locator('[data-check="schema_valid"] [data-check-state]');
          await expect.poll(() => state.textContent()).toBe('Failed');
          await page.locator('.verdict').getByText('Fix the manifest on your origin').waitFor();
          await expectSound(page);
          const rejected = page.url();
          expect(rejected).toMatch(/\?id=/);

          publisher.set({ rewrite: manifest => ({ ...manifest, name: HOSTILE }) });
          await page.getByRole('button', { name: 'Check again' }).click();
          await page.locator('.verdict-good').waitFor();
          await page.locator('.verdict-good').getByText('/badges/').first().waitFor();
          await page.locator('.verdict-good b').getByText('onerror').waitFor();
          await page.locator('.verdict-good').getByRole('img', { name: 'API status' }).waitFor();
          const badge = "document.querySelector('.verdict-good img').naturalWidth";
          await expect.poll(() => page.evaluate(badge)).toBeGreaterThan(100);
          await expectSound(page);
          expect(page.url()).not.toBe(rejected);
          await page.reload();
          const id = new URL(publisher.origin).host.replace(':', '_');
          const link = page.locator('.verdict-good').getByRole('link', { name: id });
          await link.waitFor();
          await page.goBack();
          await page.locator('.verdict-bad').waitFor();
          await page.goForward();
          await link.waitFor();
          await page.getByText('The page is being built.').waitFor({ state: 'detached', timeout: 120_000 });
          await link.click();
          await page.waitForURL(/\/apis\//);
          await page.locator('.listing-title .status-verified').waitFor();
          await page.locator('#embed').getByText(`/badges/${id}.svg`).first().waitFor();

          await page.goto(`${world.address}/browse/?q=onerror`);
          await page.locator('.listing-name').getByText('<img src=x onerror=alert(1)>').waitFor();
          await expectSound(page);
        },
        device,
      );
    },
  );

  test.each([
    ['a phone', NARROW],
    ['a desktop', {}],
  ])('on %s, shows each check as soon as it is completed', async (_, device) => {
    publisher.set({ rewrite: manifest => manifest, endpointFailure: 'hang' });
    await world.visit(
      '/about/',
      async page => {
        await page.addInitScript(RECORD_STATES);
        await page.goto(`${world.address}/publish/?${new URLSearchParams({ url: publisher.origin, check: '1' })}`);
        // The endpoints do not respond, and their check takes long.
        await expect
          .poll(() => page.evaluate('states'))
          .toContainEqual({
            manifest_reachable: 'Passed',
            schema_valid: 'Passed',
            lint: 'Passed',
            endpoints_reachable: 'Running',
            auth_verified: 'Waiting',
            payment_ready: 'Waiting',
          });
        await expectSound(page);
      },
      device,
    );
    publisher.set({ endpointFailure: 'none' });
  });

  test('checks an API without listing it, then lists it from the result', async () => {
    publisher.set({ rewrite: manifest => manifest });
    await world.visit('/publish/', async page => {
      await page.getByLabel('API URL').fill(publisher.origin);
      await page.keyboard.press('Enter');
      await page.locator('.verdict-good').waitFor();
      const state = page.locator('[data-check="endpoints_reachable"] [data-check-state]');
      await expect.poll(() => state.textContent()).toBe('Passed');
      await expectSound(page);
      await page.reload();
      await page.getByRole('button', { name: 'List it now' }).click();
      await page.locator('.verdict-good').getByText('The next check is due by').waitFor();
      await expectSound(page);
    });
  });

  test('does not offer to list a manifest with listing_requested: false, and keeps the focus in the result', async () => {
    publisher.set({ rewrite: manifest => ({ ...manifest, listing_requested: false }) });
    await world.visit('/publish/', async page => {
      await page.getByLabel('API URL').fill(publisher.origin);
      await page.getByRole('button', { name: 'Check', exact: true }).press('Enter');
      await page.locator('.verdict-good').getByText('the registry does not list the API').waitFor();
      expect(await page.getByRole('button', { name: 'List it now' }).count()).toBe(0);
      expect(await page.evaluate('document.activeElement.className')).toContain('verdict');
      publisher.set({ rewrite: manifest => manifest });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'List it now' }).waitFor();
      expect(await page.evaluate('document.activeElement.className')).toContain('verdict');
    });
  });

  test('leads from a failed check to the editor, and checks again', async () => {
    publisher.set({ rewrite: manifest => ({ ...manifest, description: 'Too short.' }) });
    await world.visit(`/publish/?${new URLSearchParams({ url: publisher.origin, check: '1' })}`, async page => {
      await page.locator('.verdict-bad').getByText('description', { exact: false }).first().waitFor();
      await page.locator('.verdict').getByRole('link', { name: 'the editor' }).click();
      await page.getByLabel('Manifest, as JSON').waitFor();
      await page.goBack();
      publisher.set({ rewrite: manifest => manifest });
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.locator('.verdict-good').waitFor();
    });
  });

  test.each([
    ['/submit/', '', false],
    ['/submit/index.html', '', false],
    ['/validate/', '&check=1', true],
  ])('%s redirects to the page with the URL in its query', async (former, flag, runs) => {
    publisher.set({ rewrite: manifest => manifest });
    const query = `?${new URLSearchParams({ url: publisher.origin })}`;
    await world.visit(`${former}${query}#address`, async page => {
      await page.waitForURL(`${world.address}/publish/${query}${flag}#address`);
      await expect.poll(() => page.getByLabel('API URL').inputValue()).toBe(publisher.origin);
      if (runs) await page.locator('.verdict-good').waitFor();
      else expect(await page.locator('[data-result]').isVisible()).toBe(false);
    });
  });

  test.each([
    [429, { 'Retry-After': '30' }, 'Try again in 30 seconds.'],
    [503, { 'Retry-After': '60' }, 'Try again in 60 seconds.'],
    [501, {}, 'is read-only'],
    [404, { 'Content-Type': 'text/html' }, 'is read-only'],
  ])('explains status %s in a sentence', async (status, headers, sentence) => {
    await world.visit(
      '/publish/',
      async page => {
        const body = JSON.stringify({ title: 'No', status, detail: 'It cannot be.' });
        await page.route('**/listings/submit', route =>
          route.fulfill({ status, body, headers: { 'Content-Type': 'application/problem+json', ...headers } }),
        );
        await page.getByLabel('API URL').fill('https://api.example.com');
        await page.getByRole('button', { name: 'List it' }).click();
        await page.locator('[data-publish-said]').getByText(sentence).waitFor();
      },
      { expected: /status of/ },
    );
  });

  test('explains a network failure and an invalid URL', async () => {
    await world.visit(
      '/publish/',
      async page => {
        const said = page.locator('[data-publish-said]');
        await page.getByLabel('API URL').fill('ftp://api.example.com');
        const list = page.getByRole('button', { name: 'List it' });
        await list.click();
        await expect.poll(() => said.textContent()).toContain('http');
        expect(await said.getAttribute('class')).toBe('verdict verdict-bad');
        await expectSound(page);
        await page.route('**/listings/submit', route => route.abort());
        await list.click();
        await said.getByText('Cannot reach the registry').waitFor();
      },
      { expected: /Failed to load/ },
    );
  });

  test('lists the alternatives without JavaScript', async () => {
    await world.visit(
      '/publish/',
      async page => {
        expect(await page.locator('[data-publish]').isVisible()).toBe(false);
        expect(await page.getByRole('main').locator('pre.copy').allTextContents()).toHaveLength(2);
      },
      { javaScriptEnabled: false },
    );
  });
});

describe.each([
  ['/publish/', 'api-url'],
  ['/publish/#write', 'manifest'],
  ['/browse/', 'browse-q'],
])('%s', (place, field) => {
  test('works by keyboard alone', async () => {
    await world.visit(place, async page => {
      await page.locator(`#${field}`).waitFor();
      for (let tabs = 0; tabs < 40; tabs++) {
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

describe('the editor', () => {
  test('marks problems on their lines while typing and links to them', async () => {
    await world.visit('/publish/#write', async page => {
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
      const start = async () => Number(await page.evaluate('document.activeElement.selectionStart'));
      await expect.poll(async () => text.slice(0, await start()).split('\n').length).toBe(line);
      await expectSound(page);
      // Focus is not trapped in the editor.
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA');
      // The text is still there after a look at the reference.
      await page.getByRole('link', { name: 'Manifest reference' }).first().click();
      await page.waitForURL(/\/docs\/manifest\/$/);
      await page.goBack();
      await said.getByText(/^\d+ errors\b/).waitFor();
      expect(await editor.inputValue()).toBe(text);
    });
  });

  test('applies the fix of a problem and previews the listing', async () => {
    await world.visit('/publish/#write', async page => {
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

  test('keeps the position of a fix, and undoes it', async () => {
    await world.visit('/publish/#write', async page => {
      const editor = page.getByLabel('Manifest, as JSON');
      const valid = JSON.stringify({ ...schema.examples[0], agent_notes: '🌊'.repeat(60) }, null, 2);
      const broken = valid.replace('"GET"', '"get"').replace('"required": false', '"required": "false"');
      await editor.fill(broken);
      await page.getByRole('button', { name: 'Apply this fix' }).last().click();
      await expect.poll(() => editor.inputValue()).toBe(valid.replace('"GET"', '"get"'));
      const line = valid.slice(0, valid.indexOf('"required": false')).split('\n').length;
      const cursor = "document.activeElement.value.slice(0, document.activeElement.selectionEnd).split('\\n').length";
      expect(await page.evaluate(cursor)).toBe(line);
      await page.keyboard.press('Control+z');
      await expect.poll(() => editor.inputValue()).toBe(broken);
      await page.getByRole('button', { name: 'Apply all fixes' }).click();
      await expect.poll(() => editor.inputValue()).toBe(valid);
      await editor.press('Control+z');
      await expect.poll(() => editor.inputValue()).toBe(broken);
    });
  });

  test('fits a phone when a fix has a long line', async () => {
    await world.visit(
      '/publish/#write',
      async page => {
        const manifest = { spec_version: 'apimanifest-0.3', pricing: { model: 'fre' }, contact: 'x'.repeat(300) };
        await page.getByLabel('Manifest, as JSON').fill(JSON.stringify(manifest));
        await page.locator('.fix').first().waitFor();
        await expectSound(page);
      },
      NARROW,
    );
  });

  test('applies all fixes at once, and offers the file', async () => {
    await world.visit('/publish/#write', async page => {
      const editor = page.getByLabel('Manifest, as JSON');
      const valid = JSON.stringify(schema.examples[0], null, 2);
      await editor.fill(valid.replace('"GET"', '"get"').replace('"required": false', '"required": "false"'));
      await page.getByRole('button', { name: 'Apply all fixes' }).click();
      await expect.poll(() => editor.inputValue()).toBe(valid);
    });
  });

  test('marks invalid JSON and duplicate keys', async () => {
    await world.visit(
      '/publish/#write',
      async page => {
        await page.getByLabel('Manifest, as JSON').fill('{\n  "name": "x",\n  "name": "y",\n}\n');
        await page.getByText('2 errors.').waitFor();
        const lines = "[...document.querySelectorAll('[data-marks] span')].map(mark => mark.dataset.line)";
        await expect.poll(() => page.evaluate(lines)).toEqual(['3', '4']);
        await expectSound(page);
      },
      NARROW,
    );
  });

  test('keeps the text through a reload and a visit to another page', async () => {
    await world.visit('/publish/#write', async page => {
      const editor = page.getByLabel('Manifest, as JSON');
      await editor.fill('{ "name": 5 }');
      await page.locator('[data-editor-said]').getByText('error').waitFor();
      await page.reload();
      await expect.poll(() => editor.inputValue()).toBe('{ "name": 5 }');
      await page.locator('[data-editor-said]').getByText('error').waitFor();
      await page.goto(`${world.address}/about/`);
      await page.goto(`${world.address}/publish/#write`);
      await expect.poll(() => editor.inputValue()).toBe('{ "name": 5 }');
    });
  });

  test('leaves its tabs in the window', async () => {
    await world.visit('/publish/#write', async page => {
      await page.getByLabel('Manifest, as JSON').waitFor();
      const top = "document.querySelector('[data-publish-tabs]').getBoundingClientRect().top";
      expect(await page.evaluate(top)).toBeGreaterThanOrEqual(0);
      await page.getByRole('link', { name: 'Check a URL', exact: true }).click();
      await page.getByLabel('API URL').waitFor();
      expect(await page.evaluate(top)).toBeGreaterThanOrEqual(0);
    });
  });

  test('opens a dropped file, and creates a manifest from an OpenAPI document in the text', async () => {
    await world.visit('/publish/#write', async page => {
      await page.getByRole('button', { name: 'Import an OpenAPI document…' }).click({ trial: true });
      const document = await readFile('src/draft/openapi/fixtures/tides-2.0.yaml', 'utf8');
      const files = await page.evaluateHandle(`(() => {
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(document)}], 'tides.yaml'));
        return data;
      })()`);
      const editor = page.getByLabel('Manifest, as JSON');
      await editor.dispatchEvent('drop', { dataTransfer: files });
      await expect.poll(() => editor.inputValue()).toBe(document);
      await page.getByRole('button', { name: 'Create a manifest from this document' }).click();
      await expect.poll(() => editor.inputValue()).toContain('"endpoints"');
      await expectSound(page);
      expect(await page.getByRole('button', { name: 'Create a manifest from this document' }).isVisible()).toBe(false);
    });
  });

  test('previews unknown authentication as not declared', async () => {
    await world.visit('/publish/#write', async page => {
      const document = {
        openapi: '3.1.0',
        info: { title: 'Tides', version: '1.0.0' },
        paths: { '/tides': { get: {} } },
      };
      await page.getByLabel('Manifest, as JSON').fill(JSON.stringify(document));
      await page.getByRole('button', { name: 'Create a manifest from this document' }).click();
      const preview = page.getByRole('region', { name: 'Preview of your listing' });
      await preview.getByText('Authentication not declared').waitFor();
    });
  });

  test('imports an OpenAPI document', async () => {
    await world.visit('/publish/#write', async page => {
      const document = path.resolve('src/draft/openapi/fixtures/tides-2.0.yaml');
      // The button is enabled when the editor handles files.
      await page.getByRole('button', { name: 'Import an OpenAPI document…' }).click({ trial: true });
      await page.locator('[data-openapi]').setInputFiles(document);
      const editor = page.getByLabel('Manifest, as JSON');
      await expect.poll(() => editor.inputValue()).toContain('"endpoints"');
      await page
        .locator('[data-editor-said]')
        .getByText(/^\d+ errors?\b/)
        .waitFor();
    });
  });
});
