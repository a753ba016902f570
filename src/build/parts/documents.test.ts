import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { BuildCache } from '../build-cache.ts';
import { putDocuments } from './documents.ts';

test('lists the pages of this build in the sitemap, and no others that the folder has', async () => {
  const folder = await makeTemporaryFolder('documents-');
  for (const page of ['about', 'changes']) {
    await mkdir(path.join(folder, page));
    await writeFile(path.join(folder, page, 'index.html'), '<!doctype html>');
  }
  const source = { catalog: createMemoryCatalog([]), addresses };
  await putDocuments(folder, source, new BuildCache(folder), { pages: Promise.resolve(new Set(['about/index.html'])) });
  const sitemap = await readFile(path.join(folder, 'sitemap.xml'), 'utf8');
  expect(sitemap).toContain('/about/</loc>');
  expect(sitemap).not.toContain('/changes/</loc>');
  await removeFolder(folder);
});
