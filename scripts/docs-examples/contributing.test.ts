import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { applied, type Example, examplesIn } from './contributing.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GUIDE = path.join(ROOT, '.github/CONTRIBUTING.md');

/** Generated, installed, and ignored files; `registry` is copied separately, without its listings. */
const LEFT_OUT = /^(\.(?!gitignore$).*|node_modules|dist|screenshots|registry)$/;

/** The environment of a fresh clone, without settings of the registry or this test run. */
const { PATH, HOME, CI } = process.env;
const ENVIRONMENT = { PATH, HOME, CI, NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' };

let copy: string;
let examples: readonly Example[];
let changed: readonly string[];

/** Applies all examples to one copy, as when several contributors' changes are merged. */
beforeAll(async () => {
  copy = await makeTemporaryFolder('contributing-');
  await mkdir(path.join(copy, 'registry/listings'), { recursive: true });
  const names = (await readdir(ROOT)).filter(name => !LEFT_OUT.test(name));
  await Promise.all([
    ...names.map(name => cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })),
    cp(path.join(ROOT, 'registry'), path.join(copy, 'registry'), {
      recursive: true,
      filter: source => !source.startsWith(path.join(ROOT, 'registry/listings')),
    }),
    symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules')),
  ]);
  examples = examplesIn(await readFile(GUIDE, 'utf8'));
  for (const { edits } of examples)
    for (const { file, block } of edits) {
      const target = path.join(copy, file);
      const before = block.language === 'diff' ? await readFile(target, 'utf8') : '';
      await writeFile(target, applied(before, block, file), { flag: block.language === 'diff' ? 'w' : 'wx' });
    }
  changed = examples.flatMap(({ edits }) => edits.map(({ file }) => file));
});

afterAll(() => removeFolder(copy));

test('covers each kind of contribution', () => {
  expect(examples.map(({ title }) => title)).toEqual(['A check', 'A filter', 'A tool', 'A page']);
  for (const { title, edits } of examples) expect(edits.length, title).toBeGreaterThan(1);
});

test('passes the type check and updates the client from the OpenAPI description', { timeout: 120_000 }, async () => {
  await succeeded('scripts/generate/client-types.ts');
  expect(await readFile(path.join(copy, 'src/client/types.ts'), 'utf8')).toContain("'cors_allowed'");
  const { config } = ts.readConfigFile(path.join(copy, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, copy);
  // Checks all files in the folders of the examples, except tests that list every check or filter and need manual
  // edits.
  const folders = new Set(changed.filter(file => file.endsWith('.ts')).map(file => file.split('/')[1] ?? ''));
  folders.delete('site');
  const all = [...folders].flatMap(folder => ts.sys.readDirectory(path.join(copy, 'src', folder), ['.ts']));
  const files = all.filter(file => !/\.(test|fixture)\.ts$/.test(file) || changed.includes(path.relative(copy, file)));
  const program = ts.createProgram(files, options);
  const faults = files.flatMap(file => program.getSemanticDiagnostics(program.getSourceFile(file)));
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

test('passes the formatter', async () => {
  const files = changed.filter(file => !file.endsWith('.md'));
  const command = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];
  await succeeded(...command, ...files);
});

test('passes the tests of the examples', async () => {
  const tests = changed.filter(file => file.endsWith('.test.ts'));
  expect(tests).toHaveLength(3);
  const output = await succeeded('node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...tests);
  expect(output).toMatch(/Test Files +3 passed/);
});

test('builds the new page and its Markdown version', async () => {
  await succeeded('scripts/build.ts');
  const [page, twin, llms] = await Promise.all(
    ['docs/glossary/index.html', 'docs/glossary/index.md', 'llms.txt'].map(file =>
      readFile(path.join(copy, 'dist', file), 'utf8'),
    ),
  );
  expect(page).toContain('<h1>Glossary</h1>');
  expect(twin).toMatch(/^# Glossary\n\nThe terms of this registry.*\n\n## Listing\n/);
  expect(llms).toContain('/docs/glossary/index.md');
});

/** Runs a program in the copy and returns its output. */
async function succeeded(...command: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...command], { cwd: copy, env: ENVIRONMENT });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  expect(code, output).toBe(0);
  return output;
}
