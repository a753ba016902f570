import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { openDataDirectory } from './data-directory.ts';

let folder: string;
const at = (...names: readonly string[]) => path.join(folder, ...names);

beforeEach(async () => {
  folder = await makeTemporaryFolder('data-directory-');
  await chmod(folder, 0o755);
});
afterEach(() => removeFolder(folder));

/** A user that owns nothing, for tests that run as root, who may write everywhere. */
const NOBODY = 65_534;

describe('openDataDirectory', () => {
  test('creates the directory with its parents, and locks it', async () => {
    const lock = await openDataDirectory(at('a/b'));
    await expect(openDataDirectory(at('a/b'))).rejects.toThrow(/used by another server/);
    await lock.release();
  });

  test.each([['data'], ['data/below']])('rejects %s if data is a file', async name => {
    await writeFile(at('data'), '');
    await expect(openDataDirectory(at(name))).rejects.toThrow(
      new RangeError(`The data directory ${at(name)} is a file, or is inside one. Set DATA_DIR to a directory.`),
    );
  });

  test('rejects a directory with a file in place of one of its folders', async () => {
    await writeFile(at('repository'), '');
    await expect(openDataDirectory(folder)).rejects.toThrow(`${at('repository')} is a file, but must be a directory.`);
  });

  test('rejects a directory that cannot be written', async () => {
    await mkdir(at('data'), { mode: 0o555 });
    expect(await openAsOther(at('data'))).toMatch(/^RangeError: \S+data is not writable\. .*set DATA_DIR/);
  });

  test('rejects a directory that cannot be created', async () => {
    await mkdir(at('parent'), { mode: 0o555 });
    expect(await openAsOther(at('parent/data'))).toMatch(
      /^RangeError: The data directory \S+ cannot be created: .*DATA_DIR/,
    );
  });

  test('rejects a directory with a part that cannot be written', async () => {
    await mkdir(at('data'), { mode: 0o777 });
    await chmod(at('data'), 0o777);
    await mkdir(at('data/repository'), { mode: 0o555 });
    expect(await openAsOther(at('data'))).toMatch(/^RangeError: \S+repository is not writable\./);
  });

  test('rejects a lock file that cannot be written', async () => {
    await mkdir(at('data'));
    await chmod(at('data'), 0o777);
    await writeFile(at('data/lock.sqlite'), '', { mode: 0o400 });
    expect(await openAsOther(at('data'))).toMatch(/^RangeError: Cannot lock \S+lock\.sqlite: /);
  });
});

/** Opens a directory in another process, which is not root even if this one is; returns the error. */
async function openAsOther(dataDir: string): Promise<string> {
  const script = `
    const { openDataDirectory } = await import(${JSON.stringify(path.join(import.meta.dirname, 'data-directory.ts'))});
    if (process.getuid?.() === 0) {
      process.setgid(${NOBODY});
      process.setuid(${NOBODY});
    }
    await openDataDirectory(process.argv[1]).then(() => console.log('opened'), error => console.log(String(error)));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dataDir]);
  return stdout;
}
