import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
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

test.each(['/_headers', '/../secret.txt', '/%2e%2e/secret.txt', '/_astro/', '/_astro', '/nothing', '/index.html/part'])(
  'returns nothing for %s',
  async place => {
    expect(await assets.fetch(place)).toBeUndefined();
  },
);

test('returns nothing for a name that is too long for a file', async () => {
  expect(await assets.fetch(`/${'a'.repeat(300)}`)).toBeUndefined();
});

test('rejects with the error of a file that cannot be read', async () => {
  await symlink('loop.html', path.join(root, 'site/loop.html'));
  await expect(assets.fetch('/loop.html')).rejects.toMatchObject({ code: 'ELOOP' });
});

test('reads a file again after a failure', async () => {
  const file = path.join(root, 'site/repaired.html');
  await symlink('repaired.html', file);
  await expect(assets.fetch('/repaired.html')).rejects.toThrow();
  await rm(file);
  await writeFile(file, 'Repaired');
  expect(await (await assets.fetch('/repaired.html'))?.text()).toBe('Repaired');
});

test('rejects if the rules of headers cannot be read, which files need', async () => {
  const broken = path.join(root, 'broken');
  await mkdir(path.join(broken, '_headers'), { recursive: true });
  await expect(fileAssets(broken)).rejects.toMatchObject({ code: 'EISDIR' });
});

test('needs no rules of headers', async () => {
  const plain = path.join(root, 'plain');
  await mkdir(plain);
  await writeFile(path.join(plain, 'index.html'), 'Plain');
  expect(await (await (await fileAssets(plain)).fetch('/'))?.text()).toBe('Plain');
});
