import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { fitPlan } from './fit-plan.ts';

let folder: string;
let built: string;
let packed: string;

beforeEach(async () => {
  folder = await makeTemporaryFolder('fit-plan-');
  [built, packed] = [path.join(folder, 'dist'), path.join(folder, 'dist-packed')];
  await mkdir(path.join(built, 'listings'), { recursive: true });
  await writeFile(path.join(built, '_headers'), '/*\n');
  for (let n = 0; n < 20; n++) await writeFile(path.join(built, `listings/${n}.json`), '{}');
});
afterEach(() => removeFolder(folder));

const limits = { free: 10, paid: 100 };

test('packs a build with more files than the plan allows, and says so', async () => {
  const lines: string[] = [];
  expect(await fitPlan(built, packed, '', line => lines.push(line), limits)).toBe(packed);
  expect(await readdir(packed)).toEqual(['_headers', 'packs']);
  expect(lines).toEqual(['Packed 21 files to 3, because the plan allows 10.']);
});

test('deploys a build that fits as it is', async () => {
  expect(await fitPlan(built, packed, 'paid', () => undefined, limits)).toBe(built);
  expect(await readdir(folder)).toEqual(['dist']);
});

test('rejects an unknown plan, and a build that is too large even if packed', async () => {
  await expect(fitPlan(built, packed, 'pro', () => undefined, limits)).rejects.toThrow(
    new RangeError('Invalid value for CLOUDFLARE_PLAN: "pro". Use free or paid.'),
  );
  await expect(fitPlan(built, packed, '', () => undefined, { free: 2, paid: 2 })).rejects.toThrow(
    'The build has 3 packed files, more than the limit of 2.',
  );
});
