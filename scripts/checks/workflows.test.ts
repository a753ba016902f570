import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FIXTURES = 'scripts/checks/workflows/fixtures';
const names = (await readdir(path.join(ROOT, FIXTURES), { recursive: true })).filter(name => name.endsWith('.yml'));

test('accepts the workflows of this repository', async () => {
  expect(await check([])).toEqual({ code: 0, faults: [] });
});

test('has a bad fixture for each rule', () => expect(names.length).toBeGreaterThanOrEqual(7));

/** Comments before a line of a fixture list its problems; the check must report those and no others. */
test('reports each problem of the bad fixtures on its line, and no others', async () => {
  const files = names.map(name => `${FIXTURES}/${name}`);
  const { code, faults } = await check(files);
  expect(code).toBe(1);
  const expected = (await Promise.all(files.map(expectedIn))).flat();
  for (const { at, text } of expected) {
    expect(faults.filter(fault => fault.startsWith(`${at}: `)).join('\n'), at).toContain(text);
  }
  const unexpected = faults.filter(
    fault => !expected.some(({ at, text }) => fault.startsWith(`${at}: `) && fault.includes(text)),
  );
  expect(unexpected).toEqual([]);
});

test('reports the line of a YAML syntax error', async () => {
  const folder = await makeTemporaryFolder('workflows-');
  try {
    const file = path.join(folder, 'broken.yml');
    await writeFile(file, 'name: Broken\non: push: main\n');
    const { code, faults } = await check([file]);
    expect({ code, faults }).toEqual({ code: 1, faults: [expect.stringContaining('broken.yml:2: Nested mappings')] });
  } finally {
    await removeFolder(folder);
  }
});

async function expectedIn(file: string): Promise<{ at: string; text: string }[]> {
  const lines = (await readFile(path.join(ROOT, file), 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    const [, text] = /# next: (.*)/.exec(line) ?? [];
    if (text === undefined) return [];
    const next = lines.findIndex((each, at) => at > index && !each.trim().startsWith('# next:'));
    return [{ at: `${file}:${next + 1}`, text }];
  });
}

async function check(files: readonly string[]): Promise<{ code: number | null; faults: string[] }> {
  const child = spawn(process.execPath, ['scripts/checks/workflows.ts', ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', chunk => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { code, faults: output.split('\n').filter(line => /^\S+:\d+: /.test(line)) };
}
