import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordPath } from '#listing/listing-record.ts';
import { failing } from '#site/fixtures/observations.ts';
import { writeFixtureRegistry } from '#site/fixtures/registry.ts';
import { writeLastRun } from '#store/last-run.ts';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { writeObservation } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { lockDataDirectory } from '#submission/local/data-lock.ts';

/** Not in any text of the documentation. */
const URL_OF_BUILDS = 'https://one.example';

let root: string;
let output: Map<string, string>;

const at = (...names: string[]) => path.resolve(root, ...names);

beforeAll(async () => {
  root = await makeTemporaryFolder('build-test-');
  await writeFixtureRegistry(at('registry'), at('observations'));
  await build('dist');
  output = await filesBelow(at('dist'));
});
afterAll(() => removeFolder(root));

describe('a build', () => {
  test('reuses all pages for unchanged input and returns the same output, also in an empty folder', async () => {
    const told = await build('dist');
    expect(told).toMatch(/pages: 0 of \d+ made/);
    expect(told).toMatch(/search: 0 files made/);
    expect(await filesBelow(at('dist'))).toEqual(output);
    await mkdir(at('other'));
    await build('other');
    expect(await filesBelow(at('other'))).toEqual(output);
  });

  test('matches a full build after changes and makes only what they affect', async () => {
    await changeRecord('tides.example', record => {
      record.manifest.description += ' Now with more words.';
      record.updated_at = '2026-11-20T11:00:00Z';
    });
    // Changes the state of the registry, but not its counts.
    const results = [{ date: '2026-11-18', outcome: 'failed', ms: 700 }] as const;
    await writeObservation(at('observations'), 'gone.example', { ...failing, results });
    await writeLastRun(at('observations'), '2026-11-22T05:00:00Z');
    const told = await build('dist');
    expect(JSON.parse(await readFile(at('dist/health.json'), 'utf8')).data.last_run_at).toBe('2026-11-22T05:00:00Z');
    const [, made = 0, all = 0] = /pages: (\d+) of (\d+) made/.exec(told)?.map(Number) ?? [];
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(all / 2);
    expect(await filesBelow(at('dist'))).toEqual(await fullBuild());
  });

  test('follows added and removed listings in both of its output folders', async () => {
    const before = await filesBelow(at('dist'));
    const file = at('registry/listings', recordPath('tides.example'));
    const kept = await readFile(file);
    await rm(file);
    // In addition, another program modifies a file that the change does not affect.
    await writeFile(at('dist/docs/index.html'), 'Not the documentation.');
    await build('dist');
    expect(await filesBelow(at('dist'))).toEqual(await fullBuild());
    await writeFile(file, kept);
    await writeFile(at('dist/docs/index.html'), 'Not the documentation.');
    await build('dist');
    expect(await filesBelow(at('dist'))).toEqual(before);
  });

  test('matches a full build after a change of its settings', async () => {
    const REGISTRY_URL = 'https://two.example';
    // Not of the folder of the next tests, whose builds would make all pages again.
    await build('other', { REGISTRY_URL });
    const files = await filesBelow(at('other'));
    expect(files).toEqual(await fullBuild({ REGISTRY_URL }));
    // Both come from the same compiled site, which contains no URL.
    const former = Array.from(files).filter(([, content]) => Buffer.from(content, 'base64').includes(URL_OF_BUILDS));
    expect(former.map(([file]) => file)).toEqual([]);
  });

  test('keeps the last good output when killed and recovers in the next run', async () => {
    const before = await filesBelow(at('dist'));
    await changeRecord('tides.example', record => {
      record.manifest.name = 'Tides, renamed';
    });
    for (const wait of [150, 300, 450, 600, 750]) {
      const killed = start('dist');
      const closed = once(killed, 'close');
      await pause(wait);
      killed.kill('SIGKILL');
      await closed;
      // A fast machine may have finished by then.
      if ((await readdir(root)).includes('dist') && killed.signalCode)
        expect(await filesBelow(at('dist'))).toEqual(before);
    }
    await build('dist');
    expect(await filesBelow(at('dist'))).toEqual(await fullBuild());
  });

  test('reports the reason of a failure and keeps the last good output', async () => {
    const before = await filesBelow(at('dist'));
    const file = at('registry/listings', recordPath('tides.example'));
    const good = await readFile(file);
    await writeFile(file, '{"id": ');
    await expect(build('dist')).rejects.toThrow(/tides\.example\.json/);
    expect(await filesBelow(at('dist'))).toEqual(before);
    await writeFile(file, good);
  });

  test.each([
    ['a folder with other files', () => mkdir(at('work/notes'), { recursive: true })],
    ['a file', () => writeFile(at('work'), 'notes')],
  ])('does not replace %s', async (_, create) => {
    await create();
    await expect(build('work')).rejects.toThrow(/work is not the output of a build.* Set BUILD_DIR/);
    expect(existsSync(at('work/notes')) || (await readFile(at('work'), 'utf8')) === 'notes').toBe(true);
    await removeFolder(at('work'));
  });

  test('replaces a build whose state is lost', async () => {
    await removeFolder(at('.other.build'));
    await build('other');
    expect(await filesBelow(at('other'))).toEqual(await filesBelow(at('dist')));
  });

  test('does not build from a folder that does not exist', async () => {
    const env = { ...process.env, REGISTRY_DIR: at('nowhere'), BUILD_DIR: at('empty') };
    const child = spawn(process.execPath, ['scripts/build.ts'], { env, stdio: 'pipe' });
    let told = '';
    child.stderr.on('data', chunk => (told += chunk));
    await once(child, 'close');
    expect(told).toMatch(/The registry folder .*nowhere does not exist\. Create it, or correct REGISTRY_DIR\./);
    expect([child.exitCode, existsSync(at('empty'))]).toEqual([1, false]);
  });

  test.each(['file/dist', '/proc/dist'])('fails at once if %s cannot be created', async target => {
    await writeFile(at('file'), '');
    await expect(build(target)).rejects.toThrow(
      /^A build of .* which cannot be created: E.* Set BUILD_DIR to a folder/,
    );
  });

  test('does not start while another build writes to the same folder', async () => {
    const lock = await lockDataDirectory(at('.dist.build'));
    await expect(build('dist')).rejects.toThrow(/is being built by another process/);
    await lock.release();
    await build('dist');
  });
});

function start(target: string, settings: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = {
    ...BARE_ENVIRONMENT,
    REGISTRY_DIR: at('registry'),
    OBSERVATIONS_DIR: at('observations'),
    REGISTRY_URL: URL_OF_BUILDS,
    COMMIT: 'f'.repeat(40),
    BUILD_DIR: at(target),
    ...settings,
  };
  return spawn(process.execPath, ['scripts/build.ts'], { env, stdio: 'pipe' });
}

/** @throws Error with the output of a failed build */
async function build(target: string, settings?: NodeJS.ProcessEnv): Promise<string> {
  const child = start(target, settings);
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (told += chunk));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(told);
  return told;
}

async function fullBuild(settings?: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  await removeFolder(at('full'));
  await removeFolder(at('.full.build'));
  await build('full', settings);
  return filesBelow(at('full'));
}

async function filesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.sort().map(async file => [path.relative(folder, file), (await readFile(file)).toString('base64')] as const),
    ),
  );
}

async function changeRecord(
  id: string,
  change: (record: { manifest: { name: string; description: string }; updated_at: string }) => void,
): Promise<void> {
  const file = at('registry/listings', recordPath(id));
  const record = JSON.parse(await readFile(file, 'utf8'));
  change(record);
  await writeFile(file, `${JSON.stringify(record, null, 2)}\n`);
}
