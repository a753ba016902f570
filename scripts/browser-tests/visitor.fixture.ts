import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, inject, vi } from 'vitest';
import { launchBrowser } from './launch.ts';
import type { SampleRegistry } from './sample-registry.ts';

/** The time limit of an action in a page, in milliseconds, on a busy machine. */
const ACTION_TIMEOUT_MS = 100_000;

/** The time limit of a registry to build its pages, in milliseconds, on a busy machine. */
const START_TIMEOUT_MS = 200_000;

/** A registry on loopback and a browser to visit it. */
export interface Visitor {
  readonly address: string;
  /** Opens a new page. Fails the test on a console error or a request to another host. */
  visit(place: string, way: (page: Page) => Promise<void>, options?: Visit): Promise<void>;
  close(): Promise<void>;
}

interface Visit extends BrowserContextOptions {
  /** Console messages that the test expects. */
  readonly expected?: RegExp;
  /** URLs of other hosts that the page may request. */
  readonly allowed?: RegExp;
}

/** @param run starts a registry for tests that change it; the others share one, a sample registry */
export async function visitor(run: () => Promise<SampleRegistry> = waitForSharedRegistry): Promise<Visitor> {
  const registry = await run();
  const browser: Browser = await launchBrowser();
  const { address } = registry;
  return {
    address,
    async visit(place, way, { expected, allowed, ...options } = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(ACTION_TIMEOUT_MS);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('request', request => {
        if (!request.url().startsWith(address) && !allowed?.test(request.url())) faults.push(`asked ${request.url()}`);
      });
      page.on('pageerror', error => faults.push(error.message));
      page.on('dialog', dialog => {
        faults.push(`said ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('console', message => {
        if (message.type() === 'error' && !expected?.test(message.text())) faults.push(message.text());
      });
      try {
        await page.goto(address + place);
        await way(page);
      } finally {
        await context.close();
      }
      expect(faults).toEqual([]);
    },
    async close() {
      await browser.close();
      await registry.close();
    },
  };
}

async function waitForSharedRegistry(): Promise<SampleRegistry> {
  const address = inject('sharedRegistry');
  // Without this header, the API responds, also while the pages are being built.
  const headers = { Accept: 'text/html' };
  const expectReady = async () => expect((await fetch(address, { headers })).status).toBe(200);
  await vi.waitFor(expectReady, { timeout: START_TIMEOUT_MS, interval: 200 });
  return { address, close: async () => undefined };
}

/**
 * Copies with a button, and returns the content of the clipboard. The button shows that it copied for two seconds only,
 * which a test on a busy machine can miss, so a script in the page waits for it, and for its announcement to screen readers.
 * @param press presses the button; defaults to a click
 */
export async function copyWith(button: Locator, press?: () => Promise<void>): Promise<string> {
  const element = await button.elementHandle();
  if (!element) throw new Error('The button disappeared.');
  // An object, so that only the start of the observer is awaited here: the button could change before it.
  const watched = await element.evaluateHandle(node => ({
    shown: new Promise<string>(resolve => {
      new MutationObserver(() => {
        const [text] = /Copied|Copy failed/.exec(node.textContent ?? '') ?? [];
        if (text === undefined) return;
        const announced = document.querySelector('main > [role="status"].unseen')?.textContent;
        resolve(announced === text ? text : `${text}, not announced`);
      }).observe(node, { childList: true, characterData: true, subtree: true });
    }),
  }));
  await (press ? press() : element.click());
  expect(await watched.evaluate(({ shown }) => shown)).toBe('Copied');
  return String(await button.page().evaluate('navigator.clipboard.readText()'));
}

/** The maximum number of accessibility checks of a page, and the time between them. */
const MAX_CHECKS = 20;
const CHECK_INTERVAL_MS = 500;

/** The options of axe: all rules and the one for targets of 24 px, without details of elements that pass, which take a third longer. */
const AXE = JSON.stringify({
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  selectors: false,
});

let axe: string | undefined;

/** Expects a page to be accessible in its current state, to link only to web URLs, and to fit the window. */
export async function expectSound(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const violations = `axe.run(${AXE}).then(found => found.violations.map(each => each.id + ": " + each.nodes[0].html))`;
  let found = (await page.evaluate(violations)) as string[];
  // A list that is replaced during the check has no colors, so a page gets some more checks.
  for (let check = 1; check < MAX_CHECKS && found.length > 0; check++) {
    await sleep(CHECK_INTERVAL_MS);
    found = (await page.evaluate(violations)) as string[];
  }
  expect(found).toEqual([]);
  // Screen readers list the landmarks of a page by name. axe does not know this element.
  const searches = 'Array.from(document.querySelectorAll("search"), each => each.ariaLabel)';
  const names = (await page.evaluate(searches)) as string[];
  expect(new Set(names).size).toBe(names.length);
  const schemes = '[...new Set(Array.from(document.links, ({ protocol }) => protocol))]';
  for (const scheme of (await page.evaluate(schemes)) as string[])
    expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(scheme);
  await expectFits(page);
}

/**
 * Waits until a page has its files and its font, and the lists that its scripts fetch at its start. Not until the network is
 * idle, because browsers do not always report the requests of a worker, such as that of the search, as finished.
 */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate('document.fonts.ready.then(() => true)');
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Expects a page to be no wider than its window, after its font has replaced the one of the system. */
export async function expectFits(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)');
  const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overhang)).toBeLessThanOrEqual(0);
}
