import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { bundleModules } from './bundle-modules.ts';
import { BUNDLED_MODULES, findModule } from './compiled-site.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder('bundle-modules-');
});

afterAll(() => removeFolder(folder));

test('uses the source of a module until the bundle is complete', async () => {
  const bundle = path.join(folder, 'partial');
  expect(findModule('registry', bundle)).toBe(BUNDLED_MODULES.registry);
  await mkdir(bundle);
  expect(findModule('registry', bundle)).toBe(BUNDLED_MODULES.registry);
  const bundled = path.join(bundle, 'registry.mjs');
  await writeFile(bundled, '');
  expect(findModule('registry', bundle)).toBe(bundled);
});

test('bundles each module, and keeps the folders of the sources', async () => {
  const bundle = path.join(folder, 'whole');
  await bundleModules(bundle);
  const files = await readdir(bundle);
  for (const name of Object.keys(BUNDLED_MODULES)) expect(files).toContain(`${name}.mjs`);
  const texts = await Promise.all(files.map(file => readFile(path.join(bundle, file), 'utf8')));
  const all = texts.join('').replaceAll('__createRequire(import.meta.url)', '');
  expect(all).toContain(path.dirname(BUNDLED_MODULES.registry));
  // They would be the path of the bundle.
  expect(all).not.toMatch(/import\.meta\.(dirname|filename|url)/);
});
