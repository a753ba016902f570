import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Assets } from '#edge/catalog/assets.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { fileAssets } from './file-assets.ts';

let root: string;
let assets: Assets;

beforeAll(async () => {
  root = await makeTemporaryFolder('assets-');
  const site = path.join(root, 'site');
  await mkdir(path.join(site, '_astro'), { recursive: true });
  await writeFile(path.join(root, 'secret.txt'), 'secret');
  await writeFile(path.join(site, '_headers'), '/_astro/*\n  Cache-Control: immutable\n');
  await writeFile(path.join(site, 'index.html'), '<h1>Home</h1>');
  await writeFile(path.join(site, '_astro/_id_.js'), 'export {}');
  assets = await fileAssets(site);
});

afterAll(() => removeFolder(root));

test('serves a page at its folder', async () => {
  expect(await (await assets.fetch('/'))?.text()).toBe('<h1>Home</h1>');
});

test('serves a script with any name, with the headers of its rule', async () => {
  const found = await assets.fetch('/_astro/_id_.js');
  expect(found?.headers.get('Content-Type')).toContain('javascript');
  expect(found?.headers.get('Cache-Control')).toBe('immutable');
});

test.each(['/_headers', '/../secret.txt', '/%2e%2e/secret.txt', '/_astro/', '/nothing'])(
  'returns nothing for %s',
  async place => {
    expect(await assets.fetch(place)).toBeUndefined();
  },
);
