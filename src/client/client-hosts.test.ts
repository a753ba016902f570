import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness } from 'wrangler';
import { numberedListings } from '#edge/catalog/catalog.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { launchBrowser } from '../../scripts/browser-tests/launch.ts';
import { startRegistry, type TestRegistry } from './registry.fixture.ts';
import { stagedSubmissions } from './submissions.fixture.ts';

/** A typical program: searches, iterates over all listings, gets one, submits, and handles an error. */
const PROGRAM = `
import { createClient, RegistryError } from './client.ts';

export async function tryOut(registry) {
  const client = createClient({ registry });
  const found = await client.search({ q: 'tide', limit: 2 });
  const ids = [];
  for await (const { id } of client.iterate({ limit: 3 })) ids.push(id);
  const { manifest } = await client.get(ids[0]);
  const states = [];
  const end = await client.submit('https://api.example', { onState: ({ status }) => states.push(status) });
  const error = await client.get('none').catch(each => each);
  return {
    total: found.data.total,
    rows: found.data.count,
    ids: ids.length,
    manifest: manifest.spec_version,
    states,
    end: end.status,
    error: error instanceof RegistryError && error.status,
  };
}

export default {
  fetch: async request => Response.json(await tryOut(new URL(request.url).searchParams.get('registry'))),
};
`;

const EXPECTED = {
  total: 7,
  rows: 2,
  ids: 7,
  manifest: 'apimanifest-0.3',
  states: ['pending', 'validating', 'approved'],
  end: 'approved',
  error: 404,
};

let folder: string;
let program: string;
let registry: TestRegistry;

beforeAll(async () => {
  folder = await makeTemporaryFolder('client-hosts-');
  program = path.join(folder, 'program.mjs');
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname };
  // The bundlers of browsers use these fields, and the neutral platform needs them spelled out.
  const mainFields = ['module', 'main'];
  await build({ stdin, bundle: true, format: 'esm', platform: 'neutral', mainFields, outfile: program });
});

afterAll(() => removeFolder(folder));

/** Starts one registry per host, so that submissions do not mix. */
async function withRegistry(work: (address: string) => Promise<void>): Promise<void> {
  const submissions = stagedSubmissions(['pending', 'validating', 'approved']);
  registry = await startRegistry({ listings: numberedListings(7), submissions });
  try {
    await work(registry.address);
  } finally {
    await registry.close();
  }
}

test('works in Node', () =>
  withRegistry(async address => {
    const { tryOut } = await import(pathToFileURL(program).href);
    expect(await tryOut(address)).toEqual(EXPECTED);
  }));

test('works in a browser on a page of another origin', () =>
  withRegistry(async address => {
    const pages = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<title>Page</title>'),
    );
    await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(100_000);
      await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
      const { outputFiles } = await build({
        entryPoints: [program],
        bundle: true,
        write: false,
        format: 'iife',
        globalName: 'program',
      });
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
      expect(await page.evaluate(`program.tryOut(${JSON.stringify(address)})`)).toEqual(EXPECTED);
    } finally {
      await browser.close();
      pages.close();
    }
  }));

test('works in a Worker', () =>
  withRegistry(async address => {
    process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
    process.env.WRANGLER_SEND_METRICS = 'false';
    const configPath = path.join(folder, 'wrangler.json');
    const configuration = { name: 'client-test', main: program, compatibility_date: '2026-11-01' };
    await writeFile(configPath, JSON.stringify(configuration));
    const harness = createTestHarness({ workers: [{ configPath }] });
    try {
      const { url } = await harness.listen();
      const response = await fetch(new URL(`/?registry=${encodeURIComponent(address)}`, url));
      expect(await response.json()).toEqual(EXPECTED);
    } finally {
      await harness.close();
    }
  }));
