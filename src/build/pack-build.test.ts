import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
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
  for (const left of ['draft', 'former'])
    await mkdir(path.join(root, `.dist-packed.${left}/packs`), { recursive: true });
  for (const content of ['first', 'second']) {
    await writeFile(path.join(built, 'index.json'), content);
    await packBuild(built, packed);
    expect(await readFile(path.join(packed, 'index.json'), 'utf8')).toBe(content);
  }
  expect(await readdir(root)).toEqual(['dist', 'dist-packed']);
});

async function readPacked(file: string, packs: number): Promise<string> {
  const pack = await readFile(packed + packPath(file, packs));
  const start = DIRECTORY_LENGTH_BYTES + pack.readUInt32LE();
  const directory = JSON.parse(pack.toString('utf8', DIRECTORY_LENGTH_BYTES, start)) as PackDirectory;
  const [offset, length] = directory[file] ?? expect.fail(`${file} is not in its pack`);
  return gunzipSync(pack.subarray(start + offset, start + offset + length)).toString();
}
