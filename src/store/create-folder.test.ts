import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolder } from './create-folder.ts';
import { makeTemporaryFolder, removeFolder } from './temporary-folder.fixture.ts';

let root: string;
const at = (name: string) => path.join(root, name);

beforeEach(async () => {
  root = await makeTemporaryFolder('create-folder-');
});
afterEach(() => removeFolder(root));

test('creates a folder with its parents, with the given permissions', async () => {
  createFolder(at('a/b/c'), { mode: 0o700 });
  for (const name of ['a', 'a/b', 'a/b/c']) expect((await stat(at(name))).mode & 0o777).toBe(0o700);
});

test('keeps an existing folder', async () => {
  await mkdir(at('a'));
  createFolder(at('a'));
  createFolder(path.parse(root).root);
  expect(existsSync(at('a'))).toBe(true);
});

test.each([
  ['file', 'EEXIST'],
  ['file/below', 'ENOTDIR'],
])('rejects %s if file is a file', async (name, code) => {
  await writeFile(at('file'), '');
  expect(() => createFolder(at(name))).toThrow(expect.objectContaining({ code }));
});

// A hang would block the event loop, so another process is tested, which a timeout ends.
test.runIf(existsSync('/proc/self')).each(['/proc/new', '/proc/new/below'])(
  'rejects %s instead of trying forever',
  async folder => {
    const script = `
      const { createFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'create-folder.ts'))});
      createFolder(process.argv[1]);
    `;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder], {
      timeout: 10_000,
    });
    await expect(run).rejects.toMatchObject({
      killed: false,
      stderr: expect.stringContaining('ENOENT: no such file or'),
    });
  },
);
