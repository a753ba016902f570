import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { configurationFrom } from '#edge/configuration.ts';
import { freePort } from '#node/server.ts';
import { type RunningRegistry, runRegistry } from '#scripts/start/run-registry.ts';
import { launchBrowser } from './launch.ts';

/** A registry on this machine, and a browser to visit it with. */
export interface Visitor {
  readonly address: string;
  /** Opens a page of its own. An error on its console, or a request to another host, fails the test. */
  visit(place: string, way: (page: Page) => Promise<void>, options?: Visit): Promise<void>;
  close(): Promise<void>;
}

interface Visit extends BrowserContextOptions {
  /** What the console may say, because the test asks for it. */
  readonly expected?: RegExp;
}

export async function visitor(): Promise<Visitor> {
  const folder = await mkdtemp(path.join(tmpdir(), 'registry-visitor-'));
  const port = String(await freePort('127.0.0.1'));
  const registry: RunningRegistry = await runRegistry(configurationFrom({ PORT: port, DATA_DIR: folder }), false);
  const browser: Browser = await launchBrowser();
  const { address } = registry;
  return {
    address,
    async visit(place, way, { expected, ...options } = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('request', request => {
        if (!request.url().startsWith(address)) faults.push(`asked ${request.url()}`);
      });
      page.on('pageerror', error => faults.push(error.message));
      page.on('console', message => {
        if (message.type() === 'error' && !expected?.test(message.text())) faults.push(message.text());
      });
      await page.goto(address + place);
      await way(page);
      await context.close();
      expect(faults).toEqual([]);
    },
    async close() {
      await browser.close();
      await registry.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let axe: string | undefined;

/** Expects a page to be accessible as it is now, and no wider than its window. */
export async function expectSound(page: Page): Promise<void> {
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const violations = 'axe.run().then(found => found.violations.map(each => each.id + ": " + each.nodes[0].html))';
  expect(await page.evaluate(violations)).toEqual([]);
  const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overhang)).toBeLessThanOrEqual(0);
}
