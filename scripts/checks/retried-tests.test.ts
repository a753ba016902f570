import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const TESTS = `
import { expect, test } from 'vitest';
let attempts = 0;
test('recovers', () => expect(++attempts).toBe(2));
test('passes', () => undefined);
test('is broken', () => { throw new Error('always'); });
`;

const CONFIGURATION = `
import { createRetryReporter } from ${JSON.stringify(path.join(ROOT, 'scripts/checks/test-files/retried-tests.ts'))};
export default { test: { retry: 1, reporters: [createRetryReporter()] } };
`;

test('the reporter lists a test that passed only on its retry, and no other', async () => {
  const folder = await makeTemporaryFolder('retried-tests-');
  try {
    await writeFile(
      path.join(folder, 'some.test.mjs'),
      TESTS.replace("'vitest'", `'${import.meta.resolve('vitest')}'`),
    );
    await writeFile(path.join(folder, 'vitest.config.mjs'), CONFIGURATION);
    const command = [path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
    const { code, stdout } = await promisify(execFile)(process.execPath, command).catch(error => error);
    // A test that fails twice in a row fails.
    expect(code).toBe(1);
    expect(stdout.trim().split('\n')).toEqual([
      'Passed only on a retry, so fix their cause (1):',
      expect.stringMatching(/^ {2}some\.test\.mjs > recovers: expected 1 to be 2/),
    ]);
  } finally {
    await removeFolder(folder);
  }
});
