import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DIRECTORY_LENGTH_BYTES, PACK_INDEX, type PackDirectory, packPath } from '#edge/catalog/packed-assets.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { packBuild } from './pack-build.ts';

let root: string;
let built: string;
let packed: string;

beforeEach(async () => {
  root = await makeTemporaryFolder('pack-build-');
  [built, packed] = [path.join(root, 'dist'), path.join(root, 'dist-packed')];
});
afterEach(() => removeFolder(root));

test('writes each file to the pack of its path, in all threads', async () => {
  await mkdir(path.join(built, 'listings'), { recursive: true });
  await writeFile(path.join(built, '_headers'), '');
  const files = Array.from({ length: 40 }, (_, n) => `/listings/${n}.json`);
  for (const file of files) await writeFile(built + file, file.repeat(10_000));
  expect(await packBuild(built, packed)).toMatchObject({ before: 41 });
  const { packs } = JSON.parse(await readFile(packed + PACK_INDEX, 'utf8'));
  expect(new Set(files.map(file => packPath(file, packs))).size).toBeGreaterThan(2);
  for (const file of files) expect(await readPacked(file, packs)).toBe(file.repeat(10_000));
});

test('rejects a folder without a build', async () => {
  await expect(packBuild(built, packed)).rejects.toThrow(`No build found in ${built}. Run npm run build first.`);
});

async function readPacked(file: string, packs: number): Promise<string> {
  const pack = await readFile(packed + packPath(file, packs));
  const start = DIRECTORY_LENGTH_BYTES + pack.readUInt32LE();
  const directory = JSON.parse(pack.toString('utf8', DIRECTORY_LENGTH_BYTES, start)) as PackDirectory;
  const [offset, length] = directory[file] ?? expect.fail(`${file} is not in its pack`);
  return gunzipSync(pack.subarray(start + offset, start + offset + length)).toString();
}
