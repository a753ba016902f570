import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import packageJson from '../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

/** The npm scripts that people run with arguments, and their files. */
const SCRIPTS = Object.entries(packageJson.scripts).flatMap(([name, command]) => {
  const [, file] = /^(?:[A-Z_]+=\S+ )?(?:exec )?node (scripts\/\S+\.ts)$/.exec(command) ?? [];
  return file === undefined || file.endsWith('/compile-validators.ts') ? [] : [{ name, file }];
});

test('finds the npm scripts', () => {
  expect(SCRIPTS.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'build', 'setup', 'maintain']));
});

test.each(SCRIPTS)('npm run $name -- --help prints the usage, and nothing else happens', async ({ file }) => {
  const { stdout, stderr } = await run(process.execPath, [file, '--help'], {
    cwd: root,
    env: BARE_ENVIRONMENT,
  });
  expect(stdout).toMatch(/^(Usage: npm (run|start)|api-manifest )/);
  expect(stderr).toBe('');
});
