import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
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

test.each([
  ['a folder with other files', () => mkdir(path.join(packed, 'notes'), { recursive: true })],
  ['a file', () => writeFile(packed, 'notes')],
])('does not replace %s', async (_, create) => {
  await mkdir(built);
  await writeFile(path.join(built, '_headers'), '');
  await create();
  await expect(packBuild(built, packed)).rejects.toThrow(/is not the output of npm run pack.* Set PACKED_DIR/);
  expect(existsSync(packed)).toBe(true);
});

test('replaces an empty folder, earlier packs, and what an interrupted run left', async () => {
  await mkdir(built);
  await writeFile(path.join(built, '_headers'), '');
  await mkdir(packed);
  const work = path.join(root, '.dist-packed.pack');
  for (const left of ['draft', 'former']) await mkdir(path.join(work, left, 'packs'), { recursive: true });
  for (const content of ['first', 'second']) {
    await writeFile(path.join(built, 'index.json'), content);
    await packBuild(built, packed);
    expect(await readFile(path.join(packed, 'index.json'), 'utf8')).toBe(content);
  }
  expect(await readdir(work)).toEqual(['lock.sqlite']);
});

test('restores the packs of a run that was killed between its renames, even if the new run fails', async () => {
  await mkdir(built);
  for (const file of ['_headers', 'index.json']) await writeFile(path.join(built, file), 'first');
  await packBuild(built, packed);
  await rename(packed, path.join(root, '.dist-packed.pack/former'));
  // A file in the place of the folder of the packs.
  await writeFile(path.join(built, path.dirname(PACK_INDEX)), '');
  await expect(packBuild(built, packed)).rejects.toThrow('EEXIST');
  expect(await readFile(path.join(packed, 'index.json'), 'utf8')).toBe('first');
});

test('rejects a second run at the same time, which would delete the draft of the first', async () => {
  await mkdir(built);
  await writeFile(path.join(built, '_headers'), '');
  const results = await Promise.allSettled([packBuild(built, packed), packBuild(built, packed)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringMatching(/is being packed by another process/) },
  });
});

async function readPacked(file: string, packs: number): Promise<string> {
  const pack = await readFile(packed + packPath(file, packs));
  const start = DIRECTORY_LENGTH_BYTES + pack.readUInt32LE();
  const directory = JSON.parse(pack.toString('utf8', DIRECTORY_LENGTH_BYTES, start)) as PackDirectory;
  const [offset, length] = directory[file] ?? expect.fail(`${file} is not in its pack`);
  return gunzipSync(pack.subarray(start + offset, start + offset + length)).toString();
}
