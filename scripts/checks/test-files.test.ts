import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findTestProblems } from './test-files/find-test-problems.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Tests, modules that only tests use, and benchmarks. */
const FILES = [
  '{src,scripts}/**/*.{test,fixture}.ts',
  'src/**/fixtures/*.ts',
  'scripts/{bench,browser-tests,fake-github,resilience}/**/*.ts',
  'scripts/bench.ts',
];

/** The module of the two helpers, and the samples of this test. */
const EXEMPT = ['src/store/temporary-folder.fixture.ts', 'scripts/checks/test-files.test.ts'];

test('no test or benchmark contains code that fails at random', async () => {
  const problems: string[] = [];
  let count = 0;
  for await (const file of glob(FILES, { cwd: ROOT, exclude: EXEMPT })) {
    problems.push(...findTestProblems(file, await readFile(path.join(ROOT, file), 'utf8')));
    count += 1;
  }
  expect(count).toBeGreaterThan(300);
  expect(problems).toEqual([]);
});

test.each([
  'afterEach(() => rm(folder, { recursive: true, force: true }));',
  'rmSync(path.join(at(folder), "x"), {\n  recursive: true,\n});',
  "folder = await mkdtemp(path.join(tmpdir(), 'x-'));",
  'cpSync(from, to, { recursive: true, preserveTimestamps: true });',
])('reports %j', code => {
  expect(findTestProblems('a.test.ts', `\n${code}`)).toEqual([expect.stringMatching(/^a\.test\.ts:2: /)]);
});

test.each([
  'await rm(file);\nawait readdir(folder, { recursive: true });',
  "await mkdtemp(path.join(folder, 'copy-'));",
])('accepts %j', code => {
  expect(findTestProblems('a.test.ts', code)).toEqual([]);
});
